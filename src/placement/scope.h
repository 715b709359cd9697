#pragma once

#include "runtime/scopes.h"

namespace berth::placement {

/// This thread's scopes, for an operation that they decide about.
///
/// Throws `Error(failed_precondition)` if a scope of this thread was ended by another one: what it
/// set is undone here, at the first chance.
const runtime::Scopes& live_scopes(Here here);

}  // namespace berth::placement
