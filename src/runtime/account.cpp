#include "runtime/account.h"

#include <algorithm>
#include <cstddef>

#include "core/aval.h"
#include "runtime/buffer.h"
#include "runtime/process.h"

namespace berth::runtime {
namespace {

void append_values(Device device, std::vector<LiveArray>& values) {
  const auto first = static_cast<std::ptrdiff_t>(values.size());
  for (const Account& account : device.info()->accounts) {
    account.for_each([&](const Buffer& value, std::int64_t bytes) {
      values.push_back({.dtype = value.aval().dtype,
                        .shape = value.aval().shape,
                        .bytes = bytes,
                        .sharding = value.sharding(),
                        .where = value.where()});
    });
  }
  std::reverse(values.begin() + first, values.end());  // the oldest of each memory first
}

void sort_by_size(std::vector<LiveArray>& values) {
  std::stable_sort(values.begin(), values.end(),
                   [](const LiveArray& a, const LiveArray& b) { return a.bytes > b.bytes; });
}

}  // namespace

Account::Totals Account::totals() const {
  const std::lock_guard lock(mutex_);
  return totals_;
}

void Account::add(Booking& booking) {
  const std::lock_guard lock(mutex_);
  booking.next_ = first_;
  if (first_) first_->previous_ = &booking;
  first_ = &booking;
  totals_.bytes_in_use += booking.bytes_;
  totals_.peak_bytes_in_use = std::max(totals_.peak_bytes_in_use, totals_.bytes_in_use);
  ++totals_.num_values;
}

void Account::remove(Booking& booking) {
  const std::lock_guard lock(mutex_);
  (booking.previous_ ? booking.previous_->next_ : first_) = booking.next_;
  if (booking.next_) booking.next_->previous_ = booking.previous_;
  totals_.bytes_in_use -= booking.bytes_;
  --totals_.num_values;
}

Booking::Booking(const Buffer& value, Account& account, std::int64_t bytes)
    : value_(value), bytes_(bytes), account_(&account) {
  account.add(*this);
}

void Booking::close() noexcept {
  if (Account* account = account_.exchange(nullptr)) account->remove(*this);
}

Account& account_of(Device device, MemoryKind kind) {
  return device.info()->accounts[static_cast<std::size_t>(kind)];
}

std::vector<LiveArray> largest_on(Device device, std::size_t limit) {
  std::vector<LiveArray> values;
  append_values(device, values);
  sort_by_size(values);
  while (values.size() > limit) values.pop_back();
  return values;
}

}  // namespace berth::runtime

namespace berth {

std::vector<LiveArray> live_arrays() {
  std::vector<LiveArray> values;
  for (const runtime::Platform* platform : runtime::started_platforms()) {
    for (const Device device : platform->devices) runtime::append_values(device, values);
  }
  runtime::sort_by_size(values);
  return values;
}

MemoryStats Device::memory_stats() const {
  // Refuses what is no device, or another process's.
  runtime::engine_memory(*this, MemoryKind::device, "Device::memory_stats", {});
  const runtime::Account::Totals ours = runtime::account_of(*this, MemoryKind::device).totals();
  MemoryStats stats;
  stats.bytes_in_use = ours.bytes_in_use;
  stats.peak_bytes_in_use = ours.peak_bytes_in_use;
  stats.num_arrays = ours.num_values;
  const pjrt::Api& api = runtime::platform_of(*this).client.api();
  if (const auto theirs = pjrt::memory_stats(api, *info()->engine)) {
    stats.bytes_in_use = theirs->bytes_in_use;
    stats.peak_bytes_in_use = theirs->peak_bytes_in_use.value_or(ours.peak_bytes_in_use);
    stats.bytes_limit = theirs->bytes_limit;
    stats.largest_free_block = theirs->largest_free_block_bytes;
    stats.from_plugin = true;
  }
  return stats;
}

}  // namespace berth
