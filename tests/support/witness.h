#pragma once

#include <array>
#include <cstdint>

#include "berth/ledger.h"

/// What the engine was asked to do, counted outside of berth: a filter between the two replaces
/// the functions by which bytes move and code runs. It is in place in every test of the engine
/// tier, and what it counts must be what berth says (see witness_check.cpp).
namespace berth::witness {

/// Counts all plugins that are loaded from now on.
void install();

struct Counts {
  std::int64_t calls = 0;
  std::int64_t bytes = 0;  ///< By the engine's own account; 0 for memory that is shared.
};
Counts copies(Direction direction);
std::int64_t executions();

}  // namespace berth::witness
