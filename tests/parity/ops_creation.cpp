#include "berth/ops.h"
#include "parity/params.h"
#include "parity/table.h"

namespace berth::parity {
namespace {

Create create_of(const Params& params) {
  const std::optional<DType> dtype = dtype_of(params);
  return dtype ? Create(*dtype) : Create();
}

// Bounds are scalars, of the kinds that the case has.
Array arange_of(Operands x, const Create& create) {
  const ScalarValue zero = ScalarValue::of(0), one = ScalarValue::of(1);
  if (x.size() == 1) return detail::arange(zero, x[0].scalar(), one, create, {});
  const ScalarValue step = x.size() == 3 ? x[2].scalar() : one;
  return detail::arange(x[0].scalar(), x[1].scalar(), step, create, {});
}

}  // namespace

void add_creation(Table& table) {
  table["zeros"] = [](Operands, const Params& p) {
    return Arrays{zeros(shape_of(p), create_of(p))};
  };
  table["ones"] = [](Operands, const Params& p) { return Arrays{ones(shape_of(p), create_of(p))}; };
  table["full"] = [](Operands x, const Params& p) {
    return Arrays{full(shape_of(p), x[0], create_of(p))};
  };
  table["eye"] = [](Operands, const Params& p) {
    return Arrays{eye(p["n"].get<int>(), p["m"].get<int>(), p["k"].get<int>(), create_of(p))};
  };
  table["iota"] = [](Operands, const Params& p) {
    return Arrays{iota(shape_of(p), p["axis"].get<int>(), create_of(p))};
  };
  table["zeros_like"] = [](Operands x, const Params&) { return Arrays{zeros_like(x[0])}; };
  table["ones_like"] = [](Operands x, const Params&) { return Arrays{ones_like(x[0])}; };
  table["full_like"] = [](Operands x, const Params&) { return Arrays{full_like(x[0], x[1])}; };
  table["arange"] = [](Operands x, const Params& p) { return Arrays{arange_of(x, create_of(p))}; };
  table["linspace"] = [](Operands x, const Params& p) {
    return Arrays{linspace(x[0], x[1], p["num"].get<std::int64_t>(),
                           {.endpoint = p.value("endpoint", true)}, create_of(p))};
  };
}

}  // namespace berth::parity
