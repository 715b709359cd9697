// A scope that is not named ends at once.
// expect: nodiscard
#include "berth/placement.h"

void scope_dropped(berth::Device device) {
#ifdef MISUSE
  run_on(device);
#else
  const auto scope = run_on(device);
#endif
}
