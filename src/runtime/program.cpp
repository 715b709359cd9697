#include "runtime/program.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "pjrt/client.h"
#include "runtime/cache_key.h"
#include "runtime/disk_cache.h"
#include "runtime/exit.h"
#include "runtime/process.h"

namespace berth::runtime {
namespace {

using ExecutableRef = std::shared_ptr<const pjrt::Executable>;

std::atomic<std::int64_t> compiled_count = 0;
std::atomic<std::int64_t> loaded_count = 0;

/// Whether the engine's program has the results that the module promises. Launches rely on it.
bool fits(const pjrt::Executable& executable, const Module& module) {
  const auto& results = executable.results();
  if (results.size() != module.results.size()) return false;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const Aval& promised = module.results[i];
    if (results[i].dtype != promised.dtype || Shape(results[i].dims) != promised.shape)
      return false;
  }
  const auto parameters = executable.num_parameters();
  return !parameters || *parameters == module.parameters.size();
}

/// The executables of one client, by key.
class Compiler {
 public:
  explicit Compiler(const pjrt::Client& client)
      : client_(client), engine_(engine_identity(client)) {}

  ExecutableRef get(const Module& module, int device_id) {
    if (takes_portable_ != Answer::no) {
      try {
        ExecutableRef portable = find_or_make(module, options());
        takes_portable_ = Answer::yes;
        return portable;
      } catch (const Error&) {
        if (takes_portable_ == Answer::yes) throw;
        // The program may be at fault, or its being portable: a bound one tells.
        const std::exception_ptr failure = std::current_exception();
        ExecutableRef bound = bound_or_rethrow(module, device_id, failure);
        takes_portable_ = Answer::no;
        return bound;
      }
    }
    return find_or_make(module, options({device_id}));
  }

 private:
  enum class Answer : std::uint8_t { unknown, yes, no };

  /// Where one executable is or will be; whoever makes it holds the lock.
  struct Slot {
    std::mutex mutex;
    ExecutableRef executable;
  };
  using SlotRef = std::shared_ptr<Slot>;

  /// No devices: portable.
  pjrt::CompileOptions options(std::vector<int> devices = {}) const {
    pjrt::CompileOptions result{.devices = std::move(devices)};
    // Left to itself the CPU engine lets max(NaN, 0) be 0; JAX's numbers need this.
    if (client_.platform_name() == "cpu") {
      result.overrides = {{"xla_cpu_enable_fast_min_max", false}};
    }
    return result;
  }

  ExecutableRef bound_or_rethrow(const Module& module, int device_id,
                                 const std::exception_ptr& failure) {
    try {
      return find_or_make(module, options({device_id}));
    } catch (const Error&) {
      std::rethrow_exception(failure);
    }
  }

  ExecutableRef find_or_make(const Module& module, const pjrt::CompileOptions& options) {
    const CacheKey key = cache_key(engine_, pjrt::encode(options), module.text);
    const SlotRef slot = slot_of(key);
    const std::lock_guard lock(slot->mutex);
    if (!slot->executable) slot->executable = make(key, module, options);
    return slot->executable;
  }

  SlotRef slot_of(const CacheKey& key) {
    const std::lock_guard lock(mutex_);
    if (slots_.size() >= sweep_at_) {
      // A slot that only the table holds is at rest, so its executable may be looked at.
      std::erase_if(slots_, [](const auto& entry) {
        const SlotRef& slot = entry.second;
        return slot.use_count() == 1 && slot->executable.use_count() <= 1;
      });
      sweep_at_ = std::max(kept_without_use, 2 * slots_.size());
    }
    SlotRef& slot = slots_[key];
    if (!slot) slot = std::make_shared<Slot>();
    return slot;
  }

  ExecutableRef make(const CacheKey& key, const Module& module,
                     const pjrt::CompileOptions& options) {
    DiskCache* disk = disk_cache();
    if (disk) {
      if (ExecutableRef loaded = load(*disk, key, module, options)) return loaded;
    }
    auto made = std::make_shared<const pjrt::Executable>(client_.compile(module.text, options));
    ++compiled_count;
    if (disk) keep(*disk, key, *made);
    return made;
  }

  ExecutableRef load(const DiskCache& disk, const CacheKey& key, const Module& module,
                     const pjrt::CompileOptions& options) const {
    const std::optional<std::string> bytes = disk.load(key);
    if (!bytes) return nullptr;
    try {
      auto loaded = std::make_shared<const pjrt::Executable>(client_.deserialize(*bytes, &options));
      if (!fits(*loaded, module)) return nullptr;
      ++loaded_count;
      return loaded;
    } catch (const Error&) {  // what the engine does not take is compiled again
      return nullptr;
    }
  }

  static void keep(DiskCache& disk, const CacheKey& key, const pjrt::Executable& executable) {
    try {
      disk.store(key, executable.serialize());
    } catch (const Error&) {  // NOLINT(bugprone-empty-catch): not every plugin can
    }
  }

  static constexpr std::size_t kept_without_use = 4096;

  const pjrt::Client& client_;
  const std::string engine_;
  std::atomic<Answer> takes_portable_ = Answer::unknown;

  std::mutex mutex_;
  std::unordered_map<CacheKey, SlotRef> slots_;
  std::size_t sweep_at_ = kept_without_use;
};

Compiler& compiler_of(const pjrt::Client& client) {
  // Never destroyed: programs run until the process ends.
  static auto& mutex = *new std::mutex;
  static auto& compilers = *new std::unordered_map<const pjrt::Client*, Compiler>;
  const std::lock_guard lock(mutex);
  return compilers.try_emplace(&client, client).first->second;
}

/// Whether such a failure of the compiler can be the module's own fault.
bool blames_the_module(ErrorCode code) {
  return code == ErrorCode::unknown || code == ErrorCode::invalid_argument ||
         code == ErrorCode::unimplemented || code == ErrorCode::not_found ||
         code == ErrorCode::internal;
}

[[noreturn]] void reject(const Module& module, const Error& error, Here here) {
  constexpr std::size_t shown = 16 * 1024;
  std::string text = module.text.substr(0, shown);
  if (module.text.size() > shown) {
    text += fmt::format("\n... and {} more bytes", module.text.size() - shown);
  }
  throw Error(
      error.code(),
      fmt::format("[{}] the engine rejected the program: {}\n{}", module.name, error.what(), text),
      here);
}

}  // namespace

std::shared_ptr<const Program> compile(const Module& module, Device device, Here here) {
  drain_at_exit();
  ExecutableRef executable;
  try {
    executable = compiler_of(platform_of(device).client).get(module, device.id());
  } catch (const Error& error) {
    if (!blames_the_module(error.code())) throw;
    reject(module, error, here);
  }
  BERTH_ASSERT(fits(*executable, module));
  return std::make_shared<const Program>(Program{.name = module.name,
                                                 .parameters = module.parameters,
                                                 .results = module.results,
                                                 .result_memory = module.result_memory,
                                                 .donated = module.donated,
                                                 .executable = std::move(executable)});
}

CompileCounters compile_counters() { return {compiled_count, loaded_count}; }

}  // namespace berth::runtime
