#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>

#include "berth/array.h"
#include "berth/sharding.h"
#include "core/hash.h"
#include "core/promotion.h"
#include "trace/graph.h"

namespace berth::trace {

/// The element types that C++ scalars among `operands` take; entries of arrays are ignored.
/// `who` is for errors.
template <class Params>
using ScalarTypes = void (*)(const char* who, std::span<const Operand> operands,
                             const Params& params, std::span<DType> types);

/// The type that JAX's lattice gives `operands` together.
ResultType result_type(const char* who, std::span<const Operand> operands);

/// The usual rule: every scalar takes the type that all operands have together. Operands that are
/// all arrays need not have one.
template <class Params>
void promote_together(const char* who, std::span<const Operand> operands, const Params& /*params*/,
                      std::span<DType> types) {
  const bool all_arrays =
      std::ranges::all_of(operands, [](const Operand& x) { return x.array() != nullptr; });
  if (!all_arrays) std::ranges::fill(types, result_type(who, operands).dtype);
}

/// A function of arrays that runs as one program, as data: what users call, made of primitives.
///
/// Called with concrete operands it is traced once for their types, compiled, and run from the
/// cache from then on; C++ scalars are arguments of the program, so their value does not compile
/// again. Called inside a trace, its body is recorded there. JAX: a jitted `jnp` function.
template <class Params = NoParams>
struct Routine {
  /// The public name, for errors and ledgers.
  const char* name;
  /// A pure function of operands and parameters. Every operand is a traced value.
  Arrays (*body)(std::span<const Array> operands, const Params& params);
  ScalarTypes<Params> scalar_types = promote_together<Params>;
};

/// A routine with its parameters, whatever their type. Lives during the call.
class Call {
 public:
  virtual const char* name() const = 0;
  virtual Arrays body(std::span<const Array> operands) const = 0;
  virtual void scalar_types(std::span<const Operand> operands, std::span<DType> types) const = 0;

  /// Caches find a call by these. The address of the routine is its identity.
  virtual const void* routine() const = 0;
  virtual std::size_t hash() const = 0;
  virtual bool equals(const Call& other) const = 0;
  virtual std::unique_ptr<const Call> clone() const = 0;

  virtual ~Call() = default;
};

template <class Params>
class CallOf final : public Call {
 public:
  CallOf(const Routine<Params>& routine, Params params)
      : routine_(routine), params_(std::move(params)) {}

  const char* name() const override { return routine_.name; }

  Arrays body(std::span<const Array> operands) const override {
    return routine_.body(operands, params_);
  }

  void scalar_types(std::span<const Operand> operands, std::span<DType> types) const override {
    routine_.scalar_types(name(), operands, params_, types);
  }

  const void* routine() const override { return &routine_; }

  std::size_t hash() const override { return hash_of(routine(), params_); }

  bool equals(const Call& other) const override {
    return other.routine() == routine() && static_cast<const CallOf&>(other).params_ == params_;
  }

  std::unique_ptr<const Call> clone() const override {
    return std::make_unique<CallOf>(routine_, params_);
  }

 private:
  const Routine<Params>& routine_;
  const Params params_;
};

/// Where an eager call runs and which line asked for it.
struct CallSite {
  Here here;
  /// Not null: the results are committed there, and uncommitted operands are brought there.
  const Target* where = nullptr;
  /// Not empty: where each result will live has been decided before.
  std::span<const detail::Residence> residences = {};
};

/// Runs `call` now: places the operands, finds or makes the program, launches it. Does not wait.
/// Defined in part `placement`, which knows the rules.
Arrays run_eagerly(const Call& call, std::span<const Operand> operands, const CallSite& site);

/// Runs eagerly, or records the body if this thread is tracing.
Arrays dispatch(const Call& call, std::span<const Operand> operands, CallSite site);

/// Calls a routine: the one entry of every public function. The line is that of the first
/// operand, or `site.here` where there is none.
template <class Params>
Arrays call_all(const Routine<Params>& routine, std::type_identity_t<Params> params,
                std::span<const Operand> operands, CallSite site = {}) {
  return dispatch(CallOf<Params>(routine, std::move(params)), operands, site);
}

template <class Params>
Array call(const Routine<Params>& routine, std::type_identity_t<Params> params,
           std::initializer_list<Operand> operands, CallSite site = {}) {
  return call_all(routine, std::move(params), {operands.begin(), operands.size()}, site)[0];
}

inline Array call(const Routine<NoParams>& routine, std::initializer_list<Operand> operands,
                  CallSite site = {}) {
  return call(routine, NoParams(), operands, site);
}

/// The graph of `call`'s body for operands of these types. Throws what the body says of them.
Graph trace_call(const Call& call, std::span<const Aval> operands, Here here);

}  // namespace berth::trace
