#pragma once

#include <memory>
#include <optional>

#include "berth/sharding.h"
#include "berth/source_location.h"
#include "core/aval.h"

namespace berth {

class Array;

namespace runtime {
class Buffer;
}
namespace trace {
class Graph;
}

namespace detail {

/// What an Array points to. Either concrete (`buffer` is set) or traced (`graph` is set).
struct ArrayState {
  Aval aval;
  bool committed = false;
  /// The line that committed it; of an operation's result, the line that committed the operand.
  Here placed_at;

  std::optional<Sharding> sharding;         // of a concrete array
  std::shared_ptr<runtime::Buffer> buffer;  // of a concrete array

  const trace::Graph* graph = nullptr;  // of a traced value: the graph that is being built
  int value = -1;                       // and its number there
};

/// The state; throws `Error(invalid_argument)` "[who] the Array is empty ..." for an empty one.
const ArrayState& state_of(const Array& array, const char* who, Here here);

/// Throws `TracerError` for a traced one: `who` needs the value itself.
const ArrayState& concrete_state_of(const Array& array, const char* who, Here here);

/// Throws `DeletedArrayError` if a concrete array was deleted or donated. Defined in runtime.
void check_alive(const Array& array, const char* who, Here here);

}  // namespace detail
}  // namespace berth
