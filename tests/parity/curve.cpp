#include "parity/curve.h"

#include <fmt/core.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <vector>

namespace berth::parity {
namespace {

constexpr double tolerance = 1e-4;

std::vector<double> read(const std::string& path) {
  std::ifstream in(path);
  std::vector<double> losses{std::istream_iterator<double>(in), {}};
  if (losses.size() < 2) throw std::runtime_error("no curve in " + path);
  return losses;
}

}  // namespace

int follow_curve(const std::string& curve, const std::function<double()>& step) {
  const std::vector<double> expected = read(curve);
  double largest = 0, last = 0;
  std::size_t where = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    last = step();
    const double apart = std::abs(last - expected[i]);
    if (apart <= largest) continue;  // not for a NaN, which is never near
    largest = apart;
    where = i;
    if (!(apart <= tolerance)) {
      fmt::print("step {}: the loss is {}, in JAX {}\n", i, last, expected[i]);
      return 1;
    }
  }
  fmt::print("{} steps, loss {:.6f} to {:.6f}; furthest from JAX at step {}: {:.1e}\n",
             expected.size(), expected.front(), last, where, largest);
  return last < expected.front() ? 0 : 1;
}

}  // namespace berth::parity
