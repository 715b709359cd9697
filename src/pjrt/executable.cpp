#include "pjrt/executable.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>

#include "pjrt/element_type.h"

namespace berth::pjrt {
namespace {

[[noreturn]] void refuse(const std::string& program, const std::string& what) {
  throw Error(ErrorCode::invalid_argument, fmt::format("[execute] program {}: {}", program, what));
}

/// Where the engine writes one device's outputs: it does so without a bound.
class Outputs {
 public:
  explicit Outputs(std::size_t count)
      : heap_(count > inline_.size() ? std::make_unique<abi::Buffer*[]>(count) : nullptr) {}

  abi::Buffer** data() { return heap_ ? heap_.get() : inline_.data(); }

  void move_to(const Api& api, std::span<Buffer> results) {
    for (std::size_t i = 0; i < results.size(); ++i) {
      results[i] = Buffer(api, data()[i]);
    }
  }

 private:
  std::array<abi::Buffer*, 32> inline_ = {};
  std::unique_ptr<abi::Buffer*[]> heap_;
};

abi::ExecuteOptions encode(const ExecuteOptions& options) {
  abi::ExecuteOptions encoded;
  encoded.launch_id = options.launch_id;
  encoded.non_donatable = options.non_donatable.data();
  encoded.num_non_donatable = options.non_donatable.size();
  return encoded;
}

/// The results as the compiler laid them out; older plugins do not say, which leaves them blank.
std::vector<Executable::Result> describe_results(const Api& api, abi::Executable* executable) {
  abi::ExecutableNumOutputs number = {.executable = executable};
  api.call(number);
  std::vector<Executable::Result> results(number.count);

  abi::ExecutableOutputElementTypes types = {.executable = executable};
  abi::ExecutableOutputDimensions shapes = {.executable = executable};
  abi::ExecutableOutputMemoryKinds memories = {.executable = executable};
  if (api.has<abi::ExecutableOutputElementTypes>() && api.has<abi::ExecutableOutputDimensions>()) {
    api.call(types);
    api.call(shapes);
    const std::int64_t* dims = shapes.dims;
    for (std::size_t i = 0; i < results.size(); ++i) {
      results[i].dtype = from_engine(types.types[i]);
      results[i].dims.assign(dims, dims + shapes.ranks[i]);
      dims += shapes.ranks[i];
    }
  }
  if (api.has<abi::ExecutableOutputMemoryKinds>() && !api.outcome(memories)) {
    for (std::size_t i = 0; i < results.size(); ++i) {
      results[i].memory_kind.assign(memories.kinds[i], memories.kind_sizes[i]);
    }
  }
  return results;
}

std::size_t count_devices(const Api& api, abi::Executable* executable) {
  abi::ExecutableNumReplicas replicas = {.executable = executable};
  api.call(replicas);
  abi::ExecutableNumPartitions partitions = {.executable = executable};
  api.call(partitions);
  return replicas.count * partitions.count;
}

}  // namespace

Executable::Executable(const Api& api, abi::LoadedExecutable* object) : loaded_(api, object) {
  abi::LoadedExecutableGetExecutable get = {.loaded = object};
  api.call(get);
  description_ = {api, get.executable};

  abi::ExecutableName name = {.executable = get.executable};
  api.call(name);
  name_.assign(name.text, name.text_size);
  results_ = describe_results(api, get.executable);
  num_devices_ = count_devices(api, get.executable);

  abi::ExecutableParameterMemoryKinds parameters = {.executable = get.executable};
  if (api.has<abi::ExecutableParameterMemoryKinds>() && !api.outcome(parameters)) {
    num_parameters_ = parameters.count;
  }
  abi::LoadedExecutableAddressableDevices devices = {.executable = object};
  api.call(devices);
  devices_.assign(devices.devices, devices.devices + devices.num_devices);
}

void Executable::check_arguments(std::span<abi::Buffer* const> arguments) const {
  if (num_parameters_ && arguments.size() != *num_parameters_) {
    refuse(name_,
           fmt::format("{} arguments for {} parameters", arguments.size(), *num_parameters_));
  }
  const auto empty = std::ranges::find(arguments, nullptr);
  if (empty != arguments.end()) {
    refuse(name_, fmt::format("argument {} is an empty buffer", empty - arguments.begin()));
  }
}

void Executable::check_place(const ExecuteOptions& options) const {
  if (!options.device) {
    if (devices_.size() != 1) {
      refuse(name_, devices_.empty() ? "it is portable: a device must be given"
                                     : fmt::format("it is for {} devices: give one, or run on all",
                                                   devices_.size()));
    }
    return;
  }
  if (!options.device->is_addressable) {
    refuse(name_, fmt::format("{} belongs to another process", options.device->text));
  }
  if (num_devices_ > 1 && options.launch_id == 0) {
    refuse(name_, "one shard of several needs a launch_id other than 0, the same for all shards");
  }
}

void Executable::execute(std::span<abi::Buffer* const> arguments, std::span<Buffer> results,
                         const ExecuteOptions& options, Event* complete) const {
  check_arguments(arguments);
  check_place(options);
  if (results.size() != results_.size()) {
    refuse(name_,
           fmt::format("room for {} results, and there are {}", results.size(), results_.size()));
  }

  const Api& api = loaded_.api();
  abi::ExecuteOptions encoded = encode(options);
  abi::Buffer* const* argument_list = arguments.data();
  Outputs outputs(results.size());
  abi::Buffer** output_list = outputs.data();
  abi::Event* event = nullptr;
  abi::LoadedExecutableExecute block = {
      .executable = loaded_.get(),
      .options = &encoded,
      .argument_lists = &argument_list,
      .num_devices = 1,
      .num_args = arguments.size(),
      .output_lists = &output_list,
      .complete_events = complete ? &event : nullptr,
      .execute_device = options.device ? options.device->handle : nullptr};
  api.call(block);
  outputs.move_to(api, results);
  if (complete) {
    *complete = Event(api, event);
  }
}

std::vector<Buffer> Executable::execute(std::span<abi::Buffer* const> arguments,
                                        const ExecuteOptions& options) const {
  std::vector<Buffer> results(results_.size());
  execute(arguments, results, options);
  return results;
}

std::vector<std::vector<Buffer>> Executable::execute_on_all(
    std::span<const std::span<abi::Buffer* const>> arguments, const ExecuteOptions& options) const {
  const std::size_t count = devices_.size();
  if (count == 0 || options.device || arguments.size() != count) {
    refuse(name_, fmt::format("{} argument lists for a program on {} devices of this process",
                              arguments.size(), count));
  }

  std::vector<abi::Buffer* const*> argument_lists;
  for (const std::span<abi::Buffer* const> list : arguments) {
    check_arguments(list);
    if (list.size() != arguments.front().size()) {
      refuse(name_, "the argument lists of its devices differ in length");
    }
    argument_lists.push_back(list.data());
  }
  std::vector<Outputs> outputs;
  std::vector<abi::Buffer**> output_lists;
  outputs.reserve(count);  // `output_lists` points into it
  for (std::size_t i = 0; i < count; ++i) {
    output_lists.push_back(outputs.emplace_back(results_.size()).data());
  }

  const Api& api = loaded_.api();
  abi::ExecuteOptions encoded = encode(options);
  abi::LoadedExecutableExecute block = {.executable = loaded_.get(),
                                        .options = &encoded,
                                        .argument_lists = argument_lists.data(),
                                        .num_devices = count,
                                        .num_args = arguments.front().size(),
                                        .output_lists = output_lists.data()};
  api.call(block);
  std::vector<std::vector<Buffer>> results(count);
  for (std::size_t i = 0; i < count; ++i) {
    results[i].resize(results_.size());
    outputs[i].move_to(api, results[i]);
  }
  return results;
}

std::string Executable::serialize() const {
  abi::ExecutableSerialize block = {.executable = description_.get()};
  loaded_.api().call(block);
  std::string bytes(block.bytes, block.bytes_size);
  if (block.destroy_storage) {
    block.destroy_storage(block.storage);
  }
  return bytes;
}

std::string Executable::fingerprint() const {
  abi::ExecutableFingerprint block = {.executable = description_.get()};
  loaded_.api().call(block);
  return {block.text, block.text_size};
}

std::optional<CompiledMemoryStats> Executable::memory_stats() const {
  abi::ExecutableMemoryStats block = {.executable = description_.get()};
  const Api& api = loaded_.api();
  if (!api.has<abi::ExecutableMemoryStats>() || api.outcome(block)) {
    return std::nullopt;
  }
  return CompiledMemoryStats{.generated_code = block.generated_code,
                             .argument = block.argument,
                             .output = block.output,
                             .alias = block.alias,
                             .temp = block.temp,
                             .host_argument = block.host_argument,
                             .host_output = block.host_output,
                             .host_alias = block.host_alias,
                             .host_temp = block.host_temp,
                             .peak = block.peak};
}

}  // namespace berth::pjrt
