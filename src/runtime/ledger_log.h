#pragma once

#include <boost/container/deque.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "berth/dtype.h"
#include "berth/ledger.h"
#include "berth/shape.h"
#include "runtime/scopes.h"
#include "runtime/work.h"

namespace berth::runtime {

/// What one `Ledger` has recorded. Scopes of other threads may share it, and outlive the ledger.
class LedgerLog {
 public:
  /// A row whose `what` is printed only when somebody reads it: recording must be quick.
  struct Entry {
    LedgerRow row = {};
    DType dtype = DType::float32;  // of a copy
    Shape shape = {};              // of a copy
    WorkRef work = nullptr;        // until `set_done`
  };

  /// Returns the number of the entry.
  std::size_t add(Entry&& entry);
  void set_done(std::size_t number, std::int64_t when_ns);

  /// Work that a caller has waited for is done in them, whether or not `set_done` has come.
  std::vector<LedgerRow> rows() const;
  /// Calls `visit(const LedgerRow&)` for each, without its `what` for a copy.
  template <class F>
  void for_each(F&& visit) const {
    const std::lock_guard lock(mutex_);
    for (const Entry& entry : entries_) visit(entry.row);
  }

 private:
  // The standard one asks for memory at every entry of this size.
  using Entries = boost::container::deque<
      Entry, void, boost::container::deque_options<boost::container::block_size<64>>::type>;

  mutable std::mutex mutex_;
  Entries entries_;
};

/// Whether a ledger is open that sees what this thread does.
bool recording();

/// The time of rows.
std::int64_t now_ns();

/// Writes `entry` to all ledgers that see this thread. It is done when `work` has ended; null: now.
void record(LedgerLog::Entry&& entry, const WorkRef& work);

/// Ledgers of all threads.
void open_for_all_threads(std::shared_ptr<LedgerLog> log);
void close_for_all_threads(const LedgerLog* log);

}  // namespace berth::runtime
