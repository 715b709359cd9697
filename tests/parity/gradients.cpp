#include <utility>

#include "berth/grad.h"
#include "berth/ops.h"
#include "parity/table.h"

namespace berth::parity {
namespace {

using Operands = std::span<const Operand>;
using Params = nlohmann::json;

bool is_inexact(const Array& x) { return is_floating(x.dtype()) || is_complex(x.dtype()); }

Array weighted_sum(const Array& y, const Array& weights) {
  return sum(is_complex(y.dtype()) ? (real(y) + imag(y)) * weights : y * weights);
}

// The operands of `op`: those with gradients, which are arguments, among those without.
class Function {
 public:
  Function(const Op& op, Operands operands, const Params& params) : op_(op), params_(params) {
    for (const Operand& x : operands) {
      fixed_.push_back(*x.array());
      varies_.push_back(is_inexact(*x.array()));
    }
  }

  Arrays arguments() const {
    Arrays varying;
    for (std::size_t i = 0; i < fixed_.size(); ++i) {
      if (varies_[i]) varying.push_back(fixed_[i]);
    }
    return varying;
  }

  Array operator()(const Arrays& arguments) const {
    Arrays all = fixed_;
    auto next = arguments.begin();
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (varies_[i]) all[i] = *next++;
    }
    return op_(std::vector<Operand>(all.begin(), all.end()), params_)[0];
  }

 private:
  const Op& op_;
  const Params& params_;
  Arrays fixed_;
  std::vector<bool> varies_;
};

}  // namespace

// "grad" of the operation `of`: its value, then the gradients of a sum of its elements with the
// weights that are the last operand; then those of the sum of these gradients, if `order` is 2.
void add_gradients(Table& table) {
  table["grad"] = [operations = table](Operands operands, const Params& params) {
    const Array weights = *operands.back().array();
    const Function f(operations.at(params["of"].get<std::string>()),
                     operands.first(operands.size() - 1), params);
    const Arrays x = f.arguments();
    const auto first = [&](const Arrays& at) {
      return grad([&](const Arrays& y) { return weighted_sum(f(y), weights); })(at);
    };

    Arrays results = {f(x)};
    for (const Array& gradient : first(x)) results.push_back(gradient);
    if (params["order"] == 2) {
      const auto sum_of_gradients = [&](const Arrays& at) {
        Array total;
        for (const Array& gradient : first(at)) {
          const Array part = weighted_sum(gradient, ones_like(real(gradient)));
          total = total.state() == nullptr ? part : total + part;
        }
        return total;
      };
      for (const Array& gradient : grad(sum_of_gradients)(x)) results.push_back(gradient);
    }
    return results;
  };
}

}  // namespace berth::parity
