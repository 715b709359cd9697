#include "berth/jit.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <boost/container/small_vector.hpp>
#include <boost/unordered/unordered_flat_map.hpp>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <string_view>

#include "berth/error.h"
#include "berth/placement.h"
#include "core/array_state.h"
#include "pjrt/executable.h"
#include "placement/place.h"
#include "runtime/launch.h"
#include "runtime/log.h"
#include "runtime/transfer.h"
#include "trace/tracing.h"
#include "transform/call_primitive.h"
#include "transform/jit_program.h"
#include "transform/trace_function.h"

namespace berth {
namespace {

using detail::CallKey;
using placement::Place;
using runtime::BufferRef;
using transform::JitModule;
using transform::TracedFunction;

constexpr const char* who = "jit";

constexpr std::size_t usual = 8;
template <class T>
using Few = boost::container::small_vector<T, usual>;

/// A traced function with the nesting of its result.
struct Traced {
  TracedFunction function;
  std::shared_ptr<const void> tree;
  transform::CallBodyRef body;  ///< The same, for calls inside other traced functions.
};

/// A program for one kind of call.
struct Ready {
  JitModule plan;
  std::shared_ptr<const runtime::Program> program;
  Arrays captures;
  std::shared_ptr<const void> tree;
};

/// What one kind of call needs, made at the first. Whoever makes it holds the lock.
struct Entry {
  std::mutex mutex;
  std::shared_ptr<const Traced> traced;
  std::unique_ptr<const Ready> made;
  std::atomic<const Ready*> ready = nullptr;  // `made`, for those without the lock
};

/// All that a program depends on: the arguments' nesting and static values, the leaves' types and
/// commitment, and the place.
CallKey key_of(const detail::Fingerprint& arguments, const Sharding& home) {
  CallKey key = arguments.key;
  for (const Array* leaf : arguments.leaves()) {
    const detail::ArrayState& state = *leaf->state();
    const Shape& shape = state.aval.shape;
    key.add(static_cast<std::uint64_t>(state.aval.dtype) | (state.aval.weak_type ? 1u << 8 : 0) |
            (state.committed ? 1u << 9 : 0) | static_cast<std::uint64_t>(shape.rank()) << 16);
    for (const std::int64_t dim : shape) key.add(static_cast<std::uint64_t>(dim));
  }
  key.add(reinterpret_cast<std::uintptr_t>(home.single_device().info()));
  key.add(static_cast<std::uint64_t>(home.memory_kind()));
  return key;
}

struct KeyHash {
  using is_avalanching = void;
  std::size_t operator()(const CallKey& key) const { return key.low; }
};

}  // namespace

class detail::JitState {
 public:
  explicit JitState(JitOptions options) : options_(std::move(options)) {}

  JitResult call(const JitCall& call) {
    const Here here = user_line(call.here);
    if (trace::Tracing::current() != nullptr) return inlined(call, here);
    const Place place = place_of(call, here);
    const Ready& ready = ready_for(call, place, here);
    return {run(ready, call, place, here), ready.tree};
  }

  Lowered lower(const JitCall& call) {
    const Place place = place_of(call, {});
    return Lowered(lowered(*traced_for(call, place, {}), call, place.sharding, {}).module.text);
  }

  Compiled compile(const JitCall& call) {
    const Place place = place_of(call, {});
    const auto stats = ready_for(call, place, {}).program->executable->memory_stats();
    if (!stats) return Compiled(MemoryAnalysis());
    return Compiled({.argument = stats->argument,
                     .output = stats->output,
                     .alias = stats->alias,
                     .temp = stats->temp,
                     .generated_code = stats->generated_code,
                     .peak = stats->peak});
  }

  std::int64_t trace_count() const { return traces_.load(); }

  Arrays captures() const {
    std::vector<Entry*> entries;
    {
      const std::shared_lock lock(mutex_);
      for (const auto& [key, entry] : entries_) entries.push_back(entry.get());
    }
    Arrays all;
    for (Entry* entry : entries) {  // not under the lock above: tracing takes both the other way
      const std::lock_guard lock(entry->mutex);
      if (!entry->traced) continue;
      const Arrays& some = entry->traced->function.captures;
      all.insert(all.end(), some.begin(), some.end());
    }
    return all;
  }

 private:
  static Place place_of(const JitCall& call, Here here) {
    Few<Operand> operands;
    for (const Array* leaf : call.arguments.leaves()) operands.push_back({*leaf, here});
    return placement::place(who, {operands.data(), operands.size()}, nullptr, here);
  }

  // Entries stay where they are as long as this.
  Entry& entry_for(const JitCall& call, const Sharding& home) {
    const CallKey key = key_of(call.arguments, home);
    {
      const std::shared_lock lock(mutex_);
      const auto found = entries_.find(key);
      if (found != entries_.end()) return *found->second;
    }
    const std::unique_lock lock(mutex_);
    auto& entry = entries_[key];
    if (!entry) entry = std::make_unique<Entry>();
    return *entry;
  }

  std::shared_ptr<const Traced> traced_for(const JitCall& call, const Place& place, Here here) {
    Entry& entry = entry_for(call, place.sharding);
    const std::lock_guard lock(entry.mutex);
    return traced(entry, call, place, here);
  }

  // Called with the entry's lock.
  std::shared_ptr<const Traced> traced(Entry& entry, const JitCall& call, const Place& place,
                                       Here here) {
    if (entry.traced) return entry.traced;
    Arrays leaves;
    for (const Array* leaf : call.arguments.leaves()) leaves.push_back(*leaf);
    ++traces_;
    TracedFunction function = transform::trace_function(who, call.f, leaves, here, &place.sharding,
                                                        place.reason == Reason::run_on
                                                            ? trace::Tracing::Brings::all
                                                            : trace::Tracing::Brings::uncommitted);
    check_captures(function.captures, here);
    auto body = std::make_shared<const transform::CallBody>(who, function.graph);
    auto made = std::make_shared<const Traced>(
        Traced{std::move(function), call.f.result_tree(), std::move(body)});
    // Values of an outer trace end with it: what has such captures serves this call only.
    const bool is_lasting = std::ranges::all_of(
        made->function.captures, [](const Array& x) { return x.state()->trace == nullptr; });
    if (is_lasting) entry.traced = made;
    return made;
  }

  void check_captures(const Arrays& captures, Here here) const {
    if (options_.captures == CapturePolicy::allow || captures.empty()) return;
    std::string list;
    for (const Array& capture : captures) {
      list += (list.empty() ? "" : ", ") + to_string(capture.state()->aval);
    }
    throw Error(ErrorCode::invalid_argument,
                fmt::format("[jit] the function uses arrays from outside, {}, and captures are "
                            "forbidden: pass them as arguments",
                            list),
                here);
  }

  std::vector<bool> donated_leaves(const JitCall& call) const {
    if (options_.donate_argnums.empty()) return {};
    return transform::leaves_of(call.f, options_.donate_argnums);
  }

  JitModule lowered(const Traced& traced, const JitCall& call, const Sharding& home,
                    Here here) const {
    return transform::lower_function(traced.function, home, donated_leaves(call), here);
  }

  const Ready& ready_for(const JitCall& call, const Place& place, Here here) {
    Entry& entry = entry_for(call, place.sharding);
    if (const Ready* ready = entry.ready.load(std::memory_order_acquire)) return *ready;
    const std::lock_guard lock(entry.mutex);
    if (entry.made) return *entry.made;
    const std::shared_ptr<const Traced> function = traced(entry, call, place, here);
    auto made = std::make_unique<Ready>();
    made->plan = lowered(*function, call, place.sharding, here);
    report_unused(made->plan, call, here);
    made->program = runtime::compile(made->plan.module, place.sharding.single_device(), here);
    made->plan.module.text = {};  // compiled: large, and of no more use
    made->captures = function->function.captures;
    made->tree = function->tree;
    entry.made = std::move(made);
    entry.ready.store(entry.made.get(), std::memory_order_release);
    return *entry.made;
  }

  static void report_unused(const JitModule& plan, const JitCall& call, Here here) {
    for (const std::size_t i : plan.unused_donations) {
      runtime::log_line(fmt::format(
          "[jit] {} is donated at {}, and no result has its type and shape: its memory is freed, "
          "not used again",
          to_string(call.arguments.leaves()[i]->state()->aval), to_string(here)));
    }
  }

  // Arguments have been looked at before.
  [[noreturn]] static void refuse_capture(const detail::ArrayState& capture, const Place& place,
                                          Here here) {
    throw DeviceMismatchError(
        fmt::format(
            "[jit] the function runs on {}, and an array that it uses from outside, {}, was "
            "committed to {} at {}: pass it as an argument, or device_put it",
            to_string(place.sharding), to_string(capture.aval), to_string(*capture.sharding),
            to_string(capture.placed_at)),
        here);
  }

  static Arrays run(const Ready& ready, const JitCall& call, const Place& place, Here here) {
    const std::size_t leaf_count = call.arguments.leaves().size();
    const auto input = [&](std::size_t i) -> const Array& {
      return i < leaf_count ? *call.arguments.leaves()[i] : ready.captures[i - leaf_count];
    };
    const auto buffer = [&](std::size_t i) {
      const detail::ArrayState& state = detail::concrete_state_of(input(i), who, here);
      if (*state.sharding == place.sharding) return state.buffer;
      if (state.committed && place.reason != Reason::run_on) refuse_capture(state, place, here);
      return runtime::copy(*state.buffer, place.sharding, {who, place.reason, here});
    };
    Few<BufferRef> arguments;
    for (const std::size_t i : ready.plan.inputs) arguments.push_back(buffer(i));
    Few<BufferRef> results(ready.plan.module.results.size());
    runtime::launch(*ready.program, place.sharding.single_device(),
                    {arguments.data(), arguments.size()}, {results.data(), results.size()}, here);

    Arrays outputs;
    outputs.reserve(ready.plan.outputs.size());
    for (const JitModule::Output& output : ready.plan.outputs) {
      BufferRef value = output.is_input ? buffer(output.number) : results[output.number];
      if (output.is_input) value->engine(who, here);  // throws for a deleted one
      const bool committed = output.residence.committed || place.reason == Reason::run_on;
      outputs.push_back(
          placement::make_array(std::move(value), committed, output.residence.placed_at));
    }
    return outputs;
  }

  JitResult inlined(const JitCall& call, Here here) {
    Arrays leaves;
    for (const Array* leaf : call.arguments.leaves()) leaves.push_back(*leaf);
    const detail::Residence there = trace::settle_operands(who, leaves, nullptr, here);
    const Place place = {.sharding = *there.sharding};
    Fingerprint settled;
    for (const Array& leaf : leaves) settled.add_leaf(leaf);
    settled.key = call.arguments.key;
    const JitCall moved = {call.state, settled, call.f, here};
    const auto traced = traced_for(moved, place, here);
    transform::check_one_place(who, traced->function.graph, place.sharding, here);
    return {
        transform::call_body(traced->body, transform::all_inputs(leaves, traced->function), here),
        traced->tree};
  }

  const JitOptions options_;
  mutable std::shared_mutex mutex_;
  boost::unordered_flat_map<CallKey, std::unique_ptr<Entry>, KeyHash> entries_;
  std::atomic<std::int64_t> traces_ = 0;
};

namespace detail {

std::shared_ptr<JitState> make_jit_state(JitOptions options) {
  return std::make_shared<JitState>(std::move(options));
}

std::shared_ptr<JitState> shared_jit_state(const void* identity, const JitOptions& options) {
  using Key = std::tuple<const void*, std::vector<int>, CapturePolicy>;
  // Never destroyed: jitted functions may be static objects.
  static auto& mutex = *new std::mutex;
  static auto& states = *new std::map<Key, std::shared_ptr<JitState>>;
  const std::lock_guard lock(mutex);
  auto& state = states[{identity, options.donate_argnums, options.captures}];
  if (!state) state = make_jit_state(options);
  return state;
}

JitResult call_jitted(const JitCall& call) { return call.state.call(call); }
Lowered lower_jitted(const JitCall& call) { return call.state.lower(call); }
Compiled compile_jitted(const JitCall& call) { return call.state.compile(call); }
std::int64_t trace_count(const JitState& state) { return state.trace_count(); }
Arrays captures(const JitState& state) { return state.captures(); }

Array scalar_argument(const ScalarValue& value, Here here) {
  return put_scalar(value, nullptr, here);
}

}  // namespace detail
}  // namespace berth
