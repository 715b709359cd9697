#include "transform/control_cond.h"

#include <fmt/format.h>

#include "berth/control.h"
#include "core/array_state.h"
#include "core/scalar.h"
#include "lower/emitter.h"
#include "trace/tracing.h"
#include "transform/arrays.h"
#include "transform/control_parts.h"

/// `cond` and `switch_case`: one of several functions.
namespace berth {
namespace transform {
namespace {

// The types are those of the first branch; a result is weak where it is in all.
Avals cond_infer(std::span<const Aval> /*operands*/, const CondParams& params) {
  Avals results = params.branches[0]->output_avals();
  for (const trace::GraphRef& branch : params.branches) {
    for (std::size_t i = 0; i < results.size(); ++i) {
      results[i].weak_type &= branch->aval(branch->outputs()[i]).weak_type;
    }
  }
  return results;
}

// The index as `case` wants it: int32, in range.
lower::Value branch_number(lower::Emitter& out, lower::Value index, std::size_t branches) {
  const auto as = [&](DType dtype) {
    if (index.aval.dtype != dtype) index = out.op("convert", {index}, {Shape(), dtype});
  };
  if (index.aval.dtype == bool_ || itemsize(index.aval.dtype) < itemsize(int32)) as(int32);
  const DType dtype = index.aval.dtype;
  const auto bound = [&](std::size_t value) {
    return out.splat(convert(ScalarValue::of(value), dtype, "cond", {}), Shape());
  };
  index = out.op("clamp", {bound(0), index, bound(branches - 1)}, {Shape(), dtype});
  as(int32);
  return index;
}

lower::Values cond_lower(lower::Emitter& out, std::span<const lower::Value> operands,
                         std::span<const Aval> results, const CondParams& params) {
  const auto inputs = operands.subspan(1);
  if (params.branches.size() == 1) return out.graph(*params.branches[0], inputs);
  std::vector<lower::Emitter::Region> regions;
  for (const trace::GraphRef& branch : params.branches) {
    regions.emplace_back([&branch, inputs](lower::Emitter& region, std::span<const lower::Value>) {
      return region.graph(*branch, inputs);
    });
  }
  const lower::Value number = branch_number(out, operands[0], params.branches.size());
  return out.op_with_regions("case", {&number, 1}, results, "", std::vector<Avals>(regions.size()),
                             regions);
}

}  // namespace

constinit const trace::Primitive<CondParams> cond_p{
    .name = "cond",
    .infer = cond_infer,
    .lower = cond_lower,
    .transpose = cond_transpose,
    .batch = cond_batch,
    .jvp_with_results = cond_jvp,
};

}  // namespace transform

namespace {

using transform::Parts;
using transform::refuse;

/// The branches of one call, and how errors call them.
struct Branches {
  const char* who;
  std::span<detail::LeafFunction* const> functions;
  std::vector<std::string> names;
};

void check_alike(const Branches& branches, const Parts& parts, Here here) {
  const TreeStructure first = branches.functions[0]->result_structure();
  const std::vector<std::string> results = transform::leaf_names("result", first);
  const Avals expected = parts.graphs[0].output_avals();
  for (std::size_t k = 1; k < branches.functions.size(); ++k) {
    const std::string different =
        detail::difference(first, branches.functions[k]->result_structure());
    if (!different.empty()) {
      refuse(branches.who,
             fmt::format("{} and {} return trees that differ {}: all branches must return alike",
                         branches.names[0], branches.names[k], different),
             here);
    }
    const Avals returned = parts.graphs[k].output_avals();
    for (std::size_t i = 0; i < expected.size(); ++i) {
      if (!transform::differ(expected[i], returned[i])) continue;
      refuse(branches.who,
             fmt::format("{} is {} from {} and {} from {}: all branches must return the same "
                         "types; convert or reshape one",
                         results[i], transform::type_text(expected[i]), branches.names[0],
                         transform::type_text(returned[i]), branches.names[k]),
             here);
    }
  }
}

Arrays choose(const Array& index, const Branches& branches, const Arrays& operands, Here here) {
  const Avals arguments = transform::avals_of(operands, branches.who, here);
  Arrays all = {index};
  all.insert(all.end(), operands.begin(), operands.end());
  Parts parts = transform::trace_parts(branches.who, branches.functions, arguments, all, here);
  check_alike(branches, parts, here);
  all = transform::joined(transform::joined(Arrays{index}, parts.captures), operands);
  transform::CondParams params;
  for (trace::Graph& graph : parts.graphs) params.branches.emplace_back(std::move(graph));
  const detail::Origin origin(here);
  return trace::bind_all(transform::cond_p, params, all);
}

Array scalar_of(const Operand& operand, const char* who, Here here) {
  if (operand.array() == nullptr) return detail::scalar_argument(operand.scalar(), here);
  detail::state_of(*operand.array(), who, here);
  return *operand.array();
}

}  // namespace

Arrays detail::cond_leaves(const Operand& pred, LeafFunction& on_true, LeafFunction& on_false,
                           const Arrays& operands) {
  const Here here = user_line(pred.here());
  Array index = scalar_of(pred, "cond", here);
  if (index.ndim() != 0) {
    refuse("cond",
           fmt::format("the predicate is {}: a scalar is needed; where chooses between elements, "
                       "and vmap maps a cond over a batch",
                       transform::type_text(index.state()->aval)),
           here);
  }
  if (index.dtype() != bool_) index = not_equal({index, here}, 0);
  LeafFunction* const branches[] = {&on_false, &on_true};
  return choose(index, {"cond", branches, {"on_false", "on_true"}}, operands, here);
}

Arrays detail::switch_leaves(const Operand& index, std::span<LeafFunction* const> branches,
                             const Arrays& operands) {
  const Here here = user_line(index.here());
  const Array number = scalar_of(index, "switch_case", here);
  if (number.ndim() != 0 || !is_integer(number.dtype())) {
    refuse("switch_case",
           fmt::format("the index is {}: an integer scalar is needed",
                       transform::type_text(number.state()->aval)),
           here);
  }
  std::vector<std::string> names;
  for (std::size_t i = 0; i < branches.size(); ++i) names.push_back(fmt::format("branch {}", i));
  return choose(number, {"switch_case", branches, std::move(names)}, operands, here);
}

void detail::check_has_branches(std::size_t count, Here here) {
  if (count == 0) refuse("switch_case", "there are no branches: give at least one", here);
}

}  // namespace berth
