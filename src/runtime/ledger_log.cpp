#include "runtime/ledger_log.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <utility>

namespace berth::runtime {
namespace {

/// The ledgers that see every thread.
struct EveryThread {
  std::atomic<int> count = 0;  // so that nobody takes the lock while there are none
  std::mutex mutex;
  std::vector<std::shared_ptr<LedgerLog>> logs;
};

// Never destroyed: threads may record while the process ends.
EveryThread& every_thread() {
  static EveryThread& instance = *new EveryThread();
  return instance;
}

/// Where the end of one piece of work is to be written.
struct Written {
  std::shared_ptr<LedgerLog> log;
  std::size_t number;
};

}  // namespace

std::size_t LedgerLog::add(Entry&& entry) {
  const std::lock_guard lock(mutex_);
  entries_.push_back(std::move(entry));
  return entries_.size() - 1;
}

void LedgerLog::set_done(std::size_t number, std::int64_t when_ns) {
  const std::lock_guard lock(mutex_);
  entries_[number].row.done_ns = when_ns;
  entries_[number].work.reset();
}

std::vector<LedgerRow> LedgerLog::rows() const {
  const std::lock_guard lock(mutex_);
  std::vector<LedgerRow> rows;
  rows.reserve(entries_.size());
  for (const Entry& entry : entries_) {
    rows.push_back(entry.row);
    if (entry.work && entry.work->has_ended()) {
      rows.back().done_ns = now_ns();
    }
    if (entry.row.kind == LedgerRow::Kind::copy) {
      rows.back().what = to_string(entry.dtype, entry.shape);
    }
  }
  return rows;
}

bool recording() {
  return !scopes().ledgers.empty() || every_thread().count.load(std::memory_order_relaxed) > 0;
}

std::int64_t now_ns() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
}

void record(LedgerLog::Entry&& entry, const WorkRef& work) {
  entry.row.scope = scopes().name;
  const bool has_ended = !work || work->has_ended();
  if (has_ended) {
    entry.row.done_ns = now_ns();
  } else {
    entry.work = work;
  }
  EveryThread& every = every_thread();
  const auto& mine = scopes().ledgers;
  const bool others = every.count.load(std::memory_order_relaxed) > 0;
  const bool only_one = mine.size() == 1 && !others;
  std::vector<Written> written;
  const auto add_to = [&](const std::shared_ptr<LedgerLog>& log) {
    const std::size_t number = log->add(only_one ? std::move(entry) : LedgerLog::Entry(entry));
    if (!has_ended) {
      written.push_back({log, number});
    }
  };
  for (const auto& log : mine) add_to(log);
  if (others) {
    const std::lock_guard lock(every.mutex);
    for (const auto& log : every.logs) add_to(log);
  }
  if (!written.empty()) {
    Work::on_end(work, [written = std::move(written)](const Failure*) noexcept {
      const std::int64_t now = now_ns();
      for (const Written& place : written) place.log->set_done(place.number, now);
    });
  }
}

void open_for_all_threads(std::shared_ptr<LedgerLog> log) {
  EveryThread& every = every_thread();
  const std::lock_guard lock(every.mutex);
  every.logs.push_back(std::move(log));
  ++every.count;
}

void close_for_all_threads(const LedgerLog* log) {
  EveryThread& every = every_thread();
  const std::lock_guard lock(every.mutex);
  std::erase_if(every.logs, [&](const auto& open) { return open.get() == log; });
  --every.count;
}

}  // namespace berth::runtime
