#include "trace/graph_ref.h"

#include <algorithm>
#include <utility>

#include "core/hash.h"

namespace berth::trace {
namespace {

std::size_t hash_of_graph(const Graph& graph) {
  Hasher hasher;
  for (const ValueId id : graph.inputs()) hasher.add(graph.aval(id));
  for (const Node& node : graph.nodes()) {
    hasher.add(node.application->hash());
    hasher.add(node.operands);
  }
  hasher.add(graph.outputs());
  return hasher.value();
}

bool same_node(const Node& a, const Node& b) {
  return a.first_result == b.first_result && a.operands == b.operands &&
         a.application->equals(*b.application);
}

// Results have the types that primitives infer, so that those of the inputs decide.
bool same_graph(const Graph& a, const Graph& b) {
  return std::ranges::equal(a.inputs(), b.inputs()) && a.input_avals() == b.input_avals() &&
         std::ranges::equal(a.outputs(), b.outputs()) &&
         std::ranges::equal(a.nodes(), b.nodes(), same_node);
}

}  // namespace

GraphRef::GraphRef(Graph graph) {
  const std::size_t hash = hash_of_graph(graph);
  held_ = std::make_shared<const Held>(Held{std::move(graph), hash});
}

bool operator==(const GraphRef& a, const GraphRef& b) {
  return a.held_ == b.held_ || (a.hash() == b.hash() && same_graph(*a, *b));
}

}  // namespace berth::trace
