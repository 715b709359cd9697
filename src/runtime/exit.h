#pragma once

/// The process's last moments. The runtime is never destroyed: a normal exit waits for the work
/// under way, for a bounded time, so that no thread of the engine runs into the engine's own end.
/// Then the engine is left alone: an array may die later than it.
namespace berth::runtime {

/// Makes a normal exit of the process wait for work under way. Called by each thread that starts
/// a client or compiles, since the main thread's own end is the best moment. Idempotent.
void drain_at_exit();

}  // namespace berth::runtime
