#include "berth/array.h"
#include "berth/error.h"
#include "core/array_state.h"

namespace berth {
namespace {

// What may be asked of a deleted array too. Values of a program for any place have none.
const detail::Residence& residence_of(const Array& array, const char* who) {
  const detail::ArrayState& state = detail::state_of(array, who, {});
  return state.sharding ? state : detail::concrete_state_of(array, who, {});
}

const Sharding& live_sharding_of(const Array& array, const char* who) {
  const detail::Residence& residence = residence_of(array, who);
  if (array.state()->buffer != nullptr) detail::check_alive(array, who, {});
  return *residence.sharding;
}

}  // namespace

Sharding Array::sharding() const { return *residence_of(*this, "Array::sharding").sharding; }

bool Array::committed() const { return residence_of(*this, "Array::committed").committed; }

Device Array::device() const { return live_sharding_of(*this, "Array::device").single_device(); }

std::vector<Device> Array::devices() const {
  return live_sharding_of(*this, "Array::devices").devices();
}

MemoryKind Array::memory_kind() const {
  return live_sharding_of(*this, "Array::memory_kind").memory_kind();
}

}  // namespace berth
