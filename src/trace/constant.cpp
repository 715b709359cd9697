#include "trace/constant.h"

#include "trace/tracing.h"

namespace berth::lower {

// Declared here, defined in part `lower`: a trace needs constants before there is any operation.
Values constant(Emitter& out, std::span<const Value> operands, std::span<const Aval> results,
                const trace::ConstantParams& params);

}  // namespace berth::lower

namespace berth::trace {
namespace {

Avals constant_infer(std::span<const Aval> /*operands*/, const ConstantParams& params) {
  return {{params.shape, params.value.dtype, params.weak_type}};
}

}  // namespace

constinit const Primitive<ConstantParams> constant_p{
    .name = "constant",
    .infer = constant_infer,
    .lower = lower::constant,
};

Array constant(const ScalarValue& value, DType dtype, const char* who, Here here) {
  const bool weak = value.kind != ScalarValue::Kind::boolean;
  return trace::bind(constant_p, {convert(value, dtype, who, here), Shape(), weak}, {});
}

}  // namespace berth::trace
