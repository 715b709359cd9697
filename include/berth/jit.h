#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "berth/array.h"
#include "berth/detail/fingerprint.h"
#include "berth/detail/traced_call.h"

namespace berth {

/// What happens to arrays that a jitted function takes from outside, other than as arguments.
enum class CapturePolicy : std::uint8_t {
  allow,   ///< They are arguments in secret: their value at the first call is kept.
  forbid,  ///< The first call throws `Error(invalid_argument)` that lists them.
};

/// Options of `jit`.
struct JitOptions {
  /// Arguments that the call consumes, with all their leaves: results may take their memory.
  /// One that no result can use is reported once, through `set_log`.
  std::vector<int> donate_argnums = {};
  CapturePolicy captures = CapturePolicy::allow;
};

/// What a compiled program needs on its device, in bytes, by the compiler's account.
struct MemoryAnalysis {
  std::int64_t argument = 0;
  std::int64_t output = 0;
  std::int64_t alias = 0;  ///< Of the outputs, what donation places in arguments.
  std::int64_t temp = 0;
  std::int64_t generated_code = 0;
  std::int64_t peak = 0;
};

/// A traced and lowered call: StableHLO in generic form. JAX: `jax.stages.Lowered`.
class Lowered {
 public:
  explicit Lowered(std::string text) : text_(std::move(text)) {}
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

/// A program that is compiled and kept: the next call like it finds it. JAX: `jax.stages.Compiled`.
class Compiled {
 public:
  explicit Compiled(MemoryAnalysis memory) : memory_(memory) {}
  const MemoryAnalysis& memory_analysis() const { return memory_; }

 private:
  MemoryAnalysis memory_;
};

namespace detail {

/// The programs of one jitted function. All functions may be called from any thread.
class JitState;

struct JitCall {
  JitState& state;
  const Fingerprint& arguments;
  LeafFunction& f;
  Here here;
};
struct JitResult {
  Arrays leaves;
  std::shared_ptr<const void> tree;
};

std::shared_ptr<JitState> make_jit_state(JitOptions options);
/// The state that all `jit(f, options)` of one function share, which `identity` tells from others.
std::shared_ptr<JitState> shared_jit_state(const void* identity, const JitOptions& options);
JitResult call_jitted(const JitCall& call);
Lowered lower_jitted(const JitCall& call);
Compiled compile_jitted(const JitCall& call);
std::int64_t trace_count(const JitState& state);
Arrays captures(const JitState& state);

template <class F>
inline constexpr char identity_of = 0;

template <class F>
std::shared_ptr<JitState> jit_state_of(const F& f, JitOptions options) {
  if constexpr (std::is_pointer_v<F>) {
    return shared_jit_state(reinterpret_cast<const void*>(f), options);
  } else if constexpr (std::is_empty_v<F>) {
    return shared_jit_state(&identity_of<F>, options);
  } else {
    return make_jit_state(std::move(options));
  }
}

}  // namespace detail

/// A function that is compiled at its first call with arguments of each kind: see `jit`.
///
/// Copies share the programs. All functions may be called from any thread: of several threads that
/// make one first call, one compiles and the others wait.
template <class F>
class Jit : public detail::Callable<Jit<F>, detail::Signature<F>> {
 public:
  explicit Jit(F f, JitOptions options = {})
      : state_(detail::jit_state_of(f, std::move(options))),
        f_(std::make_shared<F>(std::move(f))) {}

  /// The call, for berth's own parts: `operator()` is what users write.
  template <class... A>
  detail::ResultOf<F, A...> call(Here here, const A&... args) const {
    using R = detail::ResultOf<F, A...>;
    detail::TreeCall<F, A...> f(here, *f_, args...);
    detail::Fingerprint print;
    (detail::add_to(print, args), ...);
    detail::JitResult result = detail::call_jitted({*state_, print, f, here});
    if constexpr (std::same_as<R, Array>) {
      return std::move(result.leaves[0]);
    } else {
      return tree_unflatten(*static_cast<const TreeDef<R>*>(result.tree.get()),
                            std::move(result.leaves), here);
    }
  }

  /// The program that a call with these arguments would run, as text. Compiles nothing.
  template <class... A>
  [[nodiscard]] Lowered lower(const A&... args) const {
    return staged(detail::lower_jitted, args...);
  }
  /// Compiles the program that a call with these arguments would run, and keeps it for that call.
  /// `abstract` arrays will do.
  template <class... A>
  Compiled compile(const A&... args) const {
    return staged(detail::compile_jitted, args...);
  }

  /// How often the function was traced.
  std::int64_t trace_count() const { return detail::trace_count(*state_); }
  /// The arrays from outside that traces found, other than arguments: kept, and used as they were.
  Arrays captures() const { return detail::captures(*state_); }

 private:
  template <class Stage, class... A>
  auto staged(Stage stage, const A&... args) const {
    return stage_of(stage, detail::generic_value(args)...);
  }
  template <class Stage, class... A>
  auto stage_of(Stage stage, const A&... args) const {
    detail::TreeCall<F, A...> f({}, *f_, args...);
    detail::Fingerprint print;
    (detail::add_to(print, args), ...);
    return stage({*state_, print, f, Here()});
  }

  std::shared_ptr<detail::JitState> state_;
  std::shared_ptr<F> f_;
};

/// Compiles `f` at its first call with arguments of each kind; later calls run the program.
///
/// `f` takes and returns Arrays and trees of them, and is called to be traced: what it does beside
/// computing happens then only. Programs are kept by how the trees are nested, the types, weak
/// types and commitment of the leaves, where they live, and the static values (integers, bools,
/// enums, strings, devices) in the arguments. Functions without state share their programs over
/// all `jit` of them. A call returns at once; inside another traced function `f` becomes part of
/// that.
///
///     const auto step = jit([](const Params& params, const Array& x) { return matmul(x, params.w);
///     }); Array y = step(params, x);
///
/// The call throws what `f` throws while it is traced; `DeviceMismatchError` for arguments that are
/// committed to several places; `Error(unimplemented)` if values inside live in several places;
/// `TracerError`; `DeletedArrayError`; `OutOfMemoryError`. JAX: `jax.jit`.
template <class F>
[[nodiscard]] Jit<std::decay_t<F>> jit(F&& f, JitOptions options = {}) {
  return Jit<std::decay_t<F>>(std::forward<F>(f), std::move(options));
}

namespace detail {

template <class F>
struct SignatureOf<Jit<F>> : SignatureOfCall<Jit<F>, Signature<F>> {};

}  // namespace detail
}  // namespace berth
