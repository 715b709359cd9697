#pragma once

#include <optional>
#include <string>
#include <vector>

#include "benchmarks/measure.h"
#include "berth/device.h"

namespace berth::bench {

/// What a row may cost.
struct Budget {
  enum class Of { none, ratio, time, extra };

  Of of = Of::none;
  double limit = 0;  ///< Of `extra` and `time` in seconds.

  /// berth may take `limit` times as long as the floor.
  static Budget ratio(double limit) { return {Of::ratio, limit}; }
  /// berth may take so long.
  static Budget time(Seconds limit) { return {Of::time, limit.count()}; }
  /// berth may take so much longer than the floor.
  static Budget extra(Seconds limit) { return {Of::extra, limit.count()}; }
};

/// One line of the table, to be measured.
struct Row {
  std::string what;
  Sampler berth;
  Sampler floor = {};           ///< What cannot be beaten.
  std::string floor_name = {};  ///< "execute, destroy"
  Budget budget = {};
  std::string jax = {};  ///< What jax_peer.py calls it. Empty: it has no such thing.
  std::optional<int> rounds = std::nullopt;  ///< Of slow ones: fewer.
};

/// Where the rows are measured.
struct Place {
  Device device;
  Device other;  ///< Where a copy between devices goes; `device` itself if there is one only.
};

std::vector<Row> eager_rows(const Place& place);
std::vector<Row> jit_rows(const Place& place);
std::vector<Row> put_rows(const Place& place);
std::vector<Row> get_rows(const Place& place);
std::vector<Row> ledger_rows(const Place& place);
std::vector<Row> startup_rows(const Place& place);
std::vector<Row> include_rows();

/// What a child of `startup_rows` does: `arguments` follow "--startup".
void start_up(const std::vector<std::string>& arguments);

}  // namespace berth::bench
