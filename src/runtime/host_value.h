#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "pjrt/buffer.h"
#include "runtime/buffer.h"
#include "runtime/transfer.h"

namespace berth::runtime {

/// A buffer's value in host memory, row-major.
struct HostValue {
  std::shared_ptr<const void> data;
  std::int64_t bytes_moved = 0;  ///< 0: a view of the buffer's own memory.
};

/// Waits for the value, then views it where the device shares host memory, else copies it.
/// Throws the failure of the work that makes it. Neither guarded nor recorded.
HostValue read_to_host(const Buffer& from, const Cause& cause);

/// Starts a copy of the value into memory of its own. Does not wait.
std::unique_ptr<Buffer::HostCopy> start_host_copy(const Buffer& from, const Cause& cause);
/// Waits for such a copy. Throws if it failed.
std::shared_ptr<const void> finish(const Buffer::HostCopy& copy, const Buffer& from,
                                   const Cause& cause);

/// Whether `buffer`, whose bytes are there when `ready` is, reads the memory at `data` itself.
bool shares_memory(const pjrt::Buffer& buffer, const pjrt::Event& ready, const void* data);

/// Whether the host can view the value where it is: the device shares the host's memory, and the
/// elements are whole bytes.
bool is_viewable(const Buffer& from, const Cause& cause);

/// `bytes` of host memory, aligned as engines like it best.
std::shared_ptr<std::byte> aligned_block(std::size_t bytes);

}  // namespace berth::runtime
