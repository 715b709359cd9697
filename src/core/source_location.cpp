#include "berth/source_location.h"

#include <cstring>

namespace berth {
namespace {

thread_local Here open_origin;

}  // namespace

bool operator==(SourceLocation a, SourceLocation b) {
  return a.line_ == b.line_ && (a.file_ == b.file_ || std::strcmp(a.file_, b.file_) == 0);
}

std::string to_string(SourceLocation location) {
  if (!location) return "unknown";
  return std::string(location.file()) + ":" + std::to_string(location.line());
}

namespace detail {

Origin::Origin(Here here) : opened_(!open_origin && here) {
  if (opened_) open_origin = here;
}

Origin::~Origin() {
  if (opened_) open_origin = Here();
}

Here user_line(Here here) { return open_origin ? open_origin : here; }

}  // namespace detail
}  // namespace berth
