#include "transform/forward.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "berth/error.h"
#include "berth/ops/creation.h"
#include "trace/tracing.h"

namespace berth::transform {
namespace {

using trace::Graph;
using trace::Node;
using trace::ValueId;

bool is_zero(const Array& tangent) { return tangent.state() == nullptr; }

Arrays instantiated(std::span<const Array> tangents, std::span<const Array> like) {
  Arrays all(tangents.begin(), tangents.end());
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (is_zero(all[i])) all[i] = zeros_like(like[i]);
  }
  return all;
}

bool has_tangents(const Graph& graph, const Node& node) {
  for (int i = 0; i < node.result_count; ++i) {
    if (is_differentiable(graph.aval(node.first_result + i).dtype)) return true;
  }
  return false;
}

Arrays tangents_of(const Graph& graph, const Node& node, const trace::Forward& at,
                   const char* who) {
  const Arrays zeros(static_cast<std::size_t>(node.result_count));
  if (std::ranges::all_of(at.dx, is_zero) || !has_tangents(graph, node)) return zeros;
  const trace::Application& application = *node.application;
  if (application.has_jvp()) return application.jvp(at);
  if (application.has_transpose()) {
    return trace::perform(node.application, instantiated(at.dx, at.x), node.here);
  }
  throw Error(ErrorCode::unimplemented,
              fmt::format("[{}] {} has no derivative", who, application.name()), node.here);
}

/// The results of one node, then their tangents.
struct Results {
  Arrays all;
  const Array& y(int k) const { return all[static_cast<std::size_t>(k)]; }
  const Array& dy(int k) const { return all[all.size() / 2 + static_cast<std::size_t>(k)]; }
};

Results differentiated(const Graph& graph, const Node& node, const Arrays& x, const Arrays& dx,
                       const char* who, bool apart) {
  if (node.application->has_jvp_with_results() && !std::ranges::all_of(dx, is_zero)) {
    const detail::Origin origin(node.here);
    return {node.application->jvp_with_results({x, {}, dx, node.application, apart})};
  }
  Arrays all = trace::perform(node.application, x, node.here, graph.residences(node));
  const detail::Origin origin(node.here);
  const Arrays dy = tangents_of(graph, node, {x, all, dx, node.application, apart}, who);
  all.insert(all.end(), dy.begin(), dy.end());
  return {std::move(all)};
}

}  // namespace

bool is_differentiable(DType dtype) { return is_floating(dtype) || is_complex(dtype); }

Duals jvp(const Graph& graph, const Duals& inputs, const char* who, bool apart) {
  const auto count = static_cast<std::size_t>(graph.value_count());
  Duals values{Arrays(count), Arrays(count)};
  const auto set = [&](ValueId id, const Array& primal, const Array& tangent) {
    values.primals[static_cast<std::size_t>(id)] = primal;
    if (is_differentiable(primal.dtype())) {
      values.tangents[static_cast<std::size_t>(id)] = tangent;
    }
  };
  const auto select = [](const Arrays& from, std::span<const ValueId> ids) {
    Arrays selected;
    for (const ValueId id : ids) selected.push_back(from[static_cast<std::size_t>(id)]);
    return selected;
  };

  for (std::size_t i = 0; i < graph.inputs().size(); ++i) {
    set(graph.inputs()[i], inputs.primals[i], inputs.tangents[i]);
  }
  for (const Node& node : graph.nodes()) {
    const Arrays x = select(values.primals, node.operands);
    const Arrays dx = select(values.tangents, node.operands);
    const Results results = differentiated(graph, node, x, dx, who, apart);
    for (int k = 0; k < node.result_count; ++k) {
      set(node.first_result + k, results.y(k), results.dy(k));
    }
  }
  return {select(values.primals, graph.outputs()), select(values.tangents, graph.outputs())};
}

}  // namespace berth::transform
