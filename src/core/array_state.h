#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>

#include "berth/sharding.h"
#include "berth/source_location.h"
#include "core/aval.h"

namespace berth {

class Array;

namespace runtime {
class Buffer;
}

namespace detail {

/// Where a value lives, and on whose word.
struct Residence {
  /// Empty for a value of a program that is traced for any place.
  std::optional<Sharding> sharding = {};
  bool committed = false;
  /// The line that committed it; of an operation's result, the line that committed the operand.
  Here placed_at = {};
};

/// One tracing of a function, as the values of it know it. Outlives it as long as they do.
struct TraceRecord {
  std::string who;  ///< "jit".
  Here here;        ///< The line that asked for it.
  std::atomic<bool> ended = false;
};

/// What an Array points to: concrete (`buffer` is set), traced (`trace` is set), or abstract.
struct ArrayState : Residence {
  Aval aval;
  std::shared_ptr<runtime::Buffer> buffer;  // of a concrete array

  std::shared_ptr<const TraceRecord> trace;  // of a traced value
  int value = -1;                            // and its number there
};

/// The state; throws `Error(invalid_argument)` "[who] the Array is empty ..." for an empty one.
const ArrayState& state_of(const Array& array, const char* who, Here here);

/// Throws `TracerError` for a traced one, `Error(invalid_argument)` for an abstract one: `who`
/// needs the value itself.
const ArrayState& concrete_state_of(const Array& array, const char* who, Here here);

/// Throws `DeletedArrayError` if a concrete array was deleted or donated. Defined in runtime.
void check_alive(const Array& array, const char* who, Here here);

}  // namespace detail
}  // namespace berth
