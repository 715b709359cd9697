#pragma once

#include <cstddef>
#include <functional>
#include <span>

#include "berth/array.h"
#include "trace/graph.h"

/// How the rules of control flow make graphs of graphs.
namespace berth::transform {

/// What `f` records for inputs of these types, which live where `origin` does. It may use nothing
/// else from outside.
trace::Graph record(const char* who, const trace::Graph& origin, std::span<const Aval> inputs,
                    const std::function<Arrays(std::span<const Array> inputs)>& f);

/// `graph` with the outputs of these numbers; for -1, zeros of the type in that place of `types`.
trace::Graph select_outputs(trace::Graph graph, std::span<const int> numbers,
                            std::span<const Aval> types);

/// `graph` with the inputs of these numbers, in this order: all that it has, and for -1 one that it
/// does not use, of the type in that place of `types`.
trace::Graph select_inputs(trace::Graph graph, std::span<const int> numbers,
                           std::span<const Aval> types);

/// `graph` with the inputs for which a flag is set before the others.
trace::Graph inputs_first(trace::Graph graph, const std::vector<bool>& flags);

/// 0, 1, ... `end` - 1.
std::vector<int> numbers_to(std::size_t end);
/// The numbers of the flags that are set, or are not.
std::vector<int> numbers_of(const std::vector<bool>& flags, bool set = true);

}  // namespace berth::transform
