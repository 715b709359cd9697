#pragma once

#include "berth/ledger.h"
#include "berth/placement.h"
#include "core/array_state.h"
#include "trace/primitive.h"

namespace berth::placement {

/// A copy as a node of a graph. Where its function is compiled for one place it is nothing.
struct DevicePutParams {
  Sharding from;
  bool from_committed = false;
  Sharding to;
  bool to_committed = false;
  Reason reason = Reason::put;

  bool operator==(const DevicePutParams&) const = default;
};
extern const trace::Primitive<DevicePutParams> device_put_p;

/// `device_put` while a function is traced.
Array traced_put(const Array& x, const Target& where, DevicePutOptions options, Here here);

}  // namespace berth::placement
