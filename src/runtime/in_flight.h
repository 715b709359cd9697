#pragma once

#include <deque>
#include <mutex>
#include <vector>

#include "runtime/work.h"

namespace berth::runtime {

/// The work of one device that may not have ended, in the order of issue.
///
/// Whoever adds to it also forgets what has ended, from the front: so a chain of dependent work
/// is never longer than what is under way, although nobody waits for any of it.
class InFlight {
 public:
  void add(WorkRef work);
  /// What has not ended now.
  std::vector<WorkRef> unfinished() const;

 private:
  mutable std::mutex mutex_;
  std::deque<WorkRef> works_;
};

}  // namespace berth::runtime
