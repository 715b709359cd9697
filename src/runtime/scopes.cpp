#include "runtime/scopes.h"

namespace berth::runtime {

Scopes& scopes() {
  thread_local Scopes scopes;
  return scopes;
}

}  // namespace berth::runtime
