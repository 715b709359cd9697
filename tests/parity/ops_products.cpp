#include "berth/ops.h"
#include "parity/params.h"
#include "parity/table.h"

namespace berth::parity {

void add_products(Table& table) {
  using Product = Array (*)(const Operand&, const Operand&);
  const std::map<std::string, Product> products = {
      {"matmul", matmul}, {"dot", dot}, {"vdot", vdot}, {"outer", outer}};
  for (const auto& [name, function] : products) {
    table[name] = [f = function](Operands x, const Params&) { return Arrays{f(x[0], x[1])}; };
  }

  table["tensordot"] = [](Operands x, const Params& p) {
    return Arrays{tensordot(x[0], x[1], p["axes"].get<int>())};
  };
  table["dot_general"] = [](Operands x, const Params& p) {
    using Numbers = std::vector<int>;
    return Arrays{dot_general(x[0], x[1],
                              {.contract_x = p["contract_x"].get<Numbers>(),
                               .contract_y = p["contract_y"].get<Numbers>(),
                               .batch_x = p["batch_x"].get<Numbers>(),
                               .batch_y = p["batch_y"].get<Numbers>()},
                              dtype_of(p))};
  };
}

}  // namespace berth::parity
