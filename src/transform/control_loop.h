#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "transform/batching.h"
#include "transform/control_parts.h"
#include "transform/linear_map.h"

/// What `while_loop` and `scan` share.
namespace berth::transform {

/// As long as the first function of `loop` holds. The last carry.
Arrays run_while(Loop loop);

/// How often, and in which order.
struct Steps {
  std::int64_t length = 0;
  bool reverse = false;
  int unroll = 1;
  bool operator==(const Steps&) const = default;
};
/// The last carry, then what each step returned beside it, stacked.
Arrays run_scan(Loop loop, const Steps& steps);

/// Of what a rule makes of a body: which outputs have a tangent, or a batch.
std::vector<bool> reached(const JointDerivative& derivative);
std::vector<bool> reached(const LinearSplit& split);
inline const std::vector<bool>& reached(const BatchedGraph& batched) { return batched.batched; }

/// A body's inputs that are carried from step to step.
struct CarrySlots {
  std::size_t first;
  std::size_t count;
};

/// `derive(inputs)` of a loop's body. What it reaches in one step goes in at the next, so that
/// `inputs` grows until nothing is new.
template <class Derive>
auto until_stable(std::vector<bool>& inputs, CarrySlots carry, Derive&& derive) {
  while (true) {
    auto derived = derive(inputs);
    const std::vector<bool>& outputs = reached(derived);
    bool grew = false;
    for (std::size_t i = 0; i < carry.count; ++i) {
      if (inputs[carry.first + i] || !outputs[i]) continue;
      inputs[carry.first + i] = true;
      grew = true;
    }
    if (!grew) return derived;
  }
}

/// A loop made of a graph: where each input of its body comes from and where each result goes to.
class LoopPlan {
 public:
  enum class Group : std::uint8_t {
    constants,
    carry,
    elements,  ///< Of `xs`, and of `ys`.
  };

  /// Input `number` of the graph is of this group, and so is `operand`. Behind those before it.
  void add_input(Group group, std::size_t number, Array operand);
  /// Output `number` of the graph, or zeros of this type for -1. The loop's result is number
  /// `destination` of those that `results` returns.
  void add_output(Group group, int number, Aval type, std::size_t destination);

  Arrays operands() const;
  trace::Graph body(trace::Graph graph) const;
  /// A graph that takes the same, but knows only the inputs below `end`.
  trace::Graph taking_inputs(trace::Graph graph, std::size_t end) const;
  std::size_t size(Group group) const { return inputs_[index(group)].size(); }
  bool has_outputs() const { return !outputs().empty(); }

  /// `count` arrays, of which those that are nobody's destination are empty.
  Arrays results(std::span<const Array> of_loop, std::size_t count) const;

 private:
  struct Input {
    int number;
    Array operand;
  };
  struct Output {
    int number;
    Aval type;
    std::size_t destination;
  };
  static std::size_t index(Group group) { return static_cast<std::size_t>(group); }
  std::vector<Input> inputs() const;
  std::vector<Output> outputs() const;

  std::array<std::vector<Input>, 3> inputs_;    // by group
  std::array<std::vector<Output>, 3> outputs_;  // likewise; constants have none
};

std::vector<bool> section(const std::vector<bool>& flags, std::size_t first, std::size_t count);

}  // namespace berth::transform
