#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "berth/device.h"
#include "core/aval.h"
#include "runtime/pace.h"

namespace berth::pjrt {
class Executable;
}

namespace berth::runtime {

/// A compiled StableHLO module with its signature, for every device of one platform.
///
/// For the one it was compiled for only, where the plugin takes no portable programs.
struct Program {
  std::string name;  ///< Of the operation, for ledgers and errors.
  Avals parameters;
  Avals results;
  std::vector<MemoryKind> result_memory;
  std::vector<bool> donated;  ///< Which parameters a launch consumes; empty: none.
  std::shared_ptr<const pjrt::Executable> executable;
  mutable Pace pace = {};
};

/// A module to compile. `text` is StableHLO in generic form with one public function `main`.
struct Module {
  std::string name;
  std::string text;
  Avals parameters;
  Avals results;
  std::vector<MemoryKind> result_memory;
  std::vector<bool> donated = {};  ///< As in `Program`; the text says what takes their memory.
};

/// Compiles `module` for the platform of `device`, or takes it from the process's or the disk's
/// cache: modules of equal text share an executable, whatever they are called.
///
/// Of several threads that ask for one module, one compiles and the others wait. A failure is
/// theirs who met it: the next call tries again.
/// Throws what the engine says, with the module's text attached for a rejected program.
std::shared_ptr<const Program> compile(const Module& module, Device device, Here here);

/// How many modules the engine has compiled in this process, and how many came from disk.
struct CompileCounters {
  std::int64_t compiled = 0;
  std::int64_t loaded = 0;
};
CompileCounters compile_counters();

}  // namespace berth::runtime
