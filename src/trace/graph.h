#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "berth/source_location.h"
#include "core/aval.h"
#include "trace/primitive.h"

namespace berth::trace {

/// A value of a graph, by number: inputs first, then results in the order of their nodes.
using ValueId = int;

struct Node {
  std::shared_ptr<const Application> application;
  std::vector<ValueId> operands;
  ValueId first_result;
  int result_count;
  Here here;  ///< The user's line.
};

/// A typed program in single-assignment form: inputs, nodes in an order of execution, outputs.
class Graph {
 public:
  ValueId add_input(Aval aval);
  /// Infers the results' types. Returns the first result. Inputs must have been added before.
  ValueId add_node(std::shared_ptr<const Application> application,
                   std::span<const ValueId> operands, Here here);
  void set_outputs(std::vector<ValueId> outputs) { outputs_ = std::move(outputs); }

  int input_count() const { return input_count_; }
  std::span<const Node> nodes() const { return nodes_; }
  std::span<const ValueId> outputs() const { return outputs_; }
  const Aval& aval(ValueId value) const { return avals_[static_cast<std::size_t>(value)]; }

  Avals input_avals() const;
  Avals output_avals() const;

 private:
  std::vector<Aval> avals_;
  std::vector<Node> nodes_;
  std::vector<ValueId> outputs_;
  int input_count_ = 0;
};

/// Throws `Error(internal)` unless every operand and output is defined before its use and every
/// node's results have the types that its primitive infers.
void check(const Graph& graph);

}  // namespace berth::trace
