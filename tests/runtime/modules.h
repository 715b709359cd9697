#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "runtime/launch.h"
#include "runtime/program.h"
#include "runtime/transfer.h"

namespace berth::runtime {

/// x * factor, for four floats: another module for each factor.
inline Module times(double factor) {
  const Aval aval = {{4}, DType::float32};
  return {.name = "times",
          .text = fmt::format(
              R"(module @times {{
  func.func public @main(%x: tensor<4xf32>) -> tensor<4xf32> {{
    %c = stablehlo.constant dense<{:e}> : tensor<4xf32>
    %y = stablehlo.multiply %x, %c : tensor<4xf32>
    return %y : tensor<4xf32>
  }}
}}
)",
              factor),
          .parameters = {aval},
          .results = {aval},
          .result_memory = {MemoryKind::device}};
}

/// Runs a program of one parameter and one result, of four floats.
inline std::vector<float> run(const Program& program, Device device, std::vector<float> x) {
  const BufferRef argument =
      upload(HostRef(x), false, SingleDeviceSharding(device), HostMemory::borrowed, nullptr,
             {.who = "test", .reason = Reason::put, .here = Here::current()});
  BufferRef result;
  launch(program, device, {&argument, 1}, {&result, 1}, Here::current());
  const auto view =
      download(*result, {.who = "test", .reason = Reason::get, .here = Here::current()})
          .view<float>();
  return {view.begin(), view.end()};
}

}  // namespace berth::runtime
