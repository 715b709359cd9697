#include "parity/params.h"

#include <cstdint>
#include <string>

namespace berth::parity {

std::optional<DType> dtype_of(const Params& params) {
  if (!params.contains("dtype")) return std::nullopt;
  return dtype_from_name(params["dtype"].get<std::string>());
}

std::optional<Axes> axes_of(const Params& params, const char* name) {
  if (!params.contains(name)) return std::nullopt;
  return Axes(std::span<const int>(params[name].get<std::vector<int>>()));
}

Shape shape_of(const Params& params, const char* name) {
  return Shape(std::span<const std::int64_t>(params[name].get<std::vector<std::int64_t>>()));
}

Arrays arrays_of(Operands operands) {
  Arrays arrays;
  for (const Operand& operand : operands) arrays.push_back(*operand.array());
  return arrays;
}

}  // namespace berth::parity
