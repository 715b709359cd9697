#include "berth/placement.h"
#include "core/array_state.h"
#include "runtime/transfer.h"

namespace berth {

HostArray device_get(const Array& x, Here here) {
  here = detail::user_line(here);
  const detail::ArrayState& state = detail::concrete_state_of(x, "device_get", here);
  return runtime::download(*state.buffer, {"device_get", Reason::get, here});
}

}  // namespace berth
