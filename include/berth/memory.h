#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "berth/device.h"
#include "berth/dtype.h"
#include "berth/error.h"
#include "berth/shape.h"
#include "berth/sharding.h"

namespace berth {

/// Bytes in use on one device, in its `device` memory.
struct MemoryStats {
  std::int64_t bytes_in_use = 0;
  std::int64_t peak_bytes_in_use = 0;
  std::int64_t num_arrays = 0;                     ///< Buffers that berth holds there.
  std::optional<std::int64_t> bytes_limit;         ///< Where the plugin knows it.
  std::optional<std::int64_t> largest_free_block;  ///< Where the plugin knows it.
  bool from_plugin = false;  ///< False: berth's own account, temporaries not included.
};

/// A value that holds memory on a device.
struct LiveArray {
  DType dtype = DType::float32;
  Shape shape;
  std::int64_t bytes = 0;  ///< In device memory.
  Sharding sharding;
  Here where;  ///< The line that made it.
};

/// The values that hold memory now, of all threads, largest first. Arrays that share a buffer
/// count once. JAX: `jax.live_arrays`, which returns the arrays themselves.
std::vector<LiveArray> live_arrays();

/// A device has no room for what was asked. The process goes on; nothing was lost.
/// Code `resource_exhausted`. The text lists the largest live arrays and one suggestion.
class OutOfMemoryError : public Error {
 public:
  OutOfMemoryError(const std::string& message, Device device, std::int64_t requested,
                   std::vector<LiveArray> live, Here where = {});

  Device device() const noexcept { return device_; }
  /// Bytes; 0 where the plugin does not say.
  std::int64_t requested() const noexcept { return requested_; }
  /// The largest values on that device when it happened, at most ten.
  const std::vector<LiveArray>& live() const noexcept { return *live_; }

 private:
  Device device_;
  std::int64_t requested_;
  std::shared_ptr<const std::vector<LiveArray>>
      live_;  // shared: an exception copies without throwing
};

}  // namespace berth
