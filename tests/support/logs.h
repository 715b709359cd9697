#pragma once

#include <cstddef>
#include <cstdint>

#include "berth/ledger.h"
#include "berth/memory.h"
#include "runtime/program.h"

namespace berth {

/// The copies that this thread makes while it lives. Scalars on their way into operations are
/// left out: they are uploaded once, whichever test comes first.
class TransferLog {
 public:
  std::size_t copies() const {
    std::size_t count = 0;
    for (const LedgerRow& row : ledger_.transfers()) count += row.reason != Reason::scalar;
    return count;
  }
  std::size_t copies(Reason reason) const {
    std::size_t count = 0;
    for (const LedgerRow& row : ledger_.transfers()) count += row.reason == reason;
    return count;
  }
  /// Bytes moved.
  std::int64_t bytes() const { return ledger_.bytes() - ledger_.bytes(Reason::scalar); }
  std::vector<LedgerRow> rows() const { return ledger_.transfers(); }

 private:
  Ledger ledger_;
};

/// Programs that the process has compiled, or loaded from disk, since it was made.
class CompileCount {
 public:
  std::int64_t operator()() const { return total() - before_; }

 private:
  static std::int64_t total() {
    const runtime::CompileCounters counters = runtime::compile_counters();
    return counters.compiled + counters.loaded;
  }
  std::int64_t before_ = total();
};

/// Values that hold memory, above those that did when it was made.
class LiveBuffers {
 public:
  std::int64_t operator()() const { return total() - before_; }

 private:
  static std::int64_t total() { return static_cast<std::int64_t>(live_arrays().size()); }
  std::int64_t before_ = total();
};

}  // namespace berth
