#include "runtime/host_value.h"

#include <new>
#include <span>
#include <string>
#include <utility>

#include "runtime/engine_error.h"

namespace berth::runtime {
namespace {

constexpr std::align_val_t alignment{64};

std::int64_t host_bytes(const Aval& aval) { return aval.shape.size() * itemsize(aval.dtype); }

/// The engine gives the bits of small integers, with zeros above them: -8 of int4 comes as 8.
void extend_sign(std::span<std::byte> elements, DType dtype) {
  const int unused = 8 - bitsize(dtype);
  for (std::byte& element : elements) {
    const auto shifted = static_cast<std::int8_t>(std::to_integer<unsigned>(element) << unused);
    element = static_cast<std::byte>(shifted >> unused);
  }
}

}  // namespace

std::shared_ptr<std::byte> aligned_block(std::size_t bytes) {
  auto* const data = static_cast<std::byte*>(::operator new(bytes, alignment));
  return {data, [](std::byte* block) { ::operator delete(block, alignment); }};
}

bool shares_memory(const pjrt::Buffer& buffer, const pjrt::Event& ready, const void* data) {
  return buffer.is_on_cpu() && ready.is_ready() && !ready.wait() &&
         buffer.unsafe_pointer(ready) == data;
}

bool is_viewable(const Buffer& from, const Cause& cause) {
  return bitsize(from.aval().dtype) % 8 == 0 && from.engine(cause.who, cause.here).is_on_cpu();
}

std::unique_ptr<Buffer::HostCopy> start_host_copy(const Buffer& from, const Cause& cause) {
  const pjrt::Buffer& source = from.engine(cause.who, cause.here);
  const auto bytes = static_cast<std::size_t>(host_bytes(from.aval()));
  auto copy = std::make_unique<Buffer::HostCopy>();
  copy->data = aligned_block(bytes);
  try {
    copy->done = source.to_host({copy->data.get(), bytes});
  } catch (const Error& error) {
    from.engine(cause.who, cause.here);  // another thread may have ended it meanwhile
    raise(error, {.who = cause.who,
                  .what = to_string(from.aval()),
                  .device = from.sharding().single_device(),
                  .here = cause.here});
  }
  return copy;
}

std::shared_ptr<const void> finish(const Buffer::HostCopy& copy, const Buffer& from,
                                   const Cause& cause) {
  from.wait();  // its failure is the first cause
  if (const auto failure = copy.done.wait()) {
    throw Error(failure->code(), "[" + std::string(cause.who) + "] " + failure->what(), cause.here);
  }
  const Aval& aval = from.aval();
  if (is_integer(aval.dtype) && is_signed(aval.dtype) && bitsize(aval.dtype) < 8) {
    extend_sign({copy.data.get(), static_cast<std::size_t>(host_bytes(aval))}, aval.dtype);
  }
  return copy.data;
}

HostValue read_to_host(const Buffer& from, const Cause& cause) {
  from.wait();
  if (is_viewable(from, cause)) return {from.pin(cause.who, cause.here), 0};
  return {finish(*start_host_copy(from, cause), from, cause), host_bytes(from.aval())};
}

}  // namespace berth::runtime
