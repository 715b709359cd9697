#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "berth/device.h"
#include "pjrt/client.h"

/// The floor: the engine's own calls, with arguments prepared once and nothing checked.
namespace berth::bench::raw {

/// x + y of f32[16], as StableHLO.
const std::string& add_text();

/// `bytes` of zeros as float32 on `device`, ready.
pjrt::Buffer zeros(Device device, std::size_t bytes);

/// Executes x + y and destroys the result.
class Add {
 public:
  explicit Add(Device device);
  void operator()();

 private:
  const pjrt::Api& api_;
  std::shared_ptr<const pjrt::Executable> program_;
  std::shared_ptr<const pjrt::Buffer> x_;
  pjrt::abi::Device* device_;
};

/// Executes a program of `count` arguments f32[16] and as many results, each doubled, and destroys
/// those.
class Doubles {
 public:
  Doubles(Device device, int count);
  void operator()();

 private:
  const pjrt::Api& api_;
  std::shared_ptr<const pjrt::Executable> program_;
  std::vector<std::shared_ptr<const pjrt::Buffer>> arguments_;
  pjrt::abi::Device* device_;
};

/// Uploads `bytes` from `data`, whose bytes are taken during the call, and destroys the buffer.
/// `wait`: waits for the value first.
class Put {
 public:
  Put(Device device, const void* data, std::size_t bytes, bool wait);
  void operator()();

 private:
  const pjrt::Client& client_;
  const void* data_;
  std::int64_t elements_;
  bool wait_;
  pjrt::abi::Memory* memory_;
};

/// Issues a copy of 64 bytes.
class Copy {
 public:
  Copy(Device from, Device to);
  pjrt::Buffer operator()();

 private:
  std::shared_ptr<const pjrt::Buffer> x_;
  pjrt::abi::Device* to_;
};

/// Reads a value that is ready: takes and releases a hold on the memory where the host shares it,
/// else copies and waits.
class Get {
 public:
  Get(Device device, std::size_t bytes);
  void operator()();

 private:
  std::shared_ptr<const pjrt::Buffer> x_;
  bool shared_;
  std::vector<std::byte> host_;
};

}  // namespace berth::bench::raw
