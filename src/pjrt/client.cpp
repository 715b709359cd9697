#include "pjrt/client.h"

#include <fmt/format.h>

#include <algorithm>

#include "pjrt/element_type.h"
#include "pjrt/row_major.h"
#include "pjrt/xla_flags.h"

namespace berth::pjrt {
namespace {

template <class... F>
struct Overloaded : F... {
  using F::operator()...;
};
template <class... F>
Overloaded(F...) -> Overloaded<F...>;  // clang 14 needs to be told

abi::NamedValue encode(const std::string& name, const ClientOptions::Value& value) {
  abi::NamedValue encoded;
  encoded.name = name.data();
  encoded.name_size = name.size();
  encoded.value_size = 1;
  const auto set = [&](abi::NamedValueType type, auto& field, auto to) {
    encoded.type = type;
    field = to;
  };
  using Type = abi::NamedValueType;
  std::visit(Overloaded{[&](bool v) { set(Type::boolean, encoded.boolean, v); },
                        [&](std::int64_t v) { set(Type::int64, encoded.int64, v); },
                        [&](float v) { set(Type::float32, encoded.float32, v); },
                        [&](const std::string& v) {
                          set(Type::string, encoded.string, v.data());
                          encoded.value_size = v.size();
                        },
                        [&](const std::vector<std::int64_t>& v) {
                          set(Type::int64_list, encoded.int64_list, v.data());
                          encoded.value_size = v.size();
                        }},
             value);
  return encoded;
}

/// Tells a plugin that cannot run here from one that was asked wrongly.
[[noreturn]] void explain(const Api& api, const Error& failure) {
  switch (failure.code()) {
    case ErrorCode::invalid_argument:
    case ErrorCode::unimplemented:
      throw Error(failure.code(), fmt::format("{} {}", api.who(), failure.what()));
    case ErrorCode::failed_precondition:
    case ErrorCode::not_found:
    case ErrorCode::unavailable:
      throw PluginError(failure.code(),
                        fmt::format("{} the plugin is present, its platform is absent: {}",
                                    api.who(), failure.what()));
    default:
      throw PluginError(failure.code(),
                        fmt::format("{} the plugin did not start: {}", api.who(), failure.what()));
  }
}

abi::Client* create(const Api& api, const ClientOptions& options) {
  validate(options);
  if (!api.library().empty()) {
    check_xla_flags(api.library());
  }
  std::vector<abi::NamedValue> values;
  for (const auto& [name, value] : options.values) {
    values.push_back(encode(name, value));
  }
  abi::ClientCreate block = {.options = values.data(), .num_options = values.size()};
  if (const std::optional<Error> failure = api.outcome(block)) {
    explain(api, *failure);
  }
  watch_forks();
  return block.client;
}

abi::Memory* checked(const char* function, const Memory& memory) {
  if (!memory.handle) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("[{}] the memory is none of a client's", function));
  }
  return memory.handle;
}

bool has_elements(std::span<const std::int64_t> dims) {
  return std::ranges::find(dims, 0) == dims.end();
}

}  // namespace

Client::Client(const Api& api, const ClientOptions& options)
    : handle_(api, create(api, options)), inventory_(take_inventory(api, handle_.get())) {
  abi::ClientPlatformName name = {.client = get()};
  api.call(name);
  platform_name_.assign(name.text, name.text_size);
  abi::ClientPlatformVersion version = {.client = get()};
  api.call(version);
  platform_version_.assign(version.text, version.text_size);
  abi::ClientProcessIndex process = {.client = get()};
  api.call(process);
  process_index_ = process.process_index;
}

const DeviceDescription* Client::device(int id) const noexcept {
  const auto& devices = inventory_.devices;
  const auto found = std::ranges::find(devices, id, &DeviceDescription::id);
  return found == devices.end() ? nullptr : &*found;
}

Executable Client::compile(std::string_view program, const CompileOptions& options,
                           std::string_view format) const {
  const std::string encoded = encode(options);
  std::string code(program);  // the engine's field is not const
  const abi::Program block_program = {.code = code.data(),
                                      .code_size = code.size(),
                                      .format = format.data(),
                                      .format_size = format.size()};
  abi::ClientCompile block = {.client = get(),
                              .program = &block_program,
                              .options = encoded.data(),
                              .options_size = encoded.size()};
  api().call(block);
  return {api(), block.executable};
}

Executable Client::deserialize(std::string_view bytes, const CompileOptions* options) const {
  const std::string encoded = options ? encode(*options) : std::string();
  abi::ExecutableDeserializeAndLoad block = {.client = get(),
                                             .bytes = bytes.data(),
                                             .bytes_size = bytes.size(),
                                             .options = options ? encoded.data() : nullptr,
                                             .options_size = encoded.size()};
  api().call(block);
  return {api(), block.executable};
}

Client::Upload Client::buffer_from_host(const HostData& host, const Memory& memory) const {
  constexpr const char* who = "buffer_from_host";
  if (!host.byte_strides.empty() && host.byte_strides.size() != host.dims.size()) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("[{}] {} strides for {} dimensions", who, host.byte_strides.size(),
                            host.dims.size()));
  }
  if (!host.data && has_elements(host.dims)) {
    throw Error(ErrorCode::invalid_argument, fmt::format("[{}] the data is a null pointer", who));
  }
  abi::ClientBufferFromHost block = {.client = get(),
                                     .data = host.data,
                                     .type = to_engine(host.dtype),
                                     .dims = host.dims.data(),
                                     .num_dims = host.dims.size(),
                                     .byte_strides = host.byte_strides.data(),
                                     .num_byte_strides = host.byte_strides.size(),
                                     .semantics = host.semantics,
                                     .memory = checked(who, memory)};
  api().call(block);
  return {Buffer(api(), block.buffer), Event(api(), block.done_with_host)};
}

Buffer Client::view_of(void* data, DType dtype, std::span<const std::int64_t> dims,
                       const DeviceDescription& device, void (*on_delete)(void* data, void* user),
                       void* user) const {
  if (!device.handle || !data) {
    throw Error(ErrorCode::invalid_argument, "[view_of] the device or the data is null");
  }
  abi::ClientCreateView block = {.client = get(),
                                 .data = data,
                                 .dims = dims.data(),
                                 .num_dims = dims.size(),
                                 .type = to_engine(dtype),
                                 .device = device.handle,
                                 .on_delete = on_delete ? on_delete : [](void*, void*) {},
                                 .on_delete_user = user};
  api().call(block);
  return {api(), block.buffer};
}

Buffer Client::uninitialized(DType dtype, std::span<const std::int64_t> dims,
                             const Memory& memory) const {
  RowMajor layout(dims.size());
  abi::ClientCreateUninitialized block = {.client = get(),
                                          .dims = dims.data(),
                                          .num_dims = dims.size(),
                                          .type = to_engine(dtype),
                                          .layout = layout.get(),
                                          .memory = checked("uninitialized", memory)};
  api().call(block);
  return {api(), block.buffer};
}

Buffer Client::error_buffer(ErrorCode code, const std::string& message, DType dtype,
                            std::span<const std::int64_t> dims, const Memory& memory) const {
  RowMajor layout(dims.size());
  abi::ClientCreateError block = {.client = get(),
                                  .code = static_cast<int>(code),
                                  .message = message.data(),
                                  .message_size = message.size(),
                                  .dims = dims.data(),
                                  .num_dims = dims.size(),
                                  .type = to_engine(dtype),
                                  .layout = layout.get(),
                                  .memory = checked("error_buffer", memory)};
  api().call(block);
  return {api(), block.buffer};
}

std::pair<Buffer, AliasPromise> Client::alias(DType dtype, std::span<const std::int64_t> dims,
                                              const Memory& memory) const {
  RowMajor layout(dims.size());
  abi::ClientCreateAlias block = {.client = get(),
                                  .memory = checked("alias", memory),
                                  .dims = dims.data(),
                                  .num_dims = dims.size(),
                                  .type = to_engine(dtype),
                                  .layout = layout.get()};
  api().call(block);
  return {Buffer(api(), block.alias), AliasPromise(api(), get(), block.token)};
}

std::optional<std::uint64_t> Client::topology_fingerprint() const {
  abi::ClientTopology topology = {.client = get()};
  if (!api().has<abi::ClientTopology>() || !api().has<abi::TopologyFingerprint>() ||
      api().outcome(topology)) {
    return std::nullopt;
  }
  abi::TopologyFingerprint block = {.topology = topology.topology};
  return api().outcome(block) ? std::nullopt : std::optional(block.fingerprint);
}

}  // namespace berth::pjrt
