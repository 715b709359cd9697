#pragma once

#include "pjrt/event.h"

/// The process's last moments. The runtime is never destroyed: at exit the work under way is
/// waited for, for a bounded time, so that no engine thread runs into the engine's own destruction.
namespace berth::runtime {

/// Makes a normal exit of the process wait for work under way. Call it when a client has started:
/// the engine's own handlers are registered then, and run after ours. Idempotent.
void drain_at_exit();

/// Whether the process is on its way out. Engine objects must then be left as they are: an array
/// may die later than the engine.
bool exiting() noexcept;

/// Makes the exit wait for `pending` although nobody holds its value any more: the destructor of a
/// buffer that is not ready leaves its event here.
void outlive(pjrt::Event pending);

}  // namespace berth::runtime
