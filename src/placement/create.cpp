#include "berth/ops/creation.h"
#include "placement/place.h"
#include "runtime/transfer.h"

namespace berth {

Array detail::create_from_host(const HostRef& data, const char* who, const Target* where,
                               Here here) {
  here = user_line(here);
  const placement::Place place = placement::place(who, {}, where, here);
  return placement::make_array(
      runtime::upload(data, /*weak_type=*/false, place.sharding, runtime::HostMemory::borrowed,
                      nullptr, {who, Reason::create, here}),
      place.committed, place.placed_at);
}

}  // namespace berth
