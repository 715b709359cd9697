#pragma once

#include <memory>

#include "berth/host.h"
#include "berth/ledger.h"
#include "berth/sharding.h"
#include "core/scalar.h"
#include "runtime/buffer.h"

/// The one road for bytes: every copy passes here, is checked against the guards of its thread,
/// counted, and written to the open ledgers.
namespace berth::runtime {

struct Cause {
  const char* who = "";  ///< The public function, for error texts: "device_put".
  Reason reason = Reason::put;
  Here here;
};

/// Whether a transfer for this reason is one the user asked for by name.
bool is_explicit(Reason reason);

/// Who keeps the host memory of an upload.
enum class HostMemory : std::uint8_t {
  borrowed,  ///< The caller, until `upload` returns: the bytes are taken before.
  given,     ///< The array: `owner` keeps it until no program reads it. Shared where possible.
  lent,      ///< The caller, as long as the array lives. Shared where possible.
};

/// Throws `Error(invalid_argument)` for a layout the engine cannot take, `TransferGuardError`,
/// `OutOfMemoryError`.
BufferRef upload(const HostRef& data, bool weak_type, const Sharding& to, HostMemory memory,
                 std::shared_ptr<void> owner, const Cause& cause);

/// A copy, also where `to` is where it is already. Over the host where two plugins meet.
BufferRef copy(const Buffer& from, const Sharding& to, const Cause& cause);

/// The value in a buffer of its own, with the same memory; `from` ends as donated. While a
/// HostArray views that memory the value is copied instead, and the log says so with both lines.
BufferRef take(const Buffer& from, const Cause& cause);

/// Waits for the value. A view of the buffer where the plugin shares its memory.
HostArray download(const Buffer& from, const Cause& cause);
/// Starts what the next `download` of this buffer will need.
void start_download(const Buffer& from, const Cause& cause);

/// The scalar `value` as `dtype` on `to`: uploaded once, then shared. Never donated, no guard.
BufferRef scalar(const ScalarBits& value, const Sharding& to, Here here);

}  // namespace berth::runtime
