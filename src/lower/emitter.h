#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/aval.h"
#include "core/scalar.h"
#include "trace/graph.h"

/// StableHLO text in generic form. The one printer: rules call it, nothing else writes MLIR.
namespace berth::lower {

/// "tensor<2x3xf32>". Throws `Error(unimplemented)` for a type that StableHLO has not.
std::string tensor_type(const Aval& aval);
std::string tensor_type(DType dtype, const Shape& shape);
/// "f32", "i1", "complex<f32>".
std::string_view element_type(DType dtype);

/// "array<i64: 0, 1>"; "array<i64>" when empty.
std::string i64_array(std::span<const std::int64_t> values);
std::string i64_array(std::span<const int> values);
/// "dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>", row-major.
std::string i64_matrix(std::span<const std::int64_t> values, std::int64_t rows,
                       std::int64_t columns);
/// "dense<0x3F800000> : tensor<f32>": floats by their bits, so that nothing is rounded.
std::string dense_splat(const ScalarBits& value, const Shape& shape);

/// Writes the operations of one function. Handed to the `lower` rules of primitives.
class Emitter {
 public:
  /// Writes `results = "stablehlo.name"(operands) {attributes}`; attributes in MLIR's syntax,
  /// `dimensions = array<i64: 0>`, separated by commas. A name with a dot brings its dialect:
  /// "chlo.erf", which engines expand themselves.
  Value op(std::string_view name, std::span<const Value> operands, const Aval& result,
           std::string_view attributes = {});
  Value op(std::string_view name, std::initializer_list<Value> operands, const Aval& result,
           std::string_view attributes = {});

  /// The same with several results, and regions or none: each is called with the values of its
  /// block, whose types are `block_types`, and returns what `stablehlo.return` gives back.
  using Region = std::function<Values(Emitter& out, std::span<const Value> arguments)>;
  Values op_with_regions(std::string_view name, std::span<const Value> operands,
                         std::span<const Aval> results, std::string_view attributes,
                         std::span<const Avals> block_types, std::span<const Region> regions);

  /// Writes what the outputs of `graph` need, with `inputs` as its inputs; returns its outputs.
  Values graph(const trace::Graph& graph, std::span<const Value> inputs);

  /// A constant with every element `value`.
  Value splat(const ScalarBits& value, const Shape& shape);

  /// The name of the primitive being lowered.
  std::string_view primitive() const { return primitive_; }

 private:
  friend class ModuleWriter;

  Values define(std::span<const Aval> results);
  void open(std::span<const Value> results, std::string_view name, std::span<const Value> operands);
  void close(std::span<const Value> operands, std::span<const Value> results,
             std::string_view attributes);
  void line_start();

  std::string text_;
  std::string_view primitive_;
  int next_id_ = 0;
  int depth_ = 0;
};

/// The rule of a primitive that is one StableHLO operation of its own name, without attributes.
template <class Params>
Values by_name(Emitter& out, std::span<const Value> operands, std::span<const Aval> results,
               const Params& /*params*/) {
  return {out.op(out.primitive(), operands, results[0])};
}

}  // namespace berth::lower
