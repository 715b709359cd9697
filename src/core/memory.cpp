#include "berth/memory.h"

#include <utility>

namespace berth {

OutOfMemoryError::OutOfMemoryError(const std::string& message, Device device,
                                   std::int64_t requested, std::vector<LiveArray> live, Here where)
    : Error(ErrorCode::resource_exhausted, message, where),
      device_(device),
      requested_(requested),
      live_(std::make_shared<const std::vector<LiveArray>>(std::move(live))) {}

}  // namespace berth
