#include "trace/routine.h"

#include <optional>
#include <vector>

#include "core/array_state.h"
#include "core/scalar.h"
#include "trace/constant.h"
#include "trace/tracing.h"

namespace berth::trace {
namespace {

// Inside a trace a C++ scalar is part of the program: it came from the source of a body.
Arrays record_call(const Call& call, std::span<const Operand> operands, const CallSite& site) {
  Tracing& tracing = *Tracing::current();
  const Here here = detail::user_line(site.here);
  std::vector<DType> types(operands.size());
  if (!operands.empty()) call.scalar_types(operands, types);
  Arrays values(operands.size());
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (operands[i].array() != nullptr)
      values[i] = tracing.lifted(*operands[i].array(), call.name(), here);
  }

  std::optional<Tracing::Routine> outermost;
  if (!tracing.inside_routine()) {
    const detail::Residence residence = settle_operands(call.name(), values, site.where, here);
    outermost.emplace(tracing, call.name(), here, residence);
  }
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (operands[i].array() != nullptr) continue;
    values[i] = constant(operands[i].scalar(), types[i], call.name(), here);
  }
  return call.body(values);
}

}  // namespace

ResultType result_type(const char* who, std::span<const Operand> operands) {
  BERTH_ASSERT(!operands.empty());
  std::vector<ResultType> types;
  types.reserve(operands.size());
  for (const Operand& operand : operands) {
    const Array* array = operand.array();
    types.push_back(array == nullptr ? type_of(operand.scalar().kind)
                                     : type_of(detail::state_of(*array, who, operand.here()).aval));
  }
  return berth::result_type(types, who, operands[0].here());
}

Arrays dispatch(const Call& call, std::span<const Operand> operands, CallSite site) {
  if (!site.here && !operands.empty()) site.here = operands[0].here();
  if (Tracing::current() != nullptr) return record_call(call, operands, site);
  site.here = detail::user_line(site.here);
  return run_eagerly(call, operands, site);
}

Graph trace_call(const Call& call, std::span<const Aval> operands, Here here) {
  Tracing tracing(Tracing::Of::program, call.name(), here);
  Arrays values;
  for (const Aval& aval : operands) values.push_back(tracing.input(aval));
  return tracing.finish(call.body(values));
}

}  // namespace berth::trace
