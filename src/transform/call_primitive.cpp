#include "transform/call_primitive.h"

#include <algorithm>
#include <utility>

#include "lower/emitter.h"
#include "trace/tracing.h"
#include "transform/arrays.h"
#include "transform/batching.h"

namespace berth::transform {
namespace {

using trace::Graph;
using trace::ValueId;

std::vector<detail::Residence> residences_of_outputs(const Graph& graph) {
  std::vector<detail::Residence> residences;
  for (const ValueId id : graph.outputs()) residences.push_back(graph.residence(id));
  return residences;
}

/// Linear in the operands behind the first `residuals`.
struct LinearCallParams {
  CallBodyRef body;
  std::size_t residuals = 0;
  bool operator==(const LinearCallParams&) const = default;
};
extern const trace::Primitive<LinearCallParams> linear_jit_p;

template <class Params>
Arrays perform_call(const trace::Primitive<Params>& primitive, Params params,
                    std::span<const Array> inputs, Here here) {
  const auto residences = residences_of_outputs(params.body->graph());
  return trace::perform(
      std::make_shared<const trace::ApplicationOf<Params>>(primitive, std::move(params)), inputs,
      here, residences);
}

Arrays call_linear(const CallBodyRef& body, std::size_t residuals, std::span<const Array> inputs,
                   Here here) {
  return perform_call(linear_jit_p, {body, residuals}, inputs, here);
}

template <class Params>
Avals call_infer(std::span<const Aval> /*operands*/, const Params& params) {
  return params.body->graph().output_avals();
}

template <class Params>
lower::Values call_lower(lower::Emitter& out, std::span<const lower::Value> operands,
                         std::span<const Aval> /*results*/, const Params& params) {
  return out.graph(params.body->graph(), operands);
}

template <class Params>
Arrays call_jvp(const trace::Forward& at, const Params& params) {
  const Here here = detail::user_line({});
  const CallBody::Derivative& derivative = params.body->derivative(present(at.dx), here);
  const Arrays known = call_body(derivative.known, at.x, here);
  const auto outputs = static_cast<std::ptrdiff_t>(params.body->graph().outputs().size());
  const Arrays residuals(known.begin() + outputs, known.end());
  const Arrays tangents = call_linear(derivative.linear, derivative.residuals,
                                      joined(residuals, compact(at.dx).arrays), here);
  return joined(Arrays(known.begin(), known.begin() + outputs),
                spread(tangents, derivative.outputs));
}

// Results that do not depend on the batch get it all the same: a rule's results all have one.
template <class Params>
Arrays call_batch(const trace::Batch& at, const Params& params) {
  Params of_batch = params;
  const Here here = detail::user_line({});
  of_batch.body = params.body->batched(at.batched, at.size, here);
  const auto& primitive = static_cast<const trace::ApplicationOf<Params>&>(*at.self).description();
  return perform_call(primitive, std::move(of_batch), at.x, here);
}

Arrays linear_call_transpose(const trace::Backward& at, const LinearCallParams& params) {
  const Here here = detail::user_line({});
  const CallBody::Transpose& back = params.body->transposed(params.residuals, present(at.ct), here);
  const Arrays residuals(at.x.begin(),
                         at.x.begin() + static_cast<std::ptrdiff_t>(params.residuals));
  const Arrays pulled = call_body(back.body, joined(residuals, compact(at.ct).arrays), here);
  return joined(Arrays(params.residuals), spread(pulled, back.outputs));
}

constinit const trace::Primitive<LinearCallParams> linear_jit_p{
    .name = "jit",
    .infer = call_infer<LinearCallParams>,
    .lower = call_lower<LinearCallParams>,
    .transpose = linear_call_transpose,
    .batch = call_batch<LinearCallParams>,
    .jvp_with_results = call_jvp<LinearCallParams>,
};

}  // namespace

constinit const trace::Primitive<CallParams> jit_p{
    .name = "jit",
    .infer = call_infer<CallParams>,
    .lower = call_lower<CallParams>,
    .batch = call_batch<CallParams>,
    .jvp_with_results = call_jvp<CallParams>,
};

Arrays call_body(const CallBodyRef& body, std::span<const Array> inputs, Here here) {
  return perform_call(jit_p, {body}, inputs, here);
}

const CallBody::Derivative& CallBody::derivative(const std::vector<bool>& wanted, Here here) const {
  const std::lock_guard lock(mutex_);
  const auto found = derivatives_.find(wanted);
  if (found != derivatives_.end()) return found->second;
  LinearSplit split = split_linear(graph_, wanted, name_.c_str(), here);
  return derivatives_
      .emplace(wanted, Derivative{std::make_shared<const CallBody>(name_, std::move(split.known)),
                                  std::make_shared<const CallBody>(name_, std::move(split.linear)),
                                  split.residuals, std::move(split.outputs)})
      .first->second;
}

const CallBody::Transpose& CallBody::transposed(std::size_t residuals,
                                                const std::vector<bool>& present, Here here) const {
  const std::lock_guard lock(mutex_);
  const auto key = std::pair(residuals, present);
  const auto found = transposes_.find(key);
  if (found != transposes_.end()) return found->second;
  Transposed made = transpose(graph_, residuals, present, name_.c_str(), here);
  return transposes_
      .emplace(key, Transpose{std::make_shared<const CallBody>(name_, std::move(made.graph)),
                              std::move(made.outputs)})
      .first->second;
}

CallBodyRef CallBody::batched(const std::vector<bool>& batched, std::int64_t size,
                              Here here) const {
  const std::lock_guard lock(mutex_);
  CallBodyRef& made = batches_[{batched, size}];
  if (made) return made;
  const std::vector<bool> all(graph_.outputs().size(), true);
  made = std::make_shared<const CallBody>(
      name_, batch_graph(graph_, batched, size, all, name_.c_str(), here).graph);
  return made;
}

}  // namespace berth::transform
