#include "trace/tracing.h"

#include <utility>

#include "core/array_state.h"

namespace berth::trace {
namespace {

thread_local Tracing* innermost = nullptr;

}  // namespace

Tracing::Tracing(const char* who, Here here)
    : who_(who), here_(here), outer_(std::exchange(innermost, this)) {}

Tracing::~Tracing() { innermost = outer_; }

Tracing* Tracing::current() { return innermost; }

Array Tracing::traced(ValueId value) const {
  detail::ArrayState state;
  state.aval = graph_.aval(value);
  state.graph = &graph_;
  state.value = value;
  return Array(std::make_shared<const detail::ArrayState>(std::move(state)));
}

Array Tracing::input(Aval aval) { return traced(graph_.add_input(std::move(aval))); }

Arrays Tracing::record(std::shared_ptr<const Application> application,
                       std::span<const Array> operands) {
  std::vector<ValueId> ids;
  ids.reserve(operands.size());
  for (const Array& operand : operands) {
    BERTH_ASSERT(operand.state() != nullptr && operand.state()->graph == &graph_);
    ids.push_back(operand.state()->value);
  }
  const ValueId first = graph_.add_node(std::move(application), ids, here_);
  Arrays results;
  for (int i = 0; i < graph_.nodes().back().result_count; ++i) results.push_back(traced(first + i));
  return results;
}

Graph Tracing::finish(std::span<const Array> outputs) {
  std::vector<ValueId> ids;
  for (const Array& output : outputs) {
    BERTH_ASSERT(output.state() != nullptr && output.state()->graph == &graph_);
    ids.push_back(output.state()->value);
  }
  graph_.set_outputs(std::move(ids));
  return std::move(graph_);
}

void fail(const std::string& text, ErrorCode code) {
  const Tracing* tracing = Tracing::current();
  BERTH_ASSERT(tracing != nullptr);
  throw Error(code, "[" + std::string(tracing->who()) + "] " + text, tracing->here());
}

}  // namespace berth::trace
