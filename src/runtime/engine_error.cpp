#include "runtime/engine_error.h"

#include <string_view>

namespace berth::runtime {

void raise(const Error& engine, const MemoryRequest& request) {
  std::string_view text = engine.what();
  if (const std::size_t end = text.find("] "); text.starts_with('[') && end != text.npos) {
    text.remove_prefix(end + 2);  // the name of the engine's function
  }
  if (engine.code() == ErrorCode::resource_exhausted) throw_out_of_memory(request, text);
  throw Error(engine.code(), "[" + request.who + "] " + std::string(text), request.here);
}

}  // namespace berth::runtime
