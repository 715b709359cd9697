#pragma once

#include <memory>
#include <span>

#include "berth/device.h"
#include "core/aval.h"
#include "runtime/program.h"
#include "trace/routine.h"

namespace berth::placement {

/// What makes eager calls run the same program.
struct ProgramKey {
  const trace::Call& call;
  std::span<const Aval* const> operands;
  MemoryKind memory;  ///< Of operands and results.
  Device device;      ///< Its platform counts: one program serves all devices of a platform.
};

/// The compiled program, which a first call traces, lowers and compiles, or loads from disk.
/// Throws what the body says of the operands' types, at `here`; what `runtime::compile` throws.
std::shared_ptr<const runtime::Program> program_for(const ProgramKey& key, Here here);

}  // namespace berth::placement
