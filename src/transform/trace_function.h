#pragma once

#include <span>

#include "berth/detail/traced_call.h"
#include "trace/graph.h"
#include "trace/tracing.h"

namespace berth::transform {

/// A user's function as a graph. Its inputs are the arguments, then the captures.
struct TracedFunction {
  trace::Graph graph;
  Arrays captures;  ///< What came from outside: concrete arrays, and values of outer traces.
};

/// Traces `f` for arguments like these, for `who`, which was called at `here`. Values that nobody
/// commits live where the committed arguments live, if that is one place; or at `home`, if not
/// null, whither `brings` takes arguments and captures.
TracedFunction trace_function(const char* who, detail::LeafFunction& f,
                              std::span<const Array> arguments, Here here,
                              const Sharding* home = nullptr, trace::Tracing::Brings brings = {});

/// A flag for each leaf of the arguments of `f`: whether it belongs to one of `argnums`.
std::vector<bool> leaves_of(const detail::LeafFunction& f, std::span<const int> argnums);

/// What stands for an array of this type there: it has no value.
Array abstract_array(Aval aval, const detail::Residence& residence);

/// `arguments` and then `captures`: what the graph is called with.
Arrays all_inputs(std::span<const Array> arguments, const TracedFunction& function);

}  // namespace berth::transform
