#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "berth/dtype.h"
#include "pjrt/buffer.h"

namespace berth::pjrt {

/// Bytes that a program needs on each device, by the compiler's account.
struct CompiledMemoryStats {
  std::int64_t generated_code = 0;
  std::int64_t argument = 0;
  std::int64_t output = 0;  ///< Several results count a table of pointers too.
  std::int64_t alias = 0;   ///< Of the outputs, what donation places in arguments.
  std::int64_t temp = 0;
  std::int64_t host_argument = 0;
  std::int64_t host_output = 0;
  std::int64_t host_alias = 0;
  std::int64_t host_temp = 0;
  std::int64_t peak = 0;
};

struct ExecuteOptions {
  /// Where to run. Needed by portable programs; of a program for several devices, runs one shard.
  const DeviceDescription* device = nullptr;
  /// Names one launch of a program over several devices; shards of a launch share it. Not 0 for
  /// a single shard.
  int launch_id = 0;
  /// Arguments that must survive although the program could reuse their memory.
  std::span<const std::int64_t> non_donatable = {};
};

/// A loaded program. Move-only; may be run from any thread.
///
/// The engine compares byte sizes only: whoever runs a program has checked types and shapes.
class Executable {
 public:
  /// `object` is owned from here on.
  Executable(const Api& api, abi::LoadedExecutable* object);

  struct Result {
    DType dtype = DType::float32;
    std::vector<std::int64_t> dims;
    std::string memory_kind;
  };
  const std::vector<Result>& results() const noexcept { return results_; }
  /// Empty before 0.102.
  std::optional<std::size_t> num_parameters() const noexcept { return num_parameters_; }
  /// The devices of this process that it is bound to, in the order of argument lists. Empty for a
  /// portable program.
  std::span<abi::Device* const> devices() const noexcept { return devices_; }
  const std::string& name() const noexcept { return name_; }

  /// Runs on one device. `results` gets the outputs, their values come later. Allocates nothing
  /// of its own for up to 32 outputs.
  ///
  /// Failures that the engine sees at once are thrown; arguments marked as donated are consumed
  /// then only if the program started. `complete` fires when the program has ended.
  /// Throws `Error(invalid_argument)` for an empty argument, a wrong number of arguments or
  /// results, and a place that does not fit the program.
  void execute(std::span<abi::Buffer* const> arguments, std::span<Buffer> results,
               const ExecuteOptions& options = {}, Event* complete = nullptr) const;
  std::vector<Buffer> execute(std::span<abi::Buffer* const> arguments,
                              const ExecuteOptions& options = {}) const;

  /// Runs on all of `devices()`, an argument list each; the results come in the same order.
  /// `options.device` must be null. A missing or failed argument of a collective hangs and then
  /// aborts the process: the caller has checked.
  std::vector<std::vector<Buffer>> execute_on_all(
      std::span<const std::span<abi::Buffer* const>> arguments,
      const ExecuteOptions& options = {}) const;

  /// Native code: trust only what you wrote yourself. Throws where the plugin cannot.
  std::string serialize() const;
  /// Identifies the compiled program, not the file. Throws where the plugin cannot.
  std::string fingerprint() const;
  /// Empty where the plugin does not know.
  std::optional<CompiledMemoryStats> memory_stats() const;

  abi::LoadedExecutable* get() const noexcept { return loaded_.get(); }

 private:
  void check_arguments(std::span<abi::Buffer* const> arguments) const;
  void check_place(const ExecuteOptions& options) const;

  Handle<abi::LoadedExecutable, abi::LoadedExecutableDestroy> loaded_;
  Handle<abi::Executable, abi::ExecutableDestroy> description_;
  std::vector<Result> results_;
  std::optional<std::size_t> num_parameters_;
  std::vector<abi::Device*> devices_;
  std::size_t num_devices_ = 1;  // of all processes
  std::string name_;
};

}  // namespace berth::pjrt
