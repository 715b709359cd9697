#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "runtime/engine_error.h"
#include "runtime/host_value.h"
#include "runtime/passage.h"
#include "runtime/process.h"
#include "runtime/scalar_cache.h"
#include "runtime/transfer.h"

namespace berth::runtime {
namespace {

using Semantics = pjrt::abi::HostBufferSemantics;

pjrt::Client::Upload issue(const HostRef& data, const Sharding& to, Semantics semantics,
                           const Cause& cause) {
  const Device device = to.single_device();
  const pjrt::Memory& memory = engine_memory(device, to.memory_kind(), cause.who, cause.here);
  try {
    return platform_of(device).client.buffer_from_host({.data = data.data(),
                                                        .dtype = data.dtype(),
                                                        .dims = data.shape().dims(),
                                                        .byte_strides = data.byte_strides(),
                                                        .semantics = semantics},
                                                       memory);
  } catch (const Error& error) {
    raise(error, {.who = cause.who,
                  .what = to_string(data.dtype(), data.shape()),
                  .device = device,
                  .bytes = data.nbytes(),
                  .here = cause.here});
  }
}

BufferRef upload(const HostRef& data, bool weak_type, const Sharding& to, HostMemory memory,
                 std::shared_ptr<void> owner, const Cause& cause, Buffer::Books books) {
  Passage passage({.dtype = data.dtype(),
                   .shape = data.shape(),
                   .from = std::nullopt,
                   .to = to,
                   .bytes = data.nbytes()},
                  cause);

  const bool may_share = memory != HostMemory::borrowed;
  auto [engine, host_done] =
      issue(data, to, may_share ? Semantics::zero_copy : Semantics::copy_during_call, cause);
  pjrt::Event ready = engine.ready_event();
  const bool shared = may_share && shares_memory(engine, ready, data.data());
  if (owner) {  // the engine may still read, or go on reading as long as the array lives
    host_done.on_ready([owner = std::move(owner)](const std::optional<Error>&) mutable noexcept {
      owner.reset();
    });
  }
  const WorkRef work = Work::issued(
      {.who = cause.who, .device = to.single_device(), .where = cause.here}, std::move(ready));
  passage.issued(shared ? 0 : data.nbytes(), work);
  return std::make_shared<Buffer>(
      Buffer::Description{{data.shape(), data.dtype(), weak_type}, to, cause.here},
      std::move(engine), work, books);
}

}  // namespace

BufferRef upload(const HostRef& data, bool weak_type, const Sharding& to, HostMemory memory,
                 std::shared_ptr<void> owner, const Cause& cause) {
  return upload(data, weak_type, to, memory, std::move(owner), cause, Buffer::Books::on);
}

BufferRef scalar(const ScalarBits& value, const Sharding& to, Here here) {
  ScalarCache& cache = scalar_cache(to);
  if (BufferRef known = cache.find(value)) return known;
  // Off the books: a scalar belongs to nobody, and would be a riddle among the live arrays.
  BufferRef made = upload(
      HostRef(value.bits.data(), value.dtype, Shape()), true, to, HostMemory::borrowed, nullptr,
      {.who = "scalar", .reason = Reason::scalar, .here = here}, Buffer::Books::off);
  cache.keep(value, made);
  return made;
}

}  // namespace berth::runtime
