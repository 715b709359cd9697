#include <fmt/format.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <utility>

#include "berth/error.h"
#include "berth/placement.h"
#include "core/array_state.h"
#include "core/scalar.h"
#include "placement/place.h"
#include "placement/traced_put.h"
#include "runtime/out_of_memory.h"
#include "runtime/transfer.h"
#include "trace/tracing.h"

namespace berth {
namespace {

using detail::ArrayState;
using runtime::BufferRef;
using runtime::Cause;
using runtime::HostMemory;

constexpr const char* who = "device_put";

Cause put_by(Here here) { return {who, Reason::put, here}; }

void check(DevicePutOptions options, Here here) {
  if (options.donate && options.may_alias == true) {
    throw Error(ErrorCode::invalid_argument,
                "[device_put] donate together with may_alias = true: a source that is consumed "
                "cannot share its memory with the result; leave out one of them",
                here);
  }
}

Array committed(BufferRef buffer, Here here) {
  return placement::make_array(std::move(buffer), /*committed=*/true, here);
}

Array uncommitted(BufferRef buffer) {
  return placement::make_array(std::move(buffer), /*committed=*/false, Here());
}

// The place that `where` names for a value that is nowhere yet.
Sharding place_of(const Target& where, Here here) {
  return where.resolve(placement::default_place(here));
}

// The buffer of `source` in `to`, which may be where it is.
BufferRef moved(const ArrayState& source, const Sharding& to, DevicePutOptions options,
                const Cause& cause) {
  if (to == *source.sharding) {
    if (options.donate) return runtime::take(*source.buffer, cause);
    if (options.may_alias.value_or(true)) {
      source.buffer->engine(who, cause.here);  // throws for a deleted one
      return source.buffer;
    }
  }
  BufferRef copy = runtime::copy(*source.buffer, to, cause);
  if (options.donate) source.buffer->end(runtime::Buffer::End::donated, cause.here);
  return copy;
}

// Unset memory of which a device can share any part: aligned to 64 bytes, large ones to a page.
std::shared_ptr<void> aligned_block(DType dtype, const Shape& shape, Device device,
                                    const Cause& cause) {
  std::size_t bytes = 0;
  const bool overflow =
      __builtin_mul_overflow(static_cast<std::size_t>(shape.size()), itemsize(dtype), &bytes);
  const std::size_t alignment = bytes < 65536 ? 64 : 4096;
  const std::size_t rounded = (bytes / alignment + 1) * alignment;
  void* memory = overflow ? nullptr : std::aligned_alloc(alignment, rounded);
  if (memory == nullptr) {
    runtime::throw_out_of_memory({.who = cause.who,
                                  .what = to_string(dtype, shape) + " in host memory",
                                  .device = device,
                                  .bytes = static_cast<std::int64_t>(bytes),
                                  .here = cause.here},
                                 "");
  }
  return {memory, std::free};
}

}  // namespace

Array device_put(const Array& x, const Target& where, DevicePutOptions options, Here here) {
  here = detail::user_line(here);
  check(options, here);
  if (trace::Tracing::current() != nullptr) return placement::traced_put(x, where, options, here);
  const ArrayState& source = detail::concrete_state_of(x, who, here);
  const Sharding to = where.resolve(*source.sharding);
  return committed(moved(source, to, options, put_by(here)), here);
}

Array device_put(const Array& x, Here here) {
  here = detail::user_line(here);
  detail::concrete_state_of(x, who, here).buffer->engine(who, here);  // throws for a deleted one
  return x;
}

Array device_put(const HostRef& data, const Target& where, DevicePutOptions options, Here here) {
  here = detail::user_line(here);
  check(options, here);
  const bool share = options.may_alias.value_or(false);
  return committed(
      runtime::upload(data, /*weak_type=*/false, place_of(where, here),
                      share ? HostMemory::lent : HostMemory::borrowed, nullptr, put_by(here)),
      here);
}

Array device_put(const HostRef& data, Here here) {
  here = detail::user_line(here);
  return uncommitted(runtime::upload(data, /*weak_type=*/false, placement::default_place(here),
                                     HostMemory::borrowed, nullptr, put_by(here)));
}

namespace detail {

Array put_list(const NestedList& list, const Target& where, Here here) {
  return device_put(list.data(), where, {}, here);
}

Array put_scalar(const ScalarValue& value, const Target* where, Here here) {
  here = user_line(here);
  const ScalarBits scalar = convert(value, default_dtype(value.kind), who, here);
  // Not runtime::scalar: that buffer is shared, and this array may be deleted or donated.
  const auto upload = [&](const Sharding& to) {
    return runtime::upload(HostRef(scalar.bits.data(), scalar.dtype, Shape()),
                           /*weak_type=*/scalar.dtype != bool_, to, HostMemory::borrowed, nullptr,
                           put_by(here));
  };
  if (where == nullptr) return uncommitted(upload(placement::default_place(here)));
  return committed(upload(place_of(*where, here)), here);
}

Array put_owned(std::shared_ptr<void> block, const HostRef& data, const Target& where, Here here) {
  here = user_line(here);
  return committed(runtime::upload(data, /*weak_type=*/false, place_of(where, here),
                                   HostMemory::given, std::move(block), put_by(here)),
                   here);
}

Array put_with(DType dtype, const Shape& shape, const Target& where,
               const std::function<void(void* data)>& fill, Here here) {
  here = user_line(here);
  const Cause cause{"device_put_with", Reason::put, here};
  const Sharding to = place_of(where, here);
  std::shared_ptr<void> block = aligned_block(dtype, shape, to.single_device(), cause);
  fill(block.get());
  const HostRef data(block.get(), dtype, shape);
  return committed(
      runtime::upload(data, /*weak_type=*/false, to, HostMemory::given, std::move(block), cause),
      here);
}

}  // namespace detail
}  // namespace berth
