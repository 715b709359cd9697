#pragma once

#include "berth/placement.h"
#include "runtime/scopes.h"

namespace berth::placement {

/// This thread's scopes, for an operation that they decide about.
///
/// Throws `Error(failed_precondition)` if a scope of this thread was ended by another one: what it
/// set is undone here, at the first chance.
const runtime::Scopes& live_scopes(Here here);

/// For a function that will run at one place whatever scopes its caller has: `home` is the default
/// device, and no `run_on` decides.
[[nodiscard]] Scope scope_of_compiled(Device home);

}  // namespace berth::placement
