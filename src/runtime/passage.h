#pragma once

#include <cstdint>
#include <optional>

#include "berth/ledger.h"
#include "runtime/transfer.h"
#include "runtime/work.h"

namespace berth::runtime {

/// The gate that every copy passes: the guards of its thread are asked before anything moves, and
/// it is counted and written to the open ledgers when it was issued.
class Passage {
 public:
  struct Copy {
    DType dtype;
    const Shape& shape;            ///< Must outlive the passage.
    std::optional<Sharding> from;  ///< Empty: host memory of the program.
    std::optional<Sharding> to;    ///< Empty: host memory of the program.
    std::int64_t bytes = 0;        ///< What is asked for.
  };
  /// Throws `TransferGuardError`.
  Passage(const Copy& copy, const Cause& cause);

  /// The copy has been issued, and moves `bytes`. It is done when `work` has ended; null: now.
  void issued(std::int64_t bytes, const WorkRef& work);

  /// Whether the guards of this thread let such a copy pass without a word.
  static bool is_free(const Copy& copy, const Cause& cause);

 private:
  const Copy copy_;
  const Cause cause_;
  std::int64_t began_ns_ = 0;  // while a ledger is open
};

}  // namespace berth::runtime
