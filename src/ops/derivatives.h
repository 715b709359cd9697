#pragma once

#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "berth/array.h"
#include "trace/primitive.h"
#include "trace/tracing.h"

/// Rules of derivatives and batches that many primitives share.
namespace berth::ops {

/// Whether it stands for a zero, or for an operand that has no value: see `trace::Forward` and
/// `trace::Backward`.
inline bool absent(const Array& array) { return array.state() == nullptr; }

/// `x + y` where absent Arrays are zeros.
Array add_present(const Array& x, const Array& y);

/// Of a function of one operand: its tangent times the slope at `x`, where the function is `y`.
template <Array (*slope)(const Array& x, const Array& y), class Params = trace::NoParams>
Arrays jvp_by_slope(const trace::Forward& at, const Params& /*params*/) {
  return {at.dx[0] * slope(at.x[0], at.y[0])};
}

/// Of a function of one operand, whose slope is 1 over the divisor.
template <Array (*divisor)(const Array& x)>
Arrays jvp_by_divisor(const trace::Forward& at, const trace::NoParams& /*params*/) {
  return {at.dx[0] / divisor(at.x[0])};
}

/// Of a function of two operands: each tangent times the slope in that operand.
template <Array (*slope_x)(const Array& x, const Array& y, const Array& z),
          Array (*slope_y)(const Array& x, const Array& y, const Array& z)>
Arrays jvp_by_slopes(const trace::Forward& at, const trace::NoParams& /*params*/) {
  const auto part = [&](int i, auto* slope) {
    const Array& tangent = at.dx[static_cast<std::size_t>(i)];
    return absent(tangent) ? Array() : tangent * slope(at.x[0], at.x[1], at.y[0]);
  };
  return {add_present(part(0, slope_x), part(1, slope_y))};
}

/// Of a function that is linear in its first operand and constant in the others, which are indices.
template <class Params>
Arrays jvp_of_first(const trace::Forward& at, const Params& /*params*/) {
  Arrays operands(at.x.begin(), at.x.end());
  operands[0] = at.dx[0];
  return trace::perform(at.self, operands);
}

/// Of functions that are constant between their steps.
template <class Params = trace::NoParams>
Arrays jvp_zero(const trace::Forward& at, const Params& /*params*/) {
  return Arrays(at.y.size());
}

/// Batch rule of a primitive that works on each element of operands of one shape.
Arrays batch_elements(const trace::Batch& at);
template <class Params = trace::NoParams>
Arrays batch_each(const trace::Batch& at, const Params& /*params*/) {
  return batch_elements(at);
}

/// A primitive that works on each element of operands of one shape, with rules of derivatives
/// where its results have tangents.
constexpr trace::Primitive<> elementwise(
    const char* name, decltype(trace::Primitive<>::infer) infer,
    decltype(trace::Primitive<>::lower) lower, decltype(trace::Primitive<>::jvp) jvp = nullptr,
    decltype(trace::Primitive<>::transpose) transpose = nullptr) {
  return {name, infer, lower, jvp, transpose, batch_each};
}

/// `x` with a batch as axis 0, repeated if it has none yet.
Array with_batch(const Array& x, bool batched, std::int64_t size);
/// An operand that may be a scalar where the others have a shape, which is `shape` with the batch:
/// a scalar that is the same for all stays one.
Array with_batch_or_scalar(const Array& x, bool batched, const Shape& shape);
/// The shape of `size` of them.
Shape with_batch(const Shape& shape, std::int64_t size);
/// The axes where they are once a batch is axis 0.
std::vector<int> behind_batch(const std::vector<int>& axes);

/// What stands for each axis, with `first` for one in front.
template <class T>
std::vector<T> in_front(std::type_identity_t<T> first, std::vector<T> rest) {
  rest.insert(rest.begin(), first);
  return rest;
}
/// Axis 0, and the axes behind it.
inline std::vector<int> batch_and(const std::vector<int>& axes) {
  return in_front(0, behind_batch(axes));
}

/// Zeros of this shape and type.
Array zeros_of(const Aval& aval);
/// `x`, or the zeros for which an absent one stands.
Array or_zeros(const Array& x, const Array& like);

}  // namespace berth::ops
