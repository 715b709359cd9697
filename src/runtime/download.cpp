#include <optional>
#include <string>
#include <utility>

#include "runtime/host_value.h"
#include "runtime/passage.h"
#include "runtime/transfer.h"

namespace berth::runtime {
namespace {

Passage::Copy to_host(const Buffer& from) {
  return {.dtype = from.aval().dtype,
          .shape = from.aval().shape,
          .from = from.sharding(),
          .to = std::nullopt,
          .bytes = from.aval().shape.size() * itemsize(from.aval().dtype)};
}

HostArray host_array(const Aval& aval, std::shared_ptr<const void> data) {
  const void* const address = data.get();
  return {std::move(data), address, aval.dtype, aval.shape};
}

}  // namespace

HostArray download(const Buffer& from, const Cause& cause) {
  from.engine(cause.who, cause.here);  // a deleted array before a guard
  Passage passage(to_host(from), cause);
  if (const auto copy = from.take_host_copy()) {  // recorded when it was started
    return host_array(from.aval(), finish(*copy, from, cause));
  }
  HostValue value = read_to_host(from, cause);
  passage.issued(value.bytes_moved, nullptr);
  return host_array(from.aval(), std::move(value.data));
}

void start_download(const Buffer& from, const Cause& cause) {
  const Passage::Copy planned = to_host(from);
  if (is_viewable(from, cause) || from.has_host_copy()) return;
  if (!Passage::is_free(planned, cause)) return;  // a hint: the download itself will tell

  Passage passage(planned, cause);
  auto copy = start_host_copy(from, cause);
  passage.issued(planned.bytes, from.unsettled_work());
  from.keep(std::move(copy));
}

}  // namespace berth::runtime
