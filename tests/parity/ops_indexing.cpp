#include "berth/ops.h"
#include "parity/params.h"
#include "parity/table.h"

namespace berth::parity {
namespace {

std::optional<std::int64_t> bound_of(const Params& value) {
  if (value.is_null()) return std::nullopt;
  return value.get<std::int64_t>();
}

// A part of an index as cases_indexing.py writes it; of the arrays, `next` is consumed.
Index part_of(const Params& part, const Operand*& next) {
  if (part.is_number()) return part.get<std::int64_t>();
  if (part.is_array()) {
    return Slice(bound_of(part[0]), bound_of(part[1]), bound_of(part[2]).value_or(1));
  }
  if (part == "ellipsis") return ellipsis;
  if (part == "newaxis") return newaxis;
  return *(next++)->array();
}

// The index of a case, whose arrays are `arrays`.
std::vector<Index> index_of(const Params& params, Operands arrays) {
  const Operand* next = arrays.data();
  std::vector<Index> index;
  for (const Params& part : params["index"]) index.push_back(part_of(part, next));
  return index;
}

Array indexed(Operands x, const Params& params) {
  const std::vector<Index> index = index_of(params, x.subspan(1));
  const Array& array = *x[0].array();
  if (index.size() == 1) return array[index[0]];
  return in_braces(index, [&](std::initializer_list<Index> list) { return array[list]; });
}

Array updated(Operands x, const Params& params) {
  const AtRef at(*x[0].array(), index_of(params, x.subspan(2)));
  const auto update = params["update"].get<std::string>();
  return update == "add"   ? at.add(x[1])
         : update == "mul" ? at.mul(x[1])
         : update == "min" ? at.min(x[1])
         : update == "max" ? at.max(x[1])
                           : at.set(x[1]);
}

OutOfBounds mode_of(const Params& params) {
  const auto mode = params.value("mode", std::string("fill"));
  return mode == "clip"   ? OutOfBounds::clip
         : mode == "wrap" ? OutOfBounds::wrap
                          : OutOfBounds::fill;
}

Array taken(Operands x, const Params& params) {
  if (!params.contains("axis")) return take(x[0], x[1], mode_of(params));
  return take(x[0], x[1], params["axis"].get<int>(), mode_of(params));
}

Array sliced(const Operand& x, const Params& params) {
  using Numbers = std::vector<std::int64_t>;
  return slice(x, params["starts"].get<Numbers>(), params["limits"].get<Numbers>(),
               params.value("strides", Numbers()));
}

}  // namespace

void add_indexing(Table& table) {
  table["index"] = [](Operands x, const Params& p) { return Arrays{indexed(x, p)}; };
  table["at"] = [](Operands x, const Params& p) { return Arrays{updated(x, p)}; };
  table["take"] = [](Operands x, const Params& p) { return Arrays{taken(x, p)}; };
  table["take_along_axis"] = [](Operands x, const Params& p) {
    return Arrays{take_along_axis(x[0], x[1], p["axis"].get<int>())};
  };
  table["dynamic_slice"] = [](Operands x, const Params& p) {
    return Arrays{dynamic_slice(x[0], x.subspan(1), shape_of(p, "sizes"))};
  };
  table["dynamic_update_slice"] = [](Operands x, const Params&) {
    return Arrays{dynamic_update_slice(x[0], x[1], x.subspan(2))};
  };
  table["slice"] = [](Operands x, const Params& p) { return Arrays{sliced(x[0], p)}; };
  table["nonzero"] = [](Operands x, const Params&) { return nonzero(x[0]); };
}

}  // namespace berth::parity
