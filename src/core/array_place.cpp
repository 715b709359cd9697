#include "berth/array.h"
#include "berth/error.h"
#include "core/array_state.h"

namespace berth {
namespace {

// What may be asked of a deleted array too.
const Sharding& sharding_of(const Array& array, const char* who) {
  const detail::ArrayState& state = detail::concrete_state_of(array, who, {});
  BERTH_ASSERT(state.sharding.has_value());
  return *state.sharding;
}

const Sharding& live_sharding_of(const Array& array, const char* who) {
  const Sharding& sharding = sharding_of(array, who);
  detail::check_alive(array, who, {});
  return sharding;
}

}  // namespace

Sharding Array::sharding() const { return sharding_of(*this, "Array::sharding"); }

bool Array::committed() const {
  return detail::concrete_state_of(*this, "Array::committed", {}).committed;
}

Device Array::device() const { return live_sharding_of(*this, "Array::device").single_device(); }

std::vector<Device> Array::devices() const {
  return live_sharding_of(*this, "Array::devices").devices();
}

MemoryKind Array::memory_kind() const {
  return live_sharding_of(*this, "Array::memory_kind").memory_kind();
}

}  // namespace berth
