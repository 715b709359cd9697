#include <algorithm>

#include "berth/ops/arithmetic.h"
#include "berth/ops/select.h"
#include "berth/ops/shape.h"
#include "ops/derivatives.h"
#include "trace/tracing.h"
#include "transform/arrays.h"
#include "transform/batching.h"
#include "transform/control_cond.h"
#include "transform/control_parts.h"
#include "transform/derived_graph.h"
#include "transform/linear_map.h"

/// Derivatives and batches of one of several graphs: each rule makes all branches take and return
/// the same.
namespace berth::transform {
namespace {

using trace::Graph;

constexpr const char* who = "cond";
constexpr int absent = -1;

/// The numbers of outputs that only some branches have: those that any has.
std::vector<bool> any_has(std::span<const std::vector<int>> numbers) {
  std::vector<bool> any(numbers[0].size());
  for (const std::vector<int>& of_branch : numbers) {
    for (std::size_t i = 0; i < any.size(); ++i) any[i] = any[i] || of_branch[i] != absent;
  }
  return any;
}

bool has_any(const std::vector<bool>& flags) {
  return std::ranges::find(flags, true) != flags.end();
}

template <class T>
std::vector<T> chosen(const std::vector<T>& all, const std::vector<bool>& which) {
  std::vector<T> result;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (which[i]) result.push_back(all[i]);
  }
  return result;
}

// The number that each output has among those that there are.
std::vector<int> numbers_among(const std::vector<bool>& which) {
  std::vector<int> numbers;
  int next = 0;
  for (const bool is_there : which) numbers.push_back(is_there ? next++ : absent);
  return numbers;
}

Arrays with_index(const Array& index, std::span<const Array> operands) {
  return joined(Arrays{index}, operands);
}

// Results and tangents from one cond.
Arrays jvp_together(const trace::Forward& at, const CondParams& params) {
  const auto x = at.x.subspan(1);
  const Compact tangents = compact(at.dx.subspan(1));
  std::vector<JointDerivative> derivatives;
  std::vector<std::vector<int>> numbers;
  for (const trace::GraphRef& branch : params.branches) {
    derivatives.push_back(
        differentiate(*branch, present(at.dx.subspan(1)), who, detail::user_line({})));
    numbers.push_back(derivatives.back().outputs);
  }
  const std::vector<bool> any = any_has(numbers);

  CondParams together;
  for (JointDerivative& derivative : derivatives) {
    const auto outputs = derivative.outputs.size();
    std::vector<int> selected = numbers_to(outputs);
    Avals types = params.branches[0]->output_avals();
    for (std::size_t i = 0; i < outputs; ++i) {
      if (!any[i]) continue;
      const int number = derivative.outputs[i];
      selected.push_back(number == absent ? absent : static_cast<int>(outputs) + number);
      types.push_back(types[i]);
    }
    together.branches.emplace_back(select_outputs(std::move(derivative.graph), selected, types));
  }
  const Arrays results =
      trace::bind_all(cond_p, together, with_index(at.x[0], joined(x, tangents.arrays)));
  const auto all = std::span(results);
  return joined(all.first(any.size()), spread(all.subspan(any.size()), numbers_among(any)));
}

/// The residuals of all branches together. Those that are operands need no result to carry them;
/// for the others the branches share results, where the types are equal.
class Residuals {
 public:
  explicit Residuals(std::span<const LinearSplit> splits) {
    for (const LinearSplit& split : splits) add(split);
  }

  const Avals& results() const { return results_; }
  const std::vector<int>& operands() const { return operands_; }

  /// Of branch `i`: which residual each result carries, and which one each operand is.
  std::vector<int> in_results(std::size_t i) const { return padded(in_results_[i], results_); }
  std::vector<int> in_operands(std::size_t i) const { return padded(in_operands_[i], operands_); }

 private:
  template <class T>
  static std::vector<int> padded(std::vector<int> numbers, const std::vector<T>& like) {
    numbers.resize(like.size(), absent);
    return numbers;
  }

  void add(const LinearSplit& split) {
    const Graph& known = split.known;
    const auto residuals = known.outputs().last(split.residuals);
    std::vector<int> in_results(results_.size(), absent);
    std::vector<int> in_operands(operands_.size(), absent);
    for (std::size_t k = 0; k < residuals.size(); ++k) {
      const auto input = std::ranges::find(known.inputs(), residuals[k]);
      const std::size_t place = input != known.inputs().end()
                                    ? operand(static_cast<int>(input - known.inputs().begin()))
                                    : result(known.aval(residuals[k]), in_results);
      std::vector<int>& numbers = input != known.inputs().end() ? in_operands : in_results;
      if (place >= numbers.size()) numbers.resize(place + 1, absent);
      numbers[place] = static_cast<int>(k);
    }
    in_results_.push_back(std::move(in_results));
    in_operands_.push_back(std::move(in_operands));
  }

  std::size_t operand(int number) {
    const auto found = std::ranges::find(operands_, number);
    const auto place = static_cast<std::size_t>(found - operands_.begin());
    if (found == operands_.end()) operands_.push_back(number);
    return place;
  }

  std::size_t result(const Aval& type, const std::vector<int>& taken) {
    for (std::size_t i = 0; i < results_.size(); ++i) {
      const bool is_free = i >= taken.size() || taken[i] == absent;
      if (is_free && !differ(results_[i], type)) return i;
    }
    results_.push_back(type);
    return results_.size() - 1;
  }

  Avals results_;
  std::vector<int> operands_;
  std::vector<std::vector<int>> in_results_;
  std::vector<std::vector<int>> in_operands_;
};

std::vector<int> shifted(std::vector<int> numbers, std::size_t by) {
  for (int& number : numbers) number += number == absent ? 0 : static_cast<int>(by);
  return numbers;
}

template <class T>
void append(std::vector<T>& to, const std::vector<T>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

// Results and residuals from one cond, and the tangents, which depend linearly on theirs, from
// another.
Arrays jvp_apart(const trace::Forward& at, const CondParams& params) {
  const auto x = at.x.subspan(1);
  const Compact tangents = compact(at.dx.subspan(1));
  std::vector<LinearSplit> splits;
  std::vector<std::vector<int>> numbers;
  for (const trace::GraphRef& branch : params.branches) {
    splits.push_back(split_linear(*branch, present(at.dx.subspan(1)), who, detail::user_line({})));
    numbers.push_back(splits.back().outputs);
  }
  const std::vector<bool> any = any_has(numbers);
  const std::size_t outputs = any.size();
  if (!has_any(any)) return joined(trace::perform(at.self, at.x), Arrays(outputs));
  const Residuals residuals(splits);

  Avals known_types = params.branches[0]->output_avals();
  const Avals tangent_types = chosen(known_types, any);
  append(known_types, residuals.results());
  Arrays of_operands;
  for (const int number : residuals.operands()) {
    of_operands.push_back(x[static_cast<std::size_t>(number)]);
  }
  Avals linear_types = residuals.results();
  append(linear_types, avals_of(of_operands, who, {}));
  append(linear_types, avals_of(tangents.arrays, who, {}));

  CondParams known;
  CondParams linear;
  for (std::size_t i = 0; i < splits.size(); ++i) {
    LinearSplit& split = splits[i];
    std::vector<int> results = numbers_to(outputs);
    append(results, shifted(residuals.in_results(i), outputs));
    known.branches.emplace_back(select_outputs(std::move(split.known), results, known_types));

    std::vector<int> inputs = residuals.in_results(i);
    append(inputs, residuals.in_operands(i));
    append(inputs, shifted(numbers_to(tangents.arrays.size()), split.residuals));
    linear.branches.emplace_back(
        select_outputs(select_inputs(std::move(split.linear), inputs, linear_types),
                       chosen(split.outputs, any), tangent_types));
  }
  const Arrays results = trace::bind_all(cond_p, known, at.x);
  const auto all = std::span(results);
  const Arrays operands = joined(joined(all.subspan(outputs), of_operands), tangents.arrays);
  return joined(
      all.first(outputs),
      spread(trace::bind_all(cond_p, linear, with_index(at.x[0], operands)), numbers_among(any)));
}

}  // namespace

Arrays cond_jvp(const trace::Forward& at, const CondParams& params) {
  return at.apart ? jvp_apart(at, params) : jvp_together(at, params);
}

Arrays cond_transpose(const trace::Backward& at, const CondParams& params) {
  const std::vector<bool> known = present(at.x.subspan(1));
  const Compact residuals = compact(at.x.subspan(1));
  const Compact cotangents = compact(at.ct);
  std::vector<Transposed> transposes;
  std::vector<std::vector<int>> numbers;
  for (const trace::GraphRef& branch : params.branches) {
    transposes.push_back(transpose(inputs_first(*branch, known), residuals.arrays.size(),
                                   present(at.ct), who, detail::user_line({})));
    numbers.push_back(transposes.back().outputs);
  }
  const std::vector<bool> any = any_has(numbers);
  if (!has_any(any)) return Arrays(at.x.size());
  const std::vector<int> wanted = numbers_of(known, false);
  Avals types;
  for (const int number : wanted) types.push_back(at.of[static_cast<std::size_t>(number) + 1]);

  CondParams back;
  for (Transposed& transposed : transposes) {
    back.branches.emplace_back(select_outputs(std::move(transposed.graph),
                                              chosen(transposed.outputs, any), chosen(types, any)));
  }
  const Arrays pulled =
      spread(trace::bind_all(cond_p, back,
                             with_index(at.x[0], joined(residuals.arrays, cotangents.arrays))),
             numbers_among(any));
  Arrays results(at.x.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    results[static_cast<std::size_t>(wanted[i]) + 1] = pulled[i];
  }
  return results;
}

// With one index for all, one branch runs for the whole batch; else all do.
Arrays cond_batch(const trace::Batch& at, const CondParams& params) {
  const std::vector<bool> batched(at.batched.begin() + 1, at.batched.end());
  if (!at.batched[0]) {
    CondParams of_batch;
    for (const trace::GraphRef& branch : params.branches) {
      const std::vector<bool> all(branch->outputs().size(), true);
      of_batch.branches.emplace_back(
          batch_graph(*branch, batched, at.size, all, who, detail::user_line({})).graph);
    }
    return trace::bind_all(cond_p, of_batch, at.x);
  }

  const BatchedValues inputs{Arrays(at.x.begin() + 1, at.x.end()), batched};
  Arrays results;
  for (std::size_t k = 0; k < params.branches.size(); ++k) {
    BatchedValues outputs = batch(*params.branches[k], inputs, at.size, who);
    for (std::size_t i = 0; i < outputs.values.size(); ++i) {
      const Array value = ops::with_batch(outputs.values[i], outputs.batched[i], at.size);
      if (k == 0) {
        results.push_back(value);
        continue;
      }
      std::vector<std::int64_t> dims(static_cast<std::size_t>(value.ndim()), 1);
      dims[0] = at.size;
      // The first branch also is that of indices below, and the last that of those above.
      const Array is_it =
          at.x[0].dtype() == bool_ ? at.x[0] : at.x[0] >= static_cast<std::int64_t>(k);
      results[i] = where(reshape(is_it, Shape(dims)), value, results[i]);
    }
  }
  return results;
}

}  // namespace berth::transform
