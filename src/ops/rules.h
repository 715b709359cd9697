#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <span>
#include <string_view>

#include "lower/emitter.h"
#include "trace/primitive.h"

/// Rules that many primitives share.
namespace berth::ops {

/// Sets of element types, to be joined with |.
enum Types : unsigned {
  boolean = 1,
  integer = 2,
  floating = 4,
  complex = 8,
  integral = boolean | integer,
  real_number = integer | floating,
  inexact_number = floating | complex,
  number = integer | floating | complex,
  any_type = boolean | number,
};

constexpr Types operator|(Types a, Types b) {
  return static_cast<Types>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}

/// Throws the user's error unless `dtype` is one of `accepted`:
/// "[floor] complex64 is not taken, only integers and floating-point numbers: ...".
void check_type(DType dtype, Types accepted);

/// Fails unless all operands have one shape and one type, of those accepted. That they have is
/// the work of the routine, so only the latter is the user's mistake.
const Aval& check_alike(std::span<const Aval> operands, Types accepted);

bool all_weak(std::span<const Aval> operands);

/// The parts' type of a complex type; another type itself.
DType real_dtype(DType dtype);

/// f32[n, m], f32[n, m] -> f32[n, m].
template <Types accepted, class Params = trace::NoParams>
Avals infer_same(std::span<const Aval> operands, const Params& /*params*/) {
  const Aval& first = check_alike(operands, accepted);
  return {{first.shape, first.dtype, all_weak(operands)}};
}

/// f32[n, m], f32[n, m] -> bool[n, m].
template <Types accepted, class Params = trace::NoParams>
Avals infer_bool(std::span<const Aval> operands, const Params& /*params*/) {
  return {{check_alike(operands, accepted).shape, bool_}};
}

/// c64[n] -> f32[n].
template <Types accepted>
Avals infer_real(std::span<const Aval> operands, const trace::NoParams& /*params*/) {
  const Aval& x = check_alike(operands, accepted);
  return {{x.shape, real_dtype(x.dtype), x.weak_type}};
}

/// The name of an operation as a template argument.
template <std::size_t size>
struct OpName {
  consteval OpName(const char (&text)[size])  // NOLINT(google-explicit-constructor)
  {
    std::copy_n(text, size, chars);
  }
  constexpr std::string_view view() const { return {chars, size - 1}; }
  char chars[size] = {};
};

/// The rule of a primitive that is one operation of this name, without attributes.
template <OpName op>
lower::Values lower_as(lower::Emitter& out, std::span<const lower::Value> operands,
                       std::span<const Aval> results, const trace::NoParams& /*params*/) {
  return {out.op(op.view(), operands, results[0])};
}

/// What `body` records of these operands, as the operations of a primitive.
lower::Values lower_recorded(lower::Emitter& out, std::span<const lower::Value> operands,
                             std::span<const Aval> results,
                             const std::function<Arrays(std::span<const Array>)>& body);

/// The rule of a primitive that is made of others, and a primitive because its derivatives are not
/// made of theirs.
template <auto body, class Params = trace::NoParams>
lower::Values lower_body(lower::Emitter& out, std::span<const lower::Value> operands,
                         std::span<const Aval> results, const Params& params) {
  return lower_recorded(out, operands, results,
                        [&](std::span<const Array> x) { return body(x, params); });
}

/// `compare` in the order of the operands' type; `direction` is "EQ", "NE", "LT", "LE", "GT", "GE".
lower::Value emit_compare(lower::Emitter& out, std::string_view direction, const lower::Value& x,
                          const lower::Value& y);

}  // namespace berth::ops
