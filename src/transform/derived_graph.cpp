#include "transform/derived_graph.h"

#include <numeric>
#include <utility>

#include "berth/error.h"
#include "trace/constant.h"
#include "trace/tracing.h"

namespace berth::transform {
namespace {

using trace::Graph;
using trace::ValueId;

// All values of a body live at one place.
detail::Residence place_of(const Graph& graph) {
  return graph.value_count() > 0 ? graph.residence(0) : detail::Residence();
}

ValueId add_zeros(Graph& graph, const Aval& type) {
  const Here here = detail::user_line({});
  trace::ConstantParams zeros{convert(ScalarValue::of(0), type.dtype, "zeros", here), type.shape,
                              false};
  const detail::Residence place = place_of(graph);
  return graph.add_node(std::make_shared<const trace::ApplicationOf<trace::ConstantParams>>(
                            trace::constant_p, std::move(zeros)),
                        {}, here, {&place, 1});
}

}  // namespace

Graph record(const char* who, const Graph& origin, std::span<const Aval> inputs,
             const std::function<Arrays(std::span<const Array> inputs)>& f) {
  trace::Tracing tracing(trace::Tracing::Of::function, who, detail::user_line({}));
  Arrays values;
  for (const Aval& aval : inputs) values.push_back(tracing.input(aval, place_of(origin)));
  Graph graph = tracing.finish(f(values));
  BERTH_ASSERT(tracing.captures().empty());
  return graph;
}

Graph select_outputs(Graph graph, std::span<const int> numbers, std::span<const Aval> types) {
  BERTH_ASSERT(numbers.size() == types.size());
  std::vector<ValueId> outputs;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    outputs.push_back(numbers[i] < 0 ? add_zeros(graph, types[i])
                                     : graph.outputs()[static_cast<std::size_t>(numbers[i])]);
  }
  graph.set_outputs(std::move(outputs));
  return graph;
}

Graph select_inputs(Graph graph, std::span<const int> numbers, std::span<const Aval> types) {
  BERTH_ASSERT(numbers.size() == types.size());
  const std::vector<ValueId> inputs(graph.inputs().begin(), graph.inputs().end());
  const detail::Residence place = place_of(graph);
  std::vector<ValueId> selected;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    selected.push_back(numbers[i] < 0 ? graph.add_input(types[i], place)
                                      : inputs[static_cast<std::size_t>(numbers[i])]);
  }
  graph.reorder_inputs(std::move(selected));
  return graph;
}

Graph inputs_first(Graph graph, const std::vector<bool>& flags) {
  std::vector<int> order = numbers_of(flags);
  const std::vector<int> others = numbers_of(flags, false);
  order.insert(order.end(), others.begin(), others.end());
  Avals types;
  for (const int number : order) {
    types.push_back(graph.aval(graph.inputs()[static_cast<std::size_t>(number)]));
  }
  return select_inputs(std::move(graph), order, types);
}

std::vector<int> numbers_to(std::size_t end) {
  std::vector<int> numbers(end);
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

std::vector<int> numbers_of(const std::vector<bool>& flags, bool set) {
  std::vector<int> numbers;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    if (flags[i] == set) numbers.push_back(static_cast<int>(i));
  }
  return numbers;
}

}  // namespace berth::transform
