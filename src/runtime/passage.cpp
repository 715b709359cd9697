#include "runtime/passage.h"

#include <fmt/format.h>

#include <array>
#include <atomic>
#include <string>

#include "runtime/ledger_log.h"
#include "runtime/log.h"
#include "runtime/scopes.h"

namespace berth::runtime {
namespace {

constexpr std::size_t num_directions = 3;
constexpr std::size_t num_reasons = static_cast<std::size_t>(Reason::autodiff) + 1;

struct Counters {
  std::atomic<std::int64_t> copies = 0;
  std::atomic<std::int64_t> bytes_asked = 0;
  std::atomic<std::int64_t> bytes_moved = 0;
};

std::array<std::array<Counters, num_reasons>, num_directions> counters;

Counters& counters_of(Direction direction, Reason reason) {
  return counters[static_cast<std::size_t>(direction)][static_cast<std::size_t>(reason)];
}

Direction direction(const Passage::Copy& copy) {
  if (!copy.from) return Direction::host_to_device;
  return copy.to ? Direction::device_to_device : Direction::device_to_host;
}

enum class Verdict : std::uint8_t { pass, log, refuse };

Verdict judge(Guard level, bool is_explicit) {
  switch (level) {
    case Guard::allow:
      return Verdict::pass;
    case Guard::log:
      return is_explicit ? Verdict::pass : Verdict::log;
    case Guard::disallow:
      return is_explicit ? Verdict::pass : Verdict::refuse;
    case Guard::log_explicit:
      return Verdict::log;
    case Guard::disallow_explicit:
      return Verdict::refuse;
  }
  return Verdict::refuse;
}

Verdict judge(const Passage::Copy& copy, Reason reason) {
  if (reason == Reason::scalar) return Verdict::pass;
  const Guard level = scopes().guards[static_cast<std::size_t>(direction(copy))];
  return judge(level, is_explicit(reason));
}

std::string place(const std::optional<Sharding>& sharding) {
  return sharding ? to_string(*sharding) : "the host";
}

/// "implicit device_to_host copy of f32[2, 3] from cpu:0 to the host".
std::string describe(const Passage::Copy& copy, Reason reason) {
  return fmt::format("{} {} copy of {} from {} to {}",
                     is_explicit(reason) ? "explicit" : "implicit", to_string(direction(copy)),
                     to_string(copy.dtype, copy.shape), place(copy.from), place(copy.to));
}

std::string cure(const Passage::Copy& copy, Reason reason) {
  const std::string_view way = to_string(direction(copy));
  if (is_explicit(reason)) {
    return fmt::format(
        "move it out of the scope, or allow it with "
        "transfer_guard({{.{} = Guard::allow}})",
        way);
  }
  return fmt::format("say so with {}, or allow it with transfer_guard({{.{} = Guard::allow}})",
                     copy.to ? "device_put" : "device_get", way);
}

}  // namespace

bool is_explicit(Reason reason) {
  switch (reason) {
    case Reason::put:
    case Reason::get:
    case Reason::create:
    case Reason::run_on:
    case Reason::autodiff:
      return true;
    case Reason::implicit:
    case Reason::scalar:
    case Reason::read:
      return false;
  }
  return false;
}

bool Passage::is_free(const Copy& copy, const Cause& cause) {
  return judge(copy, cause.reason) == Verdict::pass;
}

Passage::Passage(const Copy& copy, const Cause& cause) : copy_(copy), cause_(cause) {
  const Verdict verdict = judge(copy, cause.reason);
  if (verdict == Verdict::refuse) [[unlikely]] {
    throw TransferGuardError(fmt::format("[{}] transfer_guard forbids the {}: {}", cause.who,
                                         describe(copy, cause.reason), cure(copy, cause.reason)),
                             cause.here);
  }
  if (verdict == Verdict::log) [[unlikely]] {
    log_line(fmt::format("[{}] {}, at {}", cause.who, describe(copy, cause.reason),
                         to_string(cause.here)));
  }
  if (recording()) began_ns_ = now_ns();
}

void Passage::issued(std::int64_t bytes, const WorkRef& work) {
  Counters& total = counters_of(direction(copy_), cause_.reason);
  total.copies.fetch_add(1, std::memory_order_relaxed);
  total.bytes_asked.fetch_add(copy_.bytes, std::memory_order_relaxed);
  total.bytes_moved.fetch_add(bytes, std::memory_order_relaxed);
  if (!recording()) return;

  record({.row = {.kind = LedgerRow::Kind::copy,
                  .from = copy_.from,
                  .to = copy_.to,
                  .bytes_asked = copy_.bytes,
                  .bytes_moved = bytes,
                  .reason = cause_.reason,
                  .where = cause_.here,
                  .issued_ns = began_ns_},
          .dtype = copy_.dtype,
          .shape = copy_.shape},
         work);
}

}  // namespace berth::runtime

namespace berth {

TransferCounters transfer_counters(Direction direction, Reason reason) {
  const runtime::Counters& total = runtime::counters_of(direction, reason);
  return {.copies = total.copies.load(std::memory_order_relaxed),
          .bytes_asked = total.bytes_asked.load(std::memory_order_relaxed),
          .bytes_moved = total.bytes_moved.load(std::memory_order_relaxed)};
}

TransferCounters transfer_counters(Direction direction) {
  TransferCounters sum;
  for (std::size_t i = 0; i < runtime::num_reasons; ++i) {
    const TransferCounters part = transfer_counters(direction, static_cast<Reason>(i));
    sum.copies += part.copies;
    sum.bytes_asked += part.bytes_asked;
    sum.bytes_moved += part.bytes_moved;
  }
  return sum;
}

}  // namespace berth
