#pragma once

#include <span>

#include "berth/array.h"
#include "berth/ledger.h"
#include "berth/sharding.h"
#include "runtime/buffer.h"

/// The rules of placement outside compiled code, in one place. docs/guide/placement.md says them
/// in prose.
namespace berth::placement {

/// Where an operation runs, and what its results inherit.
struct Place {
  Sharding sharding;
  bool committed = false;
  Here placed_at = {};               ///< The line that committed, where one did.
  Reason reason = Reason::implicit;  ///< Why operands elsewhere are brought there.
};

/// Where uncommitted values live now: the innermost `default_device`, else the first local device.
Sharding default_place(Here here);

/// Decides for an operation `who` at `here`. In this order: `where`, if not null, which is the
/// `device=` of the call; the innermost `run_on`; the committed operands; the default device.
///
/// Throws `DeviceMismatchError` for operands committed to different places, or elsewhere than
/// `where`; what `detail::concrete_state_of` throws.
Place place(const char* who, std::span<const Operand> operands, const Target* where, Here here);

/// Throws `Error(invalid_argument)` for no device, and for one of another process.
void check_addressable(Device device, const char* who, Here here);

/// The array of a new value; `placed_at` is the line that commits it, if one does.
Array make_array(runtime::BufferRef buffer, bool committed, Here placed_at);

/// As a program writes it: "device(\"cpu:1\")".
std::string as_code(const Sharding& sharding);

}  // namespace berth::placement
