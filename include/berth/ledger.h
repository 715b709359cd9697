#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "berth/sharding.h"
#include "berth/source_location.h"

namespace berth {

/// Why bytes moved.
enum class Reason : std::uint8_t {
  put,       ///< `device_put` and its kin.
  get,       ///< `device_get` and `copy_to_host_async`.
  create,    ///< Host data given to `array` and other creation functions.
  implicit,  ///< An uncommitted operand followed a committed one, or the default device.
  run_on,    ///< An operand was brought to where `run_on` says.
  scalar,    ///< A C++ scalar or a static index: counted, never guarded.
  read,      ///< `item` and printing.
  autodiff,  ///< A gradient went back where its value came from: the line is that of `device_put`.
};
std::string_view to_string(Reason reason);

/// From host memory, between devices (and memory kinds), or to host memory.
enum class Direction : std::uint8_t { host_to_device, device_to_device, device_to_host };
std::string_view to_string(Direction direction);

/// One copy, or one execution.
struct LedgerRow {
  enum class Kind : std::uint8_t { copy, execution };

  Kind kind = Kind::copy;
  std::string what = {};  ///< "f32[2, 3]" of a copy; the operation's name of an execution.
  std::optional<Sharding> from = {};         ///< Empty: host memory of the program.
  std::optional<Sharding> to = {};           ///< Empty: host memory of the program.
  std::int64_t bytes_asked = 0;              ///< Of the value; 0 for an execution.
  std::int64_t bytes_moved = 0;              ///< 0 where memory was shared.
  Reason reason = Reason::put;               ///< Of a copy.
  Here where = {};                           ///< The user's line.
  std::string scope = {};                    ///< Of `named_scope`.
  std::int64_t issued_ns = 0;                ///< Nanoseconds of `std::chrono::steady_clock`.
  std::optional<std::int64_t> done_ns = {};  ///< Of the same clock; empty while under way.
};

struct LedgerOptions {
  /// Records what every thread does; otherwise this thread, and those that entered its scopes.
  bool all_threads = false;
};

/// Records every copy and every execution as long as it lives. Ledgers nest; each sees all.
///
///     const Ledger ledger;
///     train_step(params, batch);
///     std::cout << ledger.table();
class [[nodiscard]] Ledger {
 public:
  explicit Ledger(LedgerOptions options = {});
  ~Ledger();
  Ledger(const Ledger&) = delete;
  Ledger& operator=(const Ledger&) = delete;

  /// What was recorded so far, in the order of issue.
  std::vector<LedgerRow> rows() const;
  /// Copies only.
  std::vector<LedgerRow> transfers() const;
  /// Bytes moved by copies: of all, in one direction, or for one reason.
  std::int64_t bytes() const;
  std::int64_t bytes(Direction direction) const;
  std::int64_t bytes(Reason reason) const;

  /// Two tables: by edge ("cpu:0 -> cpu:1") and by source line; copies, bytes, reasons.
  std::string table() const;

 private:
  struct State;
  std::shared_ptr<State> state_;
};

Direction direction(const LedgerRow& row);

/// Totals of the process since its start, always counted.
struct TransferCounters {
  std::int64_t copies = 0;
  std::int64_t bytes_asked = 0;
  std::int64_t bytes_moved = 0;
};
TransferCounters transfer_counters(Direction direction);
TransferCounters transfer_counters(Direction direction, Reason reason);

}  // namespace berth
