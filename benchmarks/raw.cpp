#include "benchmarks/raw.h"

#include "runtime/process.h"

namespace berth::bench::raw {
namespace {

namespace abi = pjrt::abi;

const pjrt::Client& client_of(Device device) { return runtime::platform_of(device).client; }

const pjrt::DeviceDescription& engine_of(Device device) { return *device.info()->engine; }

void destroy(const pjrt::Api& api, abi::Buffer* buffer) {
  abi::BufferDestroy block = {.buffer = buffer};
  api.call(block);
}

}  // namespace

const std::string& add_text() {
  static const std::string text = R"(module @add {
  func.func public @main(%x: tensor<16xf32>, %y: tensor<16xf32>) -> tensor<16xf32> {
    %z = stablehlo.add %x, %y : tensor<16xf32>
    return %z : tensor<16xf32>
  }
}
)";
  return text;
}

pjrt::Buffer zeros(Device device, std::size_t bytes) {
  const std::vector<float> data(bytes / sizeof(float));
  const auto elements = static_cast<std::int64_t>(data.size());
  auto [buffer, host_done] = client_of(device).buffer_from_host(
      {.data = data.data(), .dtype = float32, .dims = {&elements, 1}},
      *engine_of(device).default_memory);
  buffer.ready_event().await();
  return std::move(buffer);
}

Add::Add(Device device)
    : api_(client_of(device).api()),
      program_(std::make_shared<pjrt::Executable>(client_of(device).compile(add_text(), {}))),
      x_(std::make_shared<pjrt::Buffer>(zeros(device, 64))),
      device_(engine_of(device).handle) {}

void Add::operator()() {
  abi::Buffer* const arguments[] = {x_->get(), x_->get()};
  abi::Buffer* const* const argument_list = arguments;
  abi::Buffer* result = nullptr;
  abi::Buffer** const result_list = &result;
  abi::ExecuteOptions options;
  abi::LoadedExecutableExecute block = {.executable = program_->get(),
                                        .options = &options,
                                        .argument_lists = &argument_list,
                                        .num_devices = 1,
                                        .num_args = 2,
                                        .output_lists = &result_list,
                                        .execute_device = device_};
  api_.call(block);
  destroy(api_, result);
}

Doubles::Doubles(Device device, int count)
    : api_(client_of(device).api()), device_(engine_of(device).handle) {
  std::string parameters;
  std::string types;
  std::string body;
  std::string results;
  for (int i = 0; i < count; ++i) {
    const std::string comma = i == 0 ? "" : ", ";
    const std::string n = std::to_string(i);
    parameters += comma + "%x" + n + ": tensor<16xf32>";
    types += comma + "tensor<16xf32>";
    body += "    %y" + n + " = stablehlo.add %x" + n + ", %x" + n + " : tensor<16xf32>\n";
    results += comma + "%y" + n;
    arguments_.push_back(std::make_shared<pjrt::Buffer>(zeros(device, 64)));
  }
  program_ = std::make_shared<pjrt::Executable>(client_of(device).compile(
      "module @doubles {\n  func.func public @main(" + parameters + ") -> (" + types + ") {\n" +
          body + "    return " + results + " : " + types + "\n  }\n}\n",
      {}));
}

void Doubles::operator()() {
  std::vector<abi::Buffer*> arguments;
  for (const auto& argument : arguments_) arguments.push_back(argument->get());
  std::vector<abi::Buffer*> results(arguments.size());
  abi::Buffer* const* const argument_list = arguments.data();
  abi::Buffer** const result_list = results.data();
  abi::ExecuteOptions options;
  abi::LoadedExecutableExecute block = {.executable = program_->get(),
                                        .options = &options,
                                        .argument_lists = &argument_list,
                                        .num_devices = 1,
                                        .num_args = arguments.size(),
                                        .output_lists = &result_list,
                                        .execute_device = device_};
  api_.call(block);
  for (abi::Buffer* result : results) destroy(api_, result);
}

Put::Put(Device device, const void* data, std::size_t bytes, bool wait)
    : client_(client_of(device)),
      data_(data),
      elements_(static_cast<std::int64_t>(bytes / sizeof(float))),
      wait_(wait),
      memory_(engine_of(device).default_memory->handle) {}

void Put::operator()() {
  const pjrt::Api& api = client_.api();
  abi::ClientBufferFromHost block = {.client = client_.get(),
                                     .data = data_,
                                     .type = abi::ElementType::f32,
                                     .dims = &elements_,
                                     .num_dims = 1,
                                     .memory = memory_};
  api.call(block);
  abi::EventDestroy forget = {.event = block.done_with_host};
  api.call(forget);
  if (wait_) {
    const pjrt::Buffer buffer(api, block.buffer);
    buffer.ready_event().await();
  } else {
    destroy(api, block.buffer);
  }
}

Copy::Copy(Device from, Device to)
    : x_(std::make_shared<pjrt::Buffer>(zeros(from, 64))), to_(engine_of(to).handle) {}

pjrt::Buffer Copy::operator()() {
  abi::BufferCopyToDevice block = {.buffer = x_->get(), .device = to_};
  x_->api().call(block);
  return {x_->api(), block.copy};
}

Get::Get(Device device, std::size_t bytes)
    : x_(std::make_shared<pjrt::Buffer>(zeros(device, bytes))),
      shared_(x_->is_on_cpu()),
      host_(shared_ ? 0 : bytes) {}

void Get::operator()() {
  if (!shared_) {
    x_->to_host(host_).await();
    return;
  }
  abi::BufferHold hold = {.buffer = x_->get()};
  x_->api().call(hold);
  abi::BufferUnsafePointer pointer = {.buffer = x_->get()};
  x_->api().call(pointer);
  abi::BufferRelease release = {.buffer = x_->get()};
  x_->api().call(release);
}

}  // namespace berth::bench::raw
