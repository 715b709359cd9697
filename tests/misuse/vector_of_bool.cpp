// std::vector<bool> holds packed bits: there are no elements to read.
// expect: deleted function
#include <cstdint>
#include <vector>

#include "berth/host.h"

std::int64_t vector_of_bool() {
#ifdef MISUSE
  const std::vector<bool> mask = {true, false};
  return berth::HostRef(mask).nbytes();
#else
  const bool mask[] = {true, false};
  return berth::HostRef(mask, berth::Shape{2}, {1}).nbytes();
#endif
}
