#include "runtime/log.h"

#include <cstdio>
#include <functional>
#include <mutex>
#include <string>
#include <utility>

#include "berth/placement.h"

namespace berth {
namespace {

struct Log {
  std::recursive_mutex mutex;  // a sink may itself do what is logged
  std::function<void(std::string_view)> sink;
};

// Never destroyed: threads of the engine may write while the process ends.
Log& the_log() {
  static Log& log = *new Log();
  return log;
}

}  // namespace

void set_log(std::function<void(std::string_view line)> sink) {
  Log& log = the_log();
  const std::lock_guard lock(log.mutex);
  log.sink = std::move(sink);
}

void runtime::log_line(std::string_view line) {
  Log& log = the_log();
  const std::lock_guard lock(log.mutex);
  if (log.sink) {
    log.sink(line);
  } else {
    std::fputs((std::string(line) + "\n").c_str(), stderr);
  }
}

}  // namespace berth
