#include "berth/ops/creation.h"

#include "berth/ops/arithmetic.h"
#include "berth/ops/elementwise.h"
#include "core/array_state.h"
#include "core/scalar.h"
#include "ops/broadcast.h"
#include "trace/routine.h"
#include "trace/tracing.h"

/// Arrays whose elements the device makes.
namespace berth {

using trace::call;
using trace::Routine;

namespace {

struct FullParams {
  Shape shape;
  std::optional<DType> dtype;
  bool weak_type = false;  // of `dtype`

  bool operator==(const FullParams&) const = default;
};

// Whether a scalar of this kind can be uploaded as `dtype`; otherwise the program converts it.
bool holds(DType dtype, ScalarValue::Kind kind) {
  if (is_complex(dtype)) return true;
  if (is_floating(dtype)) return kind != ScalarValue::Kind::complex;
  return kind != ScalarValue::Kind::complex && kind != ScalarValue::Kind::floating;
}

void full_scalar_type(const char* /*who*/, std::span<const Operand> operands,
                      const FullParams& params, std::span<DType> types) {
  if (operands[0].array() != nullptr) return;
  const ScalarValue::Kind kind = operands[0].scalar().kind;
  const bool as_asked = params.dtype && holds(*params.dtype, kind);
  types[0] = as_asked ? *params.dtype : default_dtype(kind);
}

// Further operands only say where.
Arrays full_body(std::span<const Array> operands, const FullParams& params) {
  Array value = operands[0];
  if (params.dtype) value = ops::convert(value, {*params.dtype, params.weak_type});
  return {ops::broadcast_to(value, params.shape)};
}
constinit const Routine<FullParams> full_r{"full", full_body, full_scalar_type};
constinit const Routine<FullParams> full_like_r{"full_like", full_body, full_scalar_type};

struct FillParams {
  Shape shape;
  DType dtype;
  bool weak_type = false;

  bool operator==(const FillParams&) const = default;
};

// Operands, if any, only say where.
template <int value>
Arrays fill_body(std::span<const Array> /*operands*/, const FillParams& params) {
  return {ops::filled(params.shape, {params.dtype, params.weak_type}, ScalarValue::of(value))};
}
constinit const Routine<FillParams> zeros_r{"zeros", fill_body<0>};
constinit const Routine<FillParams> ones_r{"ones", fill_body<1>};
constinit const Routine<FillParams> empty_r{"empty", fill_body<0>};
constinit const Routine<FillParams> zeros_like_r{"zeros_like", fill_body<0>};
constinit const Routine<FillParams> ones_like_r{"ones_like", fill_body<1>};
constinit const Routine<FillParams> empty_like_r{"empty_like", fill_body<0>};

Array fill(const Routine<FillParams>& routine, const Shape& shape, const Create& create,
           Here here) {
  return call(routine, {shape, create.dtype_or(float32), false}, {}, {here, create.where()});
}

// The shape and type of an operand, which may be a scalar.
Aval aval_of(const Operand& x, const char* who) {
  if (x.array() != nullptr) return detail::state_of(*x.array(), who, x.here()).aval;
  const ResultType type = type_of(x.scalar().kind);
  return {Shape(), type.dtype, type.weak_type};
}

// Whether the place of `x` decides where what is like it goes. A value of a program for any place
// has none.
bool decides_place(const Operand& x, const Create& create, const char* who) {
  return x.array() != nullptr && create.where() == nullptr &&
         detail::state_of(*x.array(), who, x.here()).committed;
}

Array fill_like(const Routine<FillParams>& routine, const Operand& x, const Create& create) {
  const Aval like = aval_of(x, routine.name);
  const FillParams params{like.shape, create.dtype_or(like.dtype),
                          like.weak_type && !create.dtype()};
  if (decides_place(x, create, routine.name)) return call(routine, params, {x});
  return call(routine, params, {}, {x.here(), create.where()});
}

struct EyeParams {
  std::int64_t rows;
  std::int64_t columns;
  int k;
  DType dtype;

  bool operator==(const EyeParams&) const = default;
};

Arrays eye_body(std::span<const Array> /*operands*/, const EyeParams& params) {
  const Shape shape{params.rows, params.columns};
  const Array row = ops::index_along(0, shape, int64);
  const Array column = ops::index_along(1, shape, int64);
  return {ops::convert(row + params.k == column, {params.dtype, false})};
}
constinit const Routine<EyeParams> eye_r{"eye", eye_body};

}  // namespace

Array full(const Shape& shape, const Operand& value, Create create) {
  return call(full_r, {shape, create.dtype(), false}, {value}, {value.here(), create.where()});
}

Array zeros(const Shape& shape, Create create, Here here) {
  return fill(zeros_r, shape, create, here);
}

Array ones(const Shape& shape, Create create, Here here) {
  return fill(ones_r, shape, create, here);
}

Array empty(const Shape& shape, Create create, Here here) {
  return fill(empty_r, shape, create, here);
}

Array full_like(const Operand& x, const Operand& value, Create create) {
  const Aval like = aval_of(x, "full_like");
  const FullParams params{like.shape, create.dtype_or(like.dtype),
                          like.weak_type && !create.dtype()};
  if (decides_place(x, create, "full_like")) return call(full_like_r, params, {value, x});
  return call(full_like_r, params, {value}, {x.here(), create.where()});
}

Array zeros_like(const Operand& x, Create create) { return fill_like(zeros_like_r, x, create); }

Array ones_like(const Operand& x, Create create) { return fill_like(ones_like_r, x, create); }

Array empty_like(const Operand& x, Create create) { return fill_like(empty_like_r, x, create); }

Array eye(Dim n, Create create, Here here) { return eye(n, n, 0, std::move(create), here); }

Array eye(Dim n, Dim m, int k, Create create, Here here) {
  return call(eye_r, {n, m, k, create.dtype_or(float32)}, {}, {here, create.where()});
}

}  // namespace berth
