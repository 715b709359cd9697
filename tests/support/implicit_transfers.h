#pragma once

#include "berth/placement.h"
#include "support/devices.h"

namespace berth {

/// `WithDevices` for tests that mean uncommitted operands to follow: they allow what a guard of the
/// environment forbids.
template <int count>
class WithImplicitTransfers : public WithDevices<count> {
 protected:
  const Scope allow_ = transfer_guard(Guard::allow);
};

}  // namespace berth
