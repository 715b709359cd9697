#pragma once

#include <initializer_list>
#include <memory>
#include <span>
#include <string>

#include "berth/array.h"
#include "berth/error.h"
#include "trace/graph.h"

namespace berth::trace {

/// While it is open, this thread's operations are recorded in a graph instead of run.
class Tracing {
 public:
  /// `who` is the public function that errors name, called at `here`.
  Tracing(const char* who, Here here);
  ~Tracing();
  Tracing(const Tracing&) = delete;
  Tracing& operator=(const Tracing&) = delete;

  /// This thread's innermost, or null.
  static Tracing* current();

  Array input(Aval aval);
  /// The results of one node; operands must be values of this trace.
  Arrays record(std::shared_ptr<const Application> application, std::span<const Array> operands);
  /// Ends the recording.
  Graph finish(std::span<const Array> outputs);

  const char* who() const { return who_; }
  Here here() const { return here_; }

 private:
  Array traced(ValueId value) const;

  Graph graph_;
  const char* who_;
  Here here_;
  Tracing* outer_;
};

/// Records one node of this thread's trace. Bodies of routines are made of these.
template <class Params>
Arrays bind_all(const Primitive<Params>& primitive, const Params& params,
                std::span<const Array> operands) {
  BERTH_ASSERT(Tracing::current() != nullptr);
  return Tracing::current()->record(
      std::make_shared<const ApplicationOf<Params>>(primitive, params), operands);
}

template <class Params>
Array bind(const Primitive<Params>& primitive, const Params& params,
           std::initializer_list<Array> operands) {
  return bind_all(primitive, params, {operands.begin(), operands.size()})[0];
}

inline Array bind(const Primitive<NoParams>& primitive, std::initializer_list<Array> operands) {
  return trace::bind(primitive, NoParams(), operands);  // not std::bind
}

/// Throws `Error` for a user's mistake: "[who] text", at the line of the call being traced.
[[noreturn]] void fail(const std::string& text, ErrorCode code = ErrorCode::invalid_argument);

}  // namespace berth::trace
