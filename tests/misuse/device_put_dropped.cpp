// A placed array that nobody keeps is a mistake: device_put changes nothing.
// expect: nodiscard
#include "berth/placement.h"

void device_put_dropped(berth::Array& x, berth::Device device) {
#ifdef MISUSE
  device_put(x, device);
#else
  x = device_put(x, device);
#endif
}
