#include "berth/ledger.h"

#include <algorithm>

#include "runtime/ledger_log.h"

namespace berth {
namespace {

template <class Wanted>
std::int64_t bytes_moved(const runtime::LedgerLog& log, Wanted wanted) {
  std::int64_t bytes = 0;
  log.for_each([&](const LedgerRow& row) {
    if (row.kind == LedgerRow::Kind::copy && wanted(row)) bytes += row.bytes_moved;
  });
  return bytes;
}

}  // namespace

struct Ledger::State {
  std::shared_ptr<runtime::LedgerLog> log = std::make_shared<runtime::LedgerLog>();
  bool all_threads = false;
};

Ledger::Ledger(LedgerOptions options) : state_(std::make_shared<State>()) {
  state_->all_threads = options.all_threads;
  if (options.all_threads) {
    runtime::open_for_all_threads(state_->log);
  } else {
    runtime::scopes().ledgers.push_back(state_->log);
  }
}

Ledger::~Ledger() {
  if (state_->all_threads) {
    runtime::close_for_all_threads(state_->log.get());
  } else {
    std::erase(runtime::scopes().ledgers, state_->log);
  }
}

std::vector<LedgerRow> Ledger::rows() const { return state_->log->rows(); }

std::vector<LedgerRow> Ledger::transfers() const {
  std::vector<LedgerRow> transfers = rows();
  std::erase_if(transfers, [](const LedgerRow& row) { return row.kind != LedgerRow::Kind::copy; });
  return transfers;
}

std::int64_t Ledger::bytes() const {
  return bytes_moved(*state_->log, [](const LedgerRow&) { return true; });
}

std::int64_t Ledger::bytes(Direction wanted) const {
  return bytes_moved(*state_->log, [&](const LedgerRow& row) { return direction(row) == wanted; });
}

std::int64_t Ledger::bytes(Reason wanted) const {
  return bytes_moved(*state_->log, [&](const LedgerRow& row) { return row.reason == wanted; });
}

Direction direction(const LedgerRow& row) {
  if (!row.from) return Direction::host_to_device;
  return row.to ? Direction::device_to_device : Direction::device_to_host;
}

std::string_view to_string(Reason reason) {
  switch (reason) {
    case Reason::put:
      return "put";
    case Reason::get:
      return "get";
    case Reason::create:
      return "create";
    case Reason::implicit:
      return "implicit";
    case Reason::run_on:
      return "run_on";
    case Reason::scalar:
      return "scalar";
    case Reason::read:
      return "read";
    case Reason::autodiff:
      return "autodiff";
  }
  return "unknown";
}

std::string_view to_string(Direction direction) {
  switch (direction) {
    case Direction::host_to_device:
      return "host_to_device";
    case Direction::device_to_device:
      return "device_to_device";
    case Direction::device_to_host:
      return "device_to_host";
  }
  return "unknown";
}

}  // namespace berth
