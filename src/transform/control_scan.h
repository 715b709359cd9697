#pragma once

#include <cstddef>

#include "trace/graph_ref.h"
#include "trace/primitive.h"
#include "transform/control_loop.h"

namespace berth::transform {

struct ScanParams {
  trace::GraphRef body;  ///< From constants, carry and elements to carry and elements.
  std::size_t constants = 0;
  std::size_t carried = 0;
  Steps steps;
  bool operator==(const ScanParams&) const = default;
};

/// A carry that goes through the steps, each of which takes elements of `xs` and makes elements of
/// `ys`. Operands: constants, carry, `xs`. Linear in those operands in which the body is. JAX:
/// `scan_p`.
extern const trace::Primitive<ScanParams> scan_p;

Arrays scan_jvp(const trace::Forward& at, const ScanParams& params);
Arrays scan_transpose(const trace::Backward& at, const ScanParams& params);
Arrays scan_batch(const trace::Batch& at, const ScanParams& params);

lower::Values scan_lower(lower::Emitter& out, std::span<const lower::Value> operands,
                         std::span<const Aval> results, const ScanParams& params);

}  // namespace berth::transform
