// Scopes nest by thread: one that moved would end out of order.
// expect: deleted
#include <utility>

#include "berth/placement.h"

void scope_moved(berth::Scope& scope) {
#ifdef MISUSE
  const berth::Scope kept = std::move(scope);
#else
  const berth::Scope& kept = scope;
  static_cast<void>(kept);
#endif
}
