#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "berth/source_location.h"
#include "core/array_state.h"
#include "core/aval.h"
#include "trace/primitive.h"

namespace berth::trace {

/// A value of a graph, by number: each is defined before it is used, so numbers ascend.
using ValueId = int;

struct Node {
  ApplicationRef application;
  std::vector<ValueId> operands;
  ValueId first_result;
  int result_count;
  Here here;  ///< The user's line.
};

/// A typed program in single-assignment form: inputs, nodes in an order of execution, outputs.
///
/// JAX: a jaxpr.
class Graph {
 public:
  ValueId add_input(Aval aval, detail::Residence residence = {});
  /// Infers the results' types. `residences` has an entry for each result, or one for all.
  /// Returns the first result.
  ValueId add_node(ApplicationRef application, std::span<const ValueId> operands, Here here,
                   std::span<const detail::Residence> residences);
  void set_outputs(std::vector<ValueId> outputs) { outputs_ = std::move(outputs); }
  /// The same inputs in another order.
  void reorder_inputs(std::vector<ValueId> inputs) { inputs_ = std::move(inputs); }

  std::span<const ValueId> inputs() const { return inputs_; }
  std::span<const Node> nodes() const { return nodes_; }
  std::span<const ValueId> outputs() const { return outputs_; }
  int value_count() const { return static_cast<int>(avals_.size()); }
  const Aval& aval(ValueId value) const { return avals_[static_cast<std::size_t>(value)]; }
  const detail::Residence& residence(ValueId value) const {
    return residences_[static_cast<std::size_t>(value)];
  }
  /// Of the results of a node.
  std::span<const detail::Residence> residences(const Node& node) const {
    return std::span(residences_)
        .subspan(static_cast<std::size_t>(node.first_result),
                 static_cast<std::size_t>(node.result_count));
  }

  Avals input_avals() const { return avals(inputs_); }
  Avals output_avals() const { return avals(outputs_); }
  Avals avals(std::span<const ValueId> values) const;

 private:
  std::vector<Aval> avals_;                    // by ValueId
  std::vector<detail::Residence> residences_;  // by ValueId
  std::vector<ValueId> inputs_;
  std::vector<Node> nodes_;
  std::vector<ValueId> outputs_;
};

/// Throws `Error(internal)` unless every operand and output is defined before its use and every
/// node's results have the types that its primitive infers.
void check(const Graph& graph);

/// Which values an output needs, by ValueId.
std::vector<bool> live_values(const Graph& graph);

/// As JAX prints a jaxpr: "{ lambda ; a:f32[2]. let b:f32[2] = tanh a in (b,) }", over lines.
std::string to_string(const Graph& graph);

}  // namespace berth::trace
