#include "core/promotion.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "berth/error.h"
#include "core/scalar.h"

namespace berth {
namespace {

// The nodes of the lattice: the element types by number, then the three weak types.
using Node = std::size_t;
using Nodes = std::uint64_t;  // a set of nodes

constexpr Node weak_int = 32;
constexpr Node weak_float = 33;
constexpr Node weak_complex = 34;
constexpr Node node_count = 35;

constexpr Node node(DType dtype) { return static_cast<Node>(dtype); }
constexpr Nodes only(Node n) { return Nodes{1} << n; }

constexpr bool contains(Nodes set, Node n) { return (set & only(n)) != 0; }

constexpr std::array small_integers = {DType::int1,  DType::int2,  DType::int4,
                                       DType::uint1, DType::uint2, DType::uint4};
constexpr std::array small_floats = {
    DType::float4_e2m1fn, DType::float8_e3m4,        DType::float8_e4m3,
    DType::float8_e4m3fn, DType::float8_e4m3b11fnuz, DType::float8_e4m3fnuz,
    DType::float8_e5m2,   DType::float8_e5m2fnuz,    DType::float8_e8m0fnu};

// For each node, itself and all that it promotes to. Storage types promote to nothing.
constexpr auto upper_bounds = [] {
  std::array<Nodes, node_count> up = {};
  for (Node n = 0; n < node_count; ++n) up[n] = only(n);
  const auto promotes = [&](Node from, Node to) { up[from] |= up[to]; };
  const auto to_type = [&](Node from, DType to) { promotes(from, node(to)); };

  // From the top down, so that what a node gets is complete.
  to_type(node(complex64), complex128);
  to_type(weak_complex, complex64);
  to_type(node(float64), complex128);
  to_type(node(float32), float64);
  to_type(node(float32), complex64);
  to_type(node(float16), float32);
  to_type(node(bfloat16), float32);
  promotes(weak_float, weak_complex);
  to_type(weak_float, float16);
  to_type(weak_float, bfloat16);
  for (const DType t : small_floats) to_type(weak_float, t);
  promotes(node(int64), weak_float);
  promotes(node(uint64), weak_float);
  to_type(node(int32), int64);
  to_type(node(uint32), int64);
  to_type(node(uint32), uint64);
  to_type(node(int16), int32);
  to_type(node(uint16), int32);
  to_type(node(uint16), uint32);
  to_type(node(int8), int16);
  to_type(node(uint8), int16);
  to_type(node(uint8), uint16);
  to_type(weak_int, int8);
  to_type(weak_int, uint8);
  for (const DType t : small_integers) to_type(weak_int, t);
  promotes(node(bool_), weak_int);
  return up;
}();

Node node_of(const ResultType& type) {
  if (!type.weak_type || type.dtype == DType::bool_) return node(type.dtype);
  if (is_complex(type.dtype)) return weak_complex;
  return is_floating(type.dtype) ? weak_float : weak_int;
}

ResultType type_of_node(Node n) {
  switch (n) {
    case weak_int:
      return {DType::int32, true};
    case weak_float:
      return {DType::float32, true};
    case weak_complex:
      return {DType::complex64, true};
    default:
      return {static_cast<DType>(n), false};
  }
}

// The least of the nodes that all of `operands` promote to; none if there is no such.
std::optional<Node> least_upper_bound(Nodes operands) {
  Nodes common = ~Nodes{0};
  for (Node n = 0; n < node_count; ++n) {
    if (contains(operands, n)) common &= upper_bounds[n];
  }
  for (Node n = 0; n < node_count; ++n) {
    if (contains(common, n) && (common & ~upper_bounds[n]) == 0) return n;
  }
  return std::nullopt;
}

[[noreturn]] void refuse(std::span<const ResultType> operands, const char* who, Here here) {
  std::vector<std::string_view> names;
  for (const ResultType& type : operands) {
    const std::string_view one = name(type.dtype);
    if (std::ranges::find(names, one) == names.end()) names.push_back(one);
  }
  throw Error(ErrorCode::invalid_argument,
              fmt::format("[{}] {} have no common type, since types for storage do not promote: "
                          "convert with astype",
                          who, fmt::join(names, " and ")),
              here);
}

}  // namespace

ResultType type_of(ScalarValue::Kind kind) {
  return {default_dtype(kind), kind != ScalarValue::Kind::boolean};
}

DType inexact_dtype(DType dtype) {
  if (is_floating(dtype) || is_complex(dtype)) return dtype;
  return bitsize(dtype) == 64 ? DType::float64 : DType::float32;
}

ResultType result_type(std::span<const ResultType> operands, const char* who, Here here) {
  BERTH_ASSERT(!operands.empty());
  const bool all_weak = std::ranges::all_of(operands, &ResultType::weak_type);
  const DType first = operands[0].dtype;
  if (std::ranges::all_of(operands, [&](const ResultType& t) { return t.dtype == first; })) {
    return {first, all_weak && first != DType::bool_};
  }

  // Weak types among themselves promote as the types they have now, and stay weak.
  Nodes nodes = 0;
  for (const ResultType& type : operands) {
    nodes |= only(all_weak ? node(type.dtype) : node_of(type));
  }
  const std::optional<Node> bound = least_upper_bound(nodes);
  if (!bound) refuse(operands, who, here);
  ResultType result = type_of_node(*bound);
  result.weak_type = (result.weak_type || all_weak) && result.dtype != DType::bool_;
  return result;
}

DType promote_types(DType a, DType b) {
  const std::array<ResultType, 2> operands = {{{a, false}, {b, false}}};
  return result_type(operands, "promote_types", {}).dtype;
}

}  // namespace berth
