// Ends with work in flight, in the way that its argument names: for tests about exits.
#include <cstdlib>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "runtime/modules.h"
#include "runtime/process.h"

namespace berth::runtime {
namespace {

// Made before the engine is loaded, so it dies after the engine's own static objects.
std::vector<BufferRef> survivors;

constexpr std::int64_t n = 384;

/// x * x, which takes the engine some milliseconds and runs on its own threads.
Module square() {
  const Aval aval = {{n, n}, DType::float32};
  return {.name = "square",
          .text = fmt::format(R"(module @square {{
  func.func public @main(%x: tensor<{0}x{0}xf32>) -> tensor<{0}x{0}xf32> {{
    %y = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0]
      : (tensor<{0}x{0}xf32>, tensor<{0}x{0}xf32>) -> tensor<{0}x{0}xf32>
    return %y : tensor<{0}x{0}xf32>
  }}
}}
)",
                              n),
          .parameters = {aval},
          .results = {aval},
          .result_memory = {MemoryKind::device}};
}

Cause cause(Reason reason) { return {.who = "test", .reason = reason, .here = Here::current()}; }

BufferRef put(Device device) {
  const std::vector<float> data(n * n, 1e-3F);
  return upload(HostRef(data, {n, n}), false, SingleDeviceSharding(device), HostMemory::borrowed,
                nullptr, cause(Reason::put));
}

/// A value that never comes.
BufferRef never(Device device) {
  const Aval aval = {{n, n}, DType::float32};
  auto [engine, promise] = platform_of(device).client.alias(
      aval.dtype, aval.shape.dims(), engine_memory(device, MemoryKind::device, "test", {}));
  new auto(std::move(promise));  // never kept, never broken
  const WorkRef work =
      Work::issued({.who = "test", .device = device, .where = {}}, engine.ready_event());
  return std::make_shared<Buffer>(Buffer::Description{aval, SingleDeviceSharding(device), {}},
                                  std::move(engine), work);
}

/// A chain of programs on each device, copies between the devices, and downloads.
std::vector<BufferRef> start_work(BufferRef x) {
  const auto program = compile(square(), devices().front(), Here::current());
  std::vector<BufferRef> values = {std::move(x)};
  for (const Device device : devices()) {
    values.push_back(copy(*values.back(), SingleDeviceSharding(device), cause(Reason::put)));
    for (int i = 0; i < 4; ++i) {
      BufferRef result;
      launch(*program, device, {&values.back(), 1}, {&result, 1}, Here::current());
      values.push_back(std::move(result));
    }
    start_download(*values.back(), cause(Reason::get));
  }
  return values;
}

}  // namespace
}  // namespace berth::runtime

int main(int argc, char** argv) {
  using namespace berth;
  using namespace berth::runtime;
  const std::string_view way = argc > 1 ? argv[1] : "";
  const Device device = devices().front();
  if (way == "dropped") {
    start_work(put(device));
  } else if (way == "held") {
    survivors = start_work(put(device));
  } else if (way == "exit") {
    const auto values = start_work(put(device));
    std::exit(0);
  } else if (way == "thread") {  // another thread goes on while this one leaves
    std::thread([device] {
      for (const BufferRef x = put(device);;) start_work(x);
    }).detach();
    start_work(put(device));
  } else if (way == "stuck") {
    survivors = start_work(never(device));
  } else {
    return 2;
  }
}
