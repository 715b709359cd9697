#include <optional>

#include "berth/ops.h"
#include "parity/params.h"
#include "parity/table.h"

namespace berth::parity {
namespace {

bool keepdims_of(const Params& params) { return params.value("keepdims", false); }

// The two overloads of a reduction: over all axes, and over those of the case.
template <class Options>
void add(Table& table, const std::string& name, Array (*over_all)(const Operand&),
         Array (*over)(const Operand&, const Axes&, Options),
         Options (*options)(const Params& params)) {
  table[name] = [=](Operands x, const Params& params) {
    const std::optional<Axes> axes = axes_of(params);
    return Arrays{axes ? over(x[0], *axes, options(params)) : over_all(x[0])};
  };
}

Reduce reduce_options(const Params& params) {
  return {.dtype = dtype_of(params), .keepdims = keepdims_of(params)};
}

Keep keep_options(const Params& params) { return {.keepdims = keepdims_of(params)}; }

Variance variance_options(const Params& params) {
  return {.ddof = params.value("ddof", 0.0), .keepdims = keepdims_of(params)};
}

void add_place(Table& table, const std::string& name, Array (*over_all)(const Operand&),
               Array (*over)(const Operand&, int, Keep)) {
  table[name] = [=](Operands x, const Params& params) {
    return Arrays{params.contains("axis") ? over(x[0], params["axis"], keep_options(params))
                                          : over_all(x[0])};
  };
}

void add_networks(Table& table) {
  using Unary = Array (*)(const Operand&);
  const std::map<std::string, Unary> unary = {
      {"relu", relu}, {"sigmoid", sigmoid}, {"silu", silu}, {"softplus", softplus}};
  for (const auto& [name, function] : unary) {
    table[name] = [f = function](Operands x, const Params&) { return Arrays{f(x[0])}; };
  }
  table["gelu"] = [](Operands x, const Params& params) {
    return Arrays{gelu(x[0], {.approximate = params.value("approximate", true)})};
  };
  table["softmax"] = [](Operands x, const Params& params) {
    return Arrays{softmax(x[0], axes_of(params).value_or(-1))};
  };
  table["log_softmax"] = [](Operands x, const Params& params) {
    return Arrays{log_softmax(x[0], axes_of(params).value_or(-1))};
  };
  table["logsumexp"] = [](Operands x, const Params& params) {
    const std::optional<Axes> axes = axes_of(params);
    return Arrays{axes ? logsumexp(x[0], *axes, keepdims_of(params)) : logsumexp(x[0])};
  };
}

}  // namespace

void add_reductions(Table& table) {
  add<Reduce>(table, "sum", sum, sum, reduce_options);
  add<Reduce>(table, "prod", prod, prod, reduce_options);
  add<Reduce>(table, "mean", mean, mean, reduce_options);
  add<Variance>(table, "var", var, var, variance_options);
  add<Variance>(table, "std", berth::std, berth::std, variance_options);
  add<Keep>(table, "max", max, max, keep_options);
  add<Keep>(table, "min", min, min, keep_options);
  add<Keep>(table, "any", any, any, keep_options);
  add<Keep>(table, "all", all, all, keep_options);
  add<Keep>(table, "count_nonzero", count_nonzero, count_nonzero, keep_options);
  add_place(table, "argmax", argmax, argmax);
  add_place(table, "argmin", argmin, argmin);
  add_networks(table);
}

}  // namespace berth::parity
