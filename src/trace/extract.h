#pragma once

#include <span>

#include "trace/graph.h"

namespace berth::trace {

/// The part of `graph` that computes `outputs` of `inputs`, which may be any of its values.
///
/// Its inputs are those, in this order, needed or not; what made them is left out.
Graph extract(const Graph& graph, std::span<const ValueId> inputs,
              std::span<const ValueId> outputs);

/// By ValueId: which values depend on any of `sources`.
std::vector<bool> dependents(const Graph& graph, std::span<const ValueId> sources);

}  // namespace berth::trace
