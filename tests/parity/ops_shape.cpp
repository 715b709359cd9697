#include "berth/ops.h"
#include "parity/params.h"
#include "parity/table.h"

namespace berth::parity {
namespace {

std::vector<PadWidth> widths_of(const Params& params) {
  std::vector<PadWidth> widths;
  for (const Params& width : params["widths"]) {
    widths.push_back({width[0].get<std::int64_t>(), width[1].get<std::int64_t>()});
  }
  return widths;
}

// Shapes as reshape takes them, with -1.
Array reshaped(const Operand& x, const Params& params) {
  std::vector<Dim> dims;
  for (const Params& dim : params["shape"]) dims.emplace_back(dim.get<std::int64_t>());
  return in_braces(dims, [&](std::initializer_list<Dim> list) { return reshape(x, list); });
}

void add_joins(Table& table) {
  table["concatenate"] = [](Operands x, const Params& p) {
    return Arrays{concatenate(arrays_of(x), p.value("axis", 0))};
  };
  table["stack"] = [](Operands x, const Params& p) {
    return Arrays{stack(arrays_of(x), p.value("axis", 0))};
  };
  table["split"] = [](Operands x, const Params& p) {
    return split(x[0], p["sections"].get<int>(), p["axis"].get<int>());
  };
}

void add_copies(Table& table) {
  table["broadcast_to"] = [](Operands x, const Params& p) {
    return Arrays{broadcast_to(x[0], shape_of(p))};
  };
  table["tile"] = [](Operands x, const Params& p) {
    return Arrays{tile(x[0], shape_of(p, "repeats"))};
  };
  table["repeat"] = [](Operands x, const Params& p) {
    return Arrays{repeat(x[0], p["repeats"].get<std::int64_t>(), p["axis"].get<int>())};
  };
  table["pad"] = [](Operands x, const Params& p) {
    return Arrays{x.size() == 1 ? pad(x[0], widths_of(p)) : pad(x[0], widths_of(p), x[1])};
  };
}

}  // namespace

void add_shapes(Table& table) {
  table["reshape"] = [](Operands x, const Params& p) { return Arrays{reshaped(x[0], p)}; };
  table["ravel"] = [](Operands x, const Params&) { return Arrays{ravel(x[0])}; };
  table["expand_dims"] = [](Operands x, const Params& p) {
    return Arrays{expand_dims(x[0], *axes_of(p))};
  };
  table["squeeze"] = [](Operands x, const Params& p) {
    const std::optional<Axes> axes = axes_of(p);
    return Arrays{axes ? squeeze(x[0], *axes) : squeeze(x[0])};
  };
  table["transpose"] = [](Operands x, const Params& p) {
    const std::optional<Axes> axes = axes_of(p);
    return Arrays{axes ? transpose(x[0], *axes) : transpose(x[0])};
  };
  table["swapaxes"] = [](Operands x, const Params& p) {
    return Arrays{swapaxes(x[0], p["axis1"].get<int>(), p["axis2"].get<int>())};
  };
  table["moveaxis"] = [](Operands x, const Params& p) {
    return Arrays{moveaxis(x[0], *axes_of(p, "source"), *axes_of(p, "destination"))};
  };
  table["flip"] = [](Operands x, const Params& p) { return Arrays{flip(x[0], *axes_of(p))}; };
  add_joins(table);
  add_copies(table);
}

}  // namespace berth::parity
