#include "transform/control_scan.h"

#include <fmt/format.h>

#include "berth/control.h"
#include "core/array_state.h"
#include "ops/derivatives.h"
#include "trace/tracing.h"
#include "transform/arrays.h"

/// `scan` and `map`: a known number of steps.
namespace berth {
namespace transform {
namespace {

Avals scan_infer(std::span<const Aval> /*operands*/, const ScanParams& params) {
  Avals results = params.body->output_avals();
  for (std::size_t i = params.carried; i < results.size(); ++i) {
    results[i].shape = ops::with_batch(results[i].shape, params.steps.length);
  }
  return results;
}

// The size that the leading axes of `xs` have together, and `length`.
std::int64_t common_length(const Loop& loop, const std::vector<std::string>& names,
                           std::optional<std::int64_t> length) {
  if (length && *length < 0) {
    refuse(loop.who, fmt::format("a length of {}: it must not be negative", *length), loop.here);
  }
  std::string first = "the length";
  for (std::size_t i = 0; i < loop.xs.size(); ++i) {
    const Aval& x = detail::state_of(loop.xs[i], loop.who, loop.here).aval;
    if (x.shape.rank() == 0) {
      refuse(loop.who,
             fmt::format("{} is {}, which has no axis to go along: take it from outside, or carry "
                         "it",
                         names[i], type_text(x)),
             loop.here);
    }
    if (length && *length != x.shape[0]) {
      refuse(loop.who,
             fmt::format("{} is {}, which has {} elements along its leading axis, where {} is {}: "
                         "they must agree",
                         names[i], type_text(x), x.shape[0], first, *length),
             loop.here);
    }
    if (!length) first = "that of " + names[i];
    length = x.shape[0];
  }
  if (!length) {
    refuse(loop.who, "nothing says how many steps: give xs with leaves, or a length", loop.here);
  }
  return *length;
}

Avals elements_of(std::span<const Array> xs) {
  Avals elements;
  for (const Array& x : xs) {
    Aval aval = x.state()->aval;
    aval.shape = Shape(aval.shape.dims().subspan(1));
    elements.push_back(std::move(aval));
  }
  return elements;
}

}  // namespace

constinit const trace::Primitive<ScanParams> scan_p{
    .name = "scan",
    .infer = scan_infer,
    .lower = scan_lower,
    .transpose = scan_transpose,
    .batch = scan_batch,
    .jvp_with_results = scan_jvp,
};

Arrays run_scan(Loop loop, const Steps& steps) {
  if (steps.unroll < 1) {
    refuse(loop.who, fmt::format("unroll is {}: it must be at least 1", steps.unroll), loop.here);
  }
  loop.elements = elements_of(loop.xs);
  Parts parts = trace_loop(loop);
  const detail::Origin origin(loop.here);
  return trace::bind_all(scan_p,
                         {.body = std::move(parts.graphs[0]),
                          .constants = parts.captures.size(),
                          .carried = loop.init.size(),
                          .steps = steps},
                         joined(joined(parts.captures, loop.init), loop.xs));
}

}  // namespace transform

Arrays detail::scan_leaves(const ScanTrees& trees, LeafFunction& f, const Arrays& leaves,
                           const ScanOptions& options, Here here) {
  const auto carried = static_cast<std::ptrdiff_t>(trees.carry.num_leaves());
  transform::Loop loop{.who = trees.who,
                       .here = user_line(here),
                       .functions = {&f},
                       .init = Arrays(leaves.begin(), leaves.begin() + carried),
                       .names = transform::leaf_names("carry", trees.carry),
                       .xs = Arrays(leaves.begin() + carried, leaves.end()),
                       .carry = trees.carry,
                       .returns_pair = true};
  const std::int64_t length =
      transform::common_length(loop, transform::leaf_names("xs", trees.xs), options.length);
  return transform::run_scan(
      std::move(loop), {.length = length, .reverse = options.reverse, .unroll = options.unroll});
}

Arrays detail::map_leaves(LeafFunction& f, const Arrays& xs, const TreeStructure& structure,
                          Here here) {
  transform::Loop loop{.who = "map", .here = user_line(here), .functions = {&f}, .xs = xs};
  const std::int64_t length =
      transform::common_length(loop, transform::leaf_names("xs", structure), {});
  return transform::run_scan(std::move(loop), {.length = length});
}

}  // namespace berth
