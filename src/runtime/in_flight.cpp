#include "runtime/in_flight.h"

#include <utility>

namespace berth::runtime {

void InFlight::add(WorkRef work) {
  const std::lock_guard lock(mutex_);
  while (!works_.empty() && works_.front()->has_ended()) {
    works_.pop_front();
  }
  works_.push_back(std::move(work));
}

std::vector<WorkRef> InFlight::unfinished() const {
  const std::lock_guard lock(mutex_);
  std::vector<WorkRef> unfinished;
  for (const WorkRef& work : works_) {
    if (!work->has_ended()) {
      unfinished.push_back(work);
    }
  }
  return unfinished;
}

}  // namespace berth::runtime
