#include "benchmarks/peer.h"

#include <chrono>
#include <utility>

namespace berth::bench {
namespace {

// JAX calls a plugin by any name; one of its own would be taken for its own engine.
std::vector<std::string> environment(const std::string& platform, const std::string& plugin) {
  if (plugin.empty()) return {"JAX_PLATFORMS=" + platform, "PJRT_NAMES_AND_LIBRARY_PATHS="};
  return {"JAX_PLATFORMS=same_" + platform,
          "PJRT_NAMES_AND_LIBRARY_PATHS=same_" + platform + ":" + plugin};
}

}  // namespace

Peer::Peer(std::string name, std::string python, const std::string& platform,
           const std::string& plugin)
    : name_(std::move(name)),
      arguments_{std::move(python), BERTH_BENCH_PEER},
      environment_(environment(platform, plugin)),
      child_(arguments_, environment_),
      greeting_(child_.read_line()) {}

Seconds Peer::time_to_first_result() const {
  return time_of([&] { Child(arguments_, environment_).read_line(); });
}

Sampler Peer::sampler(const std::string& what) {
  if (what == "startup") return repeat([this] { time_to_first_result(); });
  return [this, what](int calls) {
    child_.write_line(what + " " + std::to_string(calls));
    return Seconds(std::stod(child_.read_line()));
  };
}

}  // namespace berth::bench
