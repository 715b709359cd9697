#pragma once

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "pjrt/client.h"
#include "runtime/host_value.h"
#include "runtime/launch.h"
#include "runtime/process.h"
#include "runtime/program.h"
#include "runtime/scopes.h"
#include "runtime/transfer.h"
#include "support/devices.h"
#include "support/matchers.h"

/// Words for tests of the runtime itself, below arrays and operations.
namespace berth::runtime {

inline Sharding on(Device device, MemoryKind kind = MemoryKind::device) {
  return SingleDeviceSharding(device, kind);
}

inline Cause because(Reason reason, Here here = Here::current()) {
  return {.who = reason == Reason::get || reason == Reason::read ? "device_get" : "device_put",
          .reason = reason,
          .here = here};
}

template <Element T>
BufferRef put(const std::vector<T>& data, const Sharding& to, Here here = Here::current()) {
  return upload(HostRef(data), false, to, HostMemory::borrowed, nullptr,
                because(Reason::put, here));
}
inline BufferRef put(const std::vector<float>& data, Device device, Here here = Here::current()) {
  return put(data, on(device), here);
}

template <Element T = float>
std::vector<T> values(const Buffer& buffer, Here here = Here::current()) {
  const HostView<T> view = download(buffer, because(Reason::get, here)).view<T>();
  return {view.begin(), view.end()};
}

inline Aval f32(const Shape& shape) { return {.shape = shape, .dtype = float32}; }

/// The type as StableHLO spells it; float32 only.
inline std::string tensor(const Aval& aval) {
  std::string text = "tensor<";
  for (const std::int64_t dim : aval.shape) text += std::to_string(dim) + "x";
  return text + "f32>";
}

/// A program whose body is `body`, with parameters %0, %1, ... It must end with a return.
inline std::shared_ptr<const Program> program(const std::string& name, const Avals& parameters,
                                              const Avals& results, const std::string& body,
                                              Device device) {
  std::string takes;
  for (const Aval& aval : parameters) {
    takes +=
        fmt::format("{}%arg{}: {}", takes.empty() ? "" : ", ", takes.empty() ? 0 : 1, tensor(aval));
  }
  std::string gives;
  for (const Aval& aval : results) gives += (gives.empty() ? "" : ", ") + tensor(aval);
  return compile({.name = name,
                  .text = fmt::format("module {{ func.func @main({}) -> ({}) {{\n{}\n}} }}", takes,
                                      gives, body),
                  .parameters = parameters,
                  .results = results,
                  .result_memory = std::vector<MemoryKind>(results.size(), MemoryKind::device)},
                 device, Here::current());
}

/// -x. The engine takes it for cheap, and runs it on the caller's thread, below 1,000 elements.
inline std::shared_ptr<const Program> negate(const Shape& shape, Device device) {
  const Aval aval = f32(shape);
  return program("negate", {aval}, {aval},
                 fmt::format("%0 = stablehlo.negate %arg0 : {0}\nreturn %0 : {0}", tensor(aval)),
                 device);
}

inline std::shared_ptr<const Program> add(const Shape& shape, Device device) {
  const Aval aval = f32(shape);
  return program(
      "add", {aval, aval}, {aval},
      fmt::format("%0 = stablehlo.add %arg0, %arg1 : {0}\nreturn %0 : {0}", tensor(aval)), device);
}

/// Runs a program of one result on the device of its first argument.
inline BufferRef run(const Program& program, const std::vector<BufferRef>& arguments,
                     Here here = Here::current()) {
  BufferRef result;
  launch(program, arguments.at(0)->sharding().single_device(), arguments, {&result, 1}, here);
  return result;
}

/// A value that comes, or fails, when the test says so.
class Pending {
 public:
  explicit Pending(Device device, const Shape& shape = {4}, Here here = Here::current())
      : Pending(device, shape, here,
                platform_of(device).client.alias(float32, shape.dims(),
                                                 *device.info()->engine->default_memory)) {}

  const BufferRef& buffer() const { return buffer_; }
  void fail(ErrorCode code, const std::string& text) { promise_.fail(code, text); }
  void fulfill(const std::vector<float>& data) {
    // In shared memory, so that no byte moves but on berth's own road.
    const auto block = aligned_block(data.size() * sizeof(float));
    std::memcpy(block.get(), data.data(), data.size() * sizeof(float));
    const Device device = buffer_->sharding().single_device();
    auto [engine, host_done] = platform_of(device).client.buffer_from_host(
        {.data = block.get(),
         .dtype = float32,
         .dims = buffer_->aval().shape.dims(),
         .semantics = pjrt::abi::HostBufferSemantics::zero_copy},
        *device.info()->engine->default_memory);
    host_done.on_ready([block](const std::optional<Error>&) noexcept {});
    promise_.fulfill(std::move(engine));
  }

 private:
  Pending(Device device, const Shape& shape, Here here,
          std::pair<pjrt::Buffer, pjrt::AliasPromise> alias)
      : promise_(std::move(alias.second)) {
    const WorkRef work = Work::issued({.who = "receive", .device = device, .where = here},
                                      alias.first.ready_event());
    buffer_ = std::make_shared<Buffer>(Buffer::Description{f32(shape), on(device), here},
                                       std::move(alias.first), work);
  }

  pjrt::AliasPromise promise_;
  BufferRef buffer_;
};

/// A value that has failed already.
inline BufferRef failed(Device device, ErrorCode code, const std::string& text,
                        const Shape& shape = {4}, Here here = Here::current()) {
  pjrt::Buffer engine = platform_of(device).client.error_buffer(
      code, text, float32, shape.dims(), *device.info()->engine->default_memory);
  const WorkRef work =
      Work::issued({.who = "receive", .device = device, .where = here}, engine.ready_event());
  return std::make_shared<Buffer>(Buffer::Description{f32(shape), on(device), here},
                                  std::move(engine), work);
}

/// Sets one direction's guard of this thread while it lives.
class GuardFor {
 public:
  GuardFor(Direction direction, Guard level)
      : level_(scopes().guards[static_cast<std::size_t>(direction)]), before_(level_) {
    level_ = level;
  }
  ~GuardFor() { level_ = before_; }
  GuardFor(const GuardFor&) = delete;
  GuardFor& operator=(const GuardFor&) = delete;

 private:
  Guard& level_;
  Guard before_;
};

using Runtime = WithDevices<2>;

}  // namespace berth::runtime
