#include <fmt/format.h>

#include "berth/ops/creation.h"
#include "core/axes.h"
#include "ops/broadcast.h"
#include "ops/rules.h"
#include "trace/routine.h"
#include "trace/tracing.h"

namespace berth {
namespace {

struct IotaParams {
  Shape shape;
  int axis;
  DType dtype;

  bool operator==(const IotaParams&) const = default;
};

Avals iota_infer(std::span<const Aval> /*operands*/, const IotaParams& params) {
  ops::check_type(params.dtype, ops::number);
  return {{params.shape, params.dtype}};
}

lower::Values iota_lower(lower::Emitter& out, std::span<const lower::Value> operands,
                         std::span<const Aval> results, const IotaParams& params) {
  return {
      out.op("iota", operands, results[0], fmt::format("iota_dimension = {} : i64", params.axis))};
}

constinit const trace::Primitive<IotaParams> iota_p{"iota", iota_infer, iota_lower};

Arrays iota_body(std::span<const Array> /*operands*/, const IotaParams& params) {
  return {trace::bind(iota_p, params, {})};
}

constinit const trace::Routine<IotaParams> iota_r{"iota", iota_body};

}  // namespace

Array ops::index_along(int axis, const Shape& shape, DType dtype) {
  return trace::bind(iota_p, {shape, axis, dtype}, {});
}

Array iota(const Shape& shape, int axis, Create create, Here here) {
  const int normalized = normalized_axis(axis, shape.rank(), "iota", detail::user_line(here));
  return trace::call(iota_r, {shape, normalized, create.dtype_or(int32)}, {},
                     {here, create.where()});
}

}  // namespace berth
