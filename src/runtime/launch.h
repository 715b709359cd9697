#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "runtime/buffer.h"
#include "runtime/program.h"

/// The one road for code: every execution passes here and is written to the open ledgers.
namespace berth::runtime {

/// Runs `program` on `device`; the results are in `results` when it returns, their values later.
///
/// Arguments must be on that device and have the program's parameter types: checked (the engine
/// would reinterpret the bits). Does not wait but in the cases DESIGN names.
/// Throws `DeletedArrayError`, `OutOfMemoryError`, or what the engine says at once.
void launch(const Program& program, Device device, std::span<const BufferRef> arguments,
            std::span<BufferRef> results, Here here);

}  // namespace berth::runtime
