#include "core/aval.h"

namespace berth {

std::string to_string(const Aval& aval) {
  return std::string(short_name(aval.dtype)) + (aval.weak_type ? "*" : "") + to_string(aval.shape);
}

}  // namespace berth
