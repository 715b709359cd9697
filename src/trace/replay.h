#pragma once

#include <span>

#include "berth/array.h"
#include "trace/graph.h"

namespace berth::trace {

/// What `graph` computes of `inputs`, without what no output needs: recorded in this thread's
/// trace, or run at once, operation by operation. Each operation has its own line, and runs where
/// it was traced; a value is let go after its last use.
Arrays replay(const Graph& graph, std::span<const Array> inputs);

}  // namespace berth::trace
