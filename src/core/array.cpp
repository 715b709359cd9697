#include "berth/array.h"

#include <fmt/core.h>

#include "berth/error.h"
#include "core/array_state.h"
#include "core/axes.h"

namespace berth {
namespace {

const Aval& aval_of(const Array& array, const char* who) {
  return detail::state_of(array, who, {}).aval;
}

}  // namespace

const detail::ArrayState& detail::state_of(const Array& array, const char* who, Here here) {
  if (const ArrayState* state = array.state().get()) return *state;
  throw Error(ErrorCode::invalid_argument,
              fmt::format("[{}] the Array is empty: it was default-constructed or moved from", who),
              here);
}

const detail::ArrayState& detail::concrete_state_of(const Array& array, const char* who,
                                                    Here here) {
  const ArrayState& state = state_of(array, who, here);
  if (state.buffer != nullptr) return state;
  if (state.trace == nullptr) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("[{}] {} is abstract: it stands for an array, and has no value", who,
                            to_string(state.aval)),
                here);
  }
  const TraceRecord& trace = *state.trace;
  const std::string traced = fmt::format("[{}] {} was traced by {} at {}", who,
                                         to_string(state.aval), trace.who, to_string(trace.here));
  if (trace.ended) {
    throw TracerError(traced +
                          " and has outlived that: return it from the traced function, and "
                          "use the result",
                      here);
  }
  throw TracerError(traced +
                        ": it has no value until the function runs; return it and use the "
                        "result, or choose with where",
                    here);
}

const Shape& Array::shape() const { return aval_of(*this, "Array::shape").shape; }

std::int64_t Array::shape(int axis) const {
  const Shape& shape = aval_of(*this, "Array::shape").shape;
  return shape
      .dims()[static_cast<std::size_t>(normalized_axis(axis, shape.rank(), "Array::shape", {}))];
}

int Array::ndim() const { return aval_of(*this, "Array::ndim").shape.rank(); }

std::int64_t Array::size() const { return aval_of(*this, "Array::size").shape.size(); }

DType Array::dtype() const { return aval_of(*this, "Array::dtype").dtype; }

bool Array::weak_type() const { return aval_of(*this, "Array::weak_type").weak_type; }

std::int64_t Array::nbytes() const {
  const Aval& aval = aval_of(*this, "Array::nbytes");
  return aval.shape.size() * itemsize(aval.dtype);
}

}  // namespace berth
