#pragma once

#include <optional>
#include <string>
#include <vector>

#include "benchmarks/row.h"

namespace berth::bench {

/// What was measured for a row: seconds for one call.
struct Measured {
  double berth = 0;
  std::optional<double> floor = std::nullopt;
  std::vector<std::optional<double>> peers = {};
};

bool is_over(const Budget& budget, const Measured& measured);

/// Lines of the table, to be printed as they come.
std::string head_line(const std::vector<std::string>& peers);
std::string line(const Row& row, const Measured& measured);

}  // namespace berth::bench
