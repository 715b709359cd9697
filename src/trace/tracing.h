#pragma once

#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "berth/array.h"
#include "berth/error.h"
#include "trace/graph.h"

namespace berth::trace {

/// While it is open, this thread's operations are recorded in a graph instead of run.
class Tracing {
 public:
  enum class Of : std::uint8_t {
    program,   ///< The body of one routine, for any place: a pure function of its inputs.
    function,  ///< A user's function: every value has a place, and values from outside come in.
  };
  /// `who` is the public function that errors name, called at `here`.
  Tracing(Of of, const char* who, Here here);
  ~Tracing();
  Tracing(const Tracing&) = delete;
  Tracing& operator=(const Tracing&) = delete;

  /// Which inputs will be at `home` when the graph runs, wherever they are now.
  enum class Brings : std::uint8_t { uncommitted, all };
  void set_home(const Sharding& home, Brings brings) {
    home_ = home;
    brings_ = brings;
  }

  /// This thread's innermost, or null.
  static Tracing* current();

  Array input(Aval aval, detail::Residence residence = {});
  /// `array` as a value of this trace: itself, or the input that it becomes. Throws as `record`,
  /// in the name of `who`, which was called at `here`.
  Array lifted(const Array& array, const char* who, Here here);
  /// The results of one node. Of a function's trace, operands may come from outside: concrete
  /// arrays and values of outer traces become inputs. Throws `TracerError` for a value of a trace
  /// that has ended, or of another thread's; `DeletedArrayError`.
  /// The results live where the routine that is being recorded runs, or at `residences`.
  Arrays record(ApplicationRef application, std::span<const Array> operands,
                std::span<const detail::Residence> residences = {});
  /// What came from outside, each as an input behind those that `input` made.
  const Arrays& captures() const { return captures_; }
  /// Ends the recording. Outputs may come from outside too.
  Graph finish(std::span<const Array> outputs);

  /// What one public function records: the nodes have its line and its place, errors its name.
  /// Those inside another change nothing.
  class Routine {
   public:
    Routine(Tracing& tracing, const char* who, Here here, const detail::Residence& residence);
    ~Routine();
    Routine(const Routine&) = delete;
    Routine& operator=(const Routine&) = delete;

   private:
    Tracing* const tracing_;  // null inside another
  };
  /// Whether a public function is being recorded.
  bool inside_routine() const { return inside_; }

  /// The public function that errors name.
  const char* who() const { return inside_ ? who_ : record_->who.c_str(); }
  Here here() const { return inside_ ? here_ : record_->here; }

 private:
  ValueId add_input(Aval aval, detail::Residence residence);
  Array traced(ValueId value) const;
  ValueId number_of(const Array& array, const char* who, Here here);
  ValueId capture(const Array& array);

  const Of of_;
  const std::shared_ptr<detail::TraceRecord> record_;
  Graph graph_;
  Arrays captures_;
  std::map<const detail::ArrayState*, ValueId> captured_;
  Tracing* const outer_;
  std::optional<Sharding> home_;
  Brings brings_ = Brings::uncommitted;

  bool inside_ = false;  // a routine: then these are its own
  const char* who_ = "";
  Here here_;
  detail::Residence residence_;
};

/// Where an operation `who` on `operands` runs, and what its results inherit: the rules of
/// placement, on concrete and traced values alike. An operand that is elsewhere becomes its copy,
/// which is recorded; empty Arrays stand for scalars, which are nowhere. `where`, if not null, is
/// what the call itself says. Defined in part `placement`.
detail::Residence settle_operands(const char* who, std::span<Array> operands, const Target* where,
                                  Here here);

/// Applies a primitive: records one node of this thread's trace, or runs it. `residences` says of
/// each result where it will live, and so where that happens; if empty, the rules of placement do.
Arrays perform(const ApplicationRef& application, std::span<const Array> operands, Here here = {},
               std::span<const detail::Residence> residences = {});

/// Bodies of routines and rules are made of these.
template <class Params>
Arrays bind_all(const Primitive<Params>& primitive, const Params& params,
                std::span<const Array> operands) {
  return perform(std::make_shared<const ApplicationOf<Params>>(primitive, params), operands);
}

template <class Params>
Array bind(const Primitive<Params>& primitive, const Params& params,
           std::initializer_list<Array> operands) {
  return bind_all(primitive, params, {operands.begin(), operands.size()})[0];
}

inline Array bind(const Primitive<NoParams>& primitive, std::initializer_list<Array> operands) {
  return trace::bind(primitive, NoParams(), operands);  // not std::bind
}

/// The primitive of `self`, which has such parameters, with others: for rules that many share.
template <class Params>
Arrays bind_again(const ApplicationRef& self, const Params& params,
                  std::span<const Array> operands) {
  return bind_all(static_cast<const ApplicationOf<Params>&>(*self).description(), params, operands);
}

/// Throws `Error` for a user's mistake: "[who] text", at the line of the call being traced.
[[noreturn]] void fail(const std::string& text, ErrorCode code = ErrorCode::invalid_argument);

}  // namespace berth::trace
