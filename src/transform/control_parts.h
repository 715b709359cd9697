#pragma once

#include <span>
#include <string>
#include <vector>

#include "berth/detail/traced_call.h"
#include "trace/graph.h"

/// How users' functions become parts of one control-flow primitive.
namespace berth::transform {

/// Graphs that take the same inputs: captures, then arguments.
struct Parts {
  std::vector<trace::Graph> graphs;
  Arrays captures;  ///< What any of the functions took from outside.
};

/// Traces `functions`, all for arguments of these types, for `who`, which was called at `here`.
/// They will run where `operands` and captures are together.
/// Throws `DeviceMismatchError`; `Error(unimplemented)` if their values live in several places.
Parts trace_parts(const char* who, std::span<detail::LeafFunction* const> functions,
                  std::span<const Aval> arguments, std::span<const Array> operands, Here here);

/// A loop as its caller describes it.
struct Loop {
  const char* who;
  Here here;
  std::vector<detail::LeafFunction*> functions;  ///< The last is the body.
  Arrays init = {};                              ///< The carry before the first step.
  std::vector<std::string> names = {};           ///< Of the carry's leaves, for errors.
  Avals elements = {};  ///< Further arguments of a step: what it takes of `xs`.
  Arrays xs = {};
  /// The carry's, and whether the body returns it as the first of a pair; none: nothing to check.
  TreeStructure carry = {};
  bool returns_pair = false;
};

/// Traces the functions for the carry and the elements. A weakly typed initial carry takes the type
/// that the body returns for it, as in JAX: `init` changes.
/// Throws `Error(invalid_argument)` unless the body returns a carry like the one that it gets.
Parts trace_loop(Loop& loop);

/// "carry.w" for each leaf of a tree that errors call `tree`.
std::vector<std::string> leaf_names(const std::string& tree, const TreeStructure& structure);

/// Throws `Error(invalid_argument)`: "[who] text".
[[noreturn]] void refuse(const char* who, const std::string& text, Here here);

/// The types of arrays that a user passed. Throws `Error(invalid_argument)` for an empty one.
Avals avals_of(std::span<const Array> arrays, const char* who, Here here);

/// Whether they differ in shape or element type.
bool differ(const Aval& a, const Aval& b);
/// "f32[2, 3]".
std::string type_text(const Aval& aval);

}  // namespace berth::transform
