#include "core/print.h"

#include <ostream>
#include <string>

#include "berth/array.h"
#include "core/array_state.h"
#include "runtime/transfer.h"

namespace berth {

std::string to_string(const Array& array) {
  constexpr const char* who = "to_string";
  const detail::ArrayState& state = detail::concrete_state_of(array, who, {});
  const HostArray host =
      runtime::download(*state.buffer, {who, Reason::read, detail::user_line({})});
  const std::string dtype(name(host.dtype()));
  return repr(host, "Array(", "dtype=" + dtype + ", " + to_string(*state.sharding) + ")");
}

std::ostream& operator<<(std::ostream& out, const Array& array) { return out << to_string(array); }

}  // namespace berth
