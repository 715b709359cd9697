#include <fmt/format.h>

#include <memory>
#include <string>
#include <utility>

#include "runtime/engine_error.h"
#include "runtime/host_value.h"
#include "runtime/log.h"
#include "runtime/passage.h"
#include "runtime/process.h"
#include "runtime/transfer.h"

namespace berth::runtime {
namespace {

Work::Issuer issuer(const Cause& cause, const Sharding& to) {
  return {.who = cause.who, .device = to.single_device(), .where = cause.here};
}

Buffer::Description copied(const Buffer& from, const Sharding& to, const Cause& cause) {
  return {from.aval(), to, cause.here};
}

MemoryRequest request(const Buffer& from, const Sharding& to, const Cause& cause) {
  return {.who = cause.who,
          .what = to_string(from.aval().dtype, from.aval().shape),
          .device = to.single_device(),
          .bytes = from.on_device_size(),
          .here = cause.here};
}

BufferRef copy_within_client(const Buffer& from, const Sharding& to, const Cause& cause,
                             Passage& passage) {
  const Device device = to.single_device();
  const pjrt::Memory& memory = engine_memory(device, to.memory_kind(), cause.who, cause.here);
  const pjrt::Buffer& source = from.engine(cause.who, cause.here);
  pjrt::Buffer engine;
  try {
    engine = to.memory_kind() == MemoryKind::device ? source.copy_to_device(*device.info()->engine)
                                                    : source.copy_to_memory(memory);
  } catch (const Error& error) {
    from.engine(cause.who, cause.here);  // another thread may have ended it meanwhile
    raise(error, request(from, to, cause));
  }
  const WorkRef work = Work::issued(issuer(cause, to), engine.ready_event(), [&] {
    const WorkRef input = from.unsettled_work();
    return input ? std::vector<WorkRef>{input} : std::vector<WorkRef>{};
  });
  passage.issued(from.on_device_size(), work);
  return std::make_shared<Buffer>(copied(from, to, cause), std::move(engine), work);
}

/// Two plugins share nothing but the host. Waits for the value, as a download does.
BufferRef copy_over_host(const Buffer& from, const Sharding& to, const Cause& cause,
                         Passage& passage) {
  const Device device = to.single_device();
  const pjrt::Memory& memory = engine_memory(device, to.memory_kind(), cause.who, cause.here);
  const HostValue host = read_to_host(from, cause);
  const Aval& aval = from.aval();
  // Memory that the source device shares must not become the destination's: a copy was asked for.
  const bool ours = host.bytes_moved > 0;
  pjrt::Client::Upload up;
  try {
    up = platform_of(device).client.buffer_from_host(
        {.data = host.data.get(),
         .dtype = aval.dtype,
         .dims = aval.shape.dims(),
         .semantics = ours ? pjrt::abi::HostBufferSemantics::zero_copy
                           : pjrt::abi::HostBufferSemantics::copy_until_done},
        memory);
  } catch (const Error& error) {
    raise(error, request(from, to, cause));
  }
  up.host_done.on_ready([keep = host.data](const std::optional<Error>&) noexcept {});
  pjrt::Event ready = up.buffer.ready_event();
  const bool shared = ours && shares_memory(up.buffer, ready, host.data.get());
  const std::int64_t uploaded = shared ? 0 : aval.shape.size() * itemsize(aval.dtype);
  const WorkRef work = Work::issued(issuer(cause, to), std::move(ready));
  passage.issued(host.bytes_moved + uploaded, work);
  return std::make_shared<Buffer>(copied(from, to, cause), std::move(up.buffer), work);
}

}  // namespace

BufferRef copy(const Buffer& from, const Sharding& to, const Cause& cause) {
  from.engine(cause.who, cause.here);  // a deleted array before a guard
  Passage passage({.dtype = from.aval().dtype,
                   .shape = from.aval().shape,
                   .from = from.sharding(),
                   .to = to,
                   .bytes = from.on_device_size()},
                  cause);
  const bool one_client =
      &platform_of(from.sharding().single_device()) == &platform_of(to.single_device());
  return one_client ? copy_within_client(from, to, cause, passage)
                    : copy_over_host(from, to, cause, passage);
}

BufferRef take(const Buffer& from, const Cause& cause) {
  from.engine(cause.who, cause.here);
  if (const Here pinned = from.pinned_at()) {
    BufferRef result = copy(from, from.sharding(), cause);
    from.end(Buffer::End::donated, cause.here);
    log_line(
        fmt::format("[{}] {} on {} is donated at {} while a HostArray of {} views its memory: "
                    "it was copied",
                    cause.who, to_string(from.aval()), to_string(from.sharding()),
                    to_string(cause.here), to_string(pinned)));
    return result;
  }
  if (!from.give_up(cause.here)) from.engine(cause.who, cause.here);  // another thread was first
  return std::make_shared<Buffer>(copied(from, from.sharding(), cause),
                                  std::const_pointer_cast<Buffer>(from.shared_from_this()));
}

}  // namespace berth::runtime
