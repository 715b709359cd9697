#include "core/array_state.h"
#include "runtime/buffer.h"

namespace berth {

void detail::check_alive(const Array& array, const char* who, Here here) {
  concrete_state_of(array, who, here).buffer->engine(who, here);
}

}  // namespace berth
