#include "transform/control_loop.h"

#include <utility>

#include "transform/derived_graph.h"

namespace berth::transform {
namespace {

using trace::Graph;

std::vector<bool> has_number(const std::vector<int>& numbers) {
  std::vector<bool> result;
  for (const int number : numbers) result.push_back(number >= 0);
  return result;
}

template <class T, std::size_t n>
std::vector<T> all_groups(const std::array<std::vector<T>, n>& groups) {
  std::vector<T> all;
  for (const std::vector<T>& group : groups) all.insert(all.end(), group.begin(), group.end());
  return all;
}

}  // namespace

std::vector<bool> reached(const JointDerivative& derivative) {
  return has_number(derivative.outputs);
}
std::vector<bool> reached(const LinearSplit& split) { return has_number(split.outputs); }

void LoopPlan::add_input(Group group, std::size_t number, Array operand) {
  inputs_[index(group)].push_back({static_cast<int>(number), std::move(operand)});
}

void LoopPlan::add_output(Group group, int number, Aval type, std::size_t destination) {
  outputs_[index(group)].push_back({number, std::move(type), destination});
}

std::vector<LoopPlan::Input> LoopPlan::inputs() const { return all_groups(inputs_); }
std::vector<LoopPlan::Output> LoopPlan::outputs() const { return all_groups(outputs_); }

Arrays LoopPlan::operands() const {
  Arrays operands;
  for (const Input& input : inputs()) operands.push_back(input.operand);
  return operands;
}

Graph LoopPlan::taking_inputs(Graph graph, std::size_t end) const {
  std::vector<int> numbers;
  Avals types;
  for (const Input& input : inputs()) {
    const bool is_known = input.number < static_cast<int>(end);
    numbers.push_back(is_known ? input.number : -1);
    types.push_back(input.operand.state()->aval);
  }
  return select_inputs(std::move(graph), numbers, types);
}

Graph LoopPlan::body(Graph graph) const {
  std::vector<int> numbers;
  Avals types;
  for (const Output& output : outputs()) {
    numbers.push_back(output.number);
    types.push_back(output.type);
  }
  const std::size_t end = graph.inputs().size();
  return select_outputs(taking_inputs(std::move(graph), end), numbers, types);
}

Arrays LoopPlan::results(std::span<const Array> of_loop, std::size_t count) const {
  Arrays results(count);
  const std::vector<Output> all = outputs();
  for (std::size_t i = 0; i < all.size(); ++i) results[all[i].destination] = of_loop[i];
  return results;
}

std::vector<bool> section(const std::vector<bool>& flags, std::size_t first, std::size_t count) {
  const auto begin = flags.begin() + static_cast<std::ptrdiff_t>(first);
  return {begin, begin + static_cast<std::ptrdiff_t>(count)};
}

}  // namespace berth::transform
