#pragma once

#include <span>
#include <string>

#include "berth/device.h"
#include "trace/graph.h"

namespace berth::lower {

/// `graph` as a StableHLO module whose one public function is `main`.
///
/// `result_memory` holds the memory kind of each output; the engine places results there. Of each
/// input that gives its memory to an output, `taken_by` has the output's number, else -1; empty:
/// none does. Equal graphs give equal text, whatever lines they came from.
std::string module_text(const trace::Graph& graph, std::span<const MemoryKind> result_memory,
                        std::span<const int> taken_by = {});

}  // namespace berth::lower
