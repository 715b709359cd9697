#include "transform/control_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "berth/error.h"
#include "core/array_state.h"
#include "core/promotion.h"
#include "placement/place.h"
#include "transform/arrays.h"
#include "transform/derived_graph.h"
#include "transform/jit_program.h"
#include "transform/trace_function.h"

namespace berth::transform {
namespace {

using trace::Graph;

placement::Place place_of(const char* who, std::span<const Array> arrays, Here here) {
  std::vector<Operand> operands;
  for (const Array& array : arrays) operands.emplace_back(array, here);
  return placement::place(who, operands, nullptr, here);
}

// Arrays without a value, for a trace to begin with.
Arrays stand_ins(std::span<const Aval> avals, const placement::Place& place) {
  Arrays result;
  for (const Aval& aval : avals) {
    result.push_back(abstract_array(aval, {place.sharding, place.committed, place.placed_at}));
  }
  return result;
}

// All that the functions captured, each once.
Arrays union_of_captures(std::span<const TracedFunction> functions) {
  Arrays all;
  std::map<const detail::ArrayState*, bool> seen;
  for (const TracedFunction& function : functions) {
    for (const Array& capture : function.captures) {
      if (seen.try_emplace(capture.state().get()).second) all.push_back(capture);
    }
  }
  return all;
}

// The function's graph with all `captures` as its first inputs, used or not.
Graph with_captures(TracedFunction function, std::span<const Array> captures) {
  const std::size_t count = function.graph.inputs().size() - function.captures.size();
  std::vector<int> numbers;
  Avals types;
  for (const Array& capture : captures) {
    const auto own = std::ranges::find(function.captures, capture.state(), &Array::state);
    const auto number = own - function.captures.begin() + static_cast<std::ptrdiff_t>(count);
    numbers.push_back(own != function.captures.end() ? static_cast<int>(number) : -1);
    types.push_back(capture.state()->aval);
  }
  const std::vector<int> arguments = numbers_to(count);
  numbers.insert(numbers.end(), arguments.begin(), arguments.end());
  const Avals of_arguments = function.graph.avals(function.graph.inputs().first(count));
  types.insert(types.end(), of_arguments.begin(), of_arguments.end());
  return select_inputs(std::move(function.graph), numbers, types);
}

void check_structure(const Loop& loop) {
  if (loop.carry.nodes() == nullptr) return;
  const TreeStructure result = loop.functions.back()->result_structure();
  const std::string different =
      detail::difference(loop.carry, loop.returns_pair ? detail::part_of(result, 0) : result);
  if (different.empty()) return;
  refuse(loop.who,
         fmt::format("a step gets one carry and returns another, {}: it must return what it gets, "
                     "with other values",
                     different),
         loop.here);
}

// JAX: `_promote_weak_typed_inputs`.
bool promote_weak(Loop& loop, std::span<const Aval> returned) {
  bool changed = false;
  for (std::size_t i = 0; i < loop.init.size(); ++i) {
    const Aval& given = loop.init[i].state()->aval;
    if (!given.weak_type || !differ(given, returned[i])) continue;
    const std::array types = {type_of(given), type_of(returned[i])};
    loop.init[i] = loop.init[i].astype(result_type(types, loop.who, loop.here).dtype, loop.here);
    changed = true;
  }
  return changed;
}

void check_types(const Loop& loop, std::span<const Aval> returned) {
  for (std::size_t i = 0; i < loop.init.size(); ++i) {
    const Aval& given = loop.init[i].state()->aval;
    if (!differ(given, returned[i])) continue;
    refuse(
        loop.who,
        fmt::format("{} is {} before a step and {} after it: a step must return the types that it "
                    "gets; convert its result, or the initial carry",
                    loop.names[i], type_text(given), type_text(returned[i])),
        loop.here);
  }
}

Parts trace_once(const Loop& loop) {
  Avals arguments = avals_of(loop.init, loop.who, loop.here);
  arguments.insert(arguments.end(), loop.elements.begin(), loop.elements.end());
  Parts parts =
      trace_parts(loop.who, loop.functions, arguments, joined(loop.init, loop.xs), loop.here);
  check_structure(loop);
  return parts;
}

}  // namespace

Parts trace_parts(const char* who, std::span<detail::LeafFunction* const> functions,
                  std::span<const Aval> arguments, std::span<const Array> operands, Here here) {
  placement::Place place = place_of(who, operands, here);
  while (true) {
    using Brings = trace::Tracing::Brings;
    const Brings brings = place.reason == Reason::run_on ? Brings::all : Brings::uncommitted;
    std::vector<TracedFunction> traced;
    for (detail::LeafFunction* function : functions) {
      traced.push_back(trace_function(who, *function, stand_ins(arguments, place), here,
                                      &place.sharding, brings));
    }
    Arrays captures = union_of_captures(traced);
    const placement::Place together = place_of(who, joined(operands, captures), here);
    if (together.sharding != place.sharding) {  // a capture decides: the functions run there
      place = together;
      continue;
    }
    Parts parts;
    for (TracedFunction& function : traced) {
      check_one_place(who, function.graph, place.sharding, here);
      parts.graphs.push_back(with_captures(std::move(function), captures));
    }
    parts.captures = std::move(captures);
    return parts;
  }
}

Parts trace_loop(Loop& loop) {
  Parts parts = trace_once(loop);
  if (promote_weak(loop, parts.graphs.back().output_avals())) parts = trace_once(loop);
  check_types(loop, parts.graphs.back().output_avals());
  return parts;
}

std::vector<std::string> leaf_names(const std::string& tree, const TreeStructure& structure) {
  std::vector<std::string> names = structure.paths();
  for (std::string& name : names) name = name.empty() ? tree : tree + "." + name;
  return names;
}

void refuse(const char* who, const std::string& text, Here here) {
  throw Error(ErrorCode::invalid_argument, fmt::format("[{}] {}", who, text), here);
}

Avals avals_of(std::span<const Array> arrays, const char* who, Here here) {
  Avals avals;
  for (const Array& array : arrays) avals.push_back(detail::state_of(array, who, here).aval);
  return avals;
}

bool differ(const Aval& a, const Aval& b) { return a.shape != b.shape || a.dtype != b.dtype; }

std::string type_text(const Aval& aval) { return to_string(aval.dtype, aval.shape); }

}  // namespace berth::transform
