#include "trace/tracing.h"

#include <fmt/format.h>

#include <utility>

#include "core/array_state.h"
#include "trace/routine.h"

namespace berth::trace {
namespace {

thread_local Tracing* innermost = nullptr;

/// One primitive as a program of its own.
class PrimitiveCall final : public Call {
 public:
  explicit PrimitiveCall(ApplicationRef application) : application_(std::move(application)) {}

  const char* name() const override { return application_->name(); }
  Arrays body(std::span<const Array> operands) const override {
    return Tracing::current()->record(application_, operands);
  }
  void scalar_types(std::span<const Operand>, std::span<DType>) const override {}

  const void* routine() const override { return application_->primitive(); }
  std::size_t hash() const override { return application_->hash(); }
  bool equals(const Call& other) const override {
    return other.routine() == routine() &&
           application_->equals(*static_cast<const PrimitiveCall&>(other).application_);
  }
  std::unique_ptr<const Call> clone() const override {
    return std::make_unique<PrimitiveCall>(application_);
  }

 private:
  const ApplicationRef application_;
};

Arrays run(const ApplicationRef& application, std::span<const Array> operands, Here here,
           std::span<const detail::Residence> residences) {
  if (application->runs_itself()) return application->run(operands, here);
  std::vector<Operand> values;
  values.reserve(operands.size());
  for (const Array& operand : operands) values.emplace_back(operand, here);
  return run_eagerly(PrimitiveCall(application), values,
                     {.here = detail::user_line(here), .residences = residences});
}

}  // namespace

Tracing::Tracing(Of of, const char* who, Here here)
    : of_(of),
      record_(std::make_shared<detail::TraceRecord>()),
      outer_(std::exchange(innermost, this)),
      inside_(of == Of::program),
      who_(who),
      here_(here) {
  record_->who = who;
  record_->here = here;
}

Tracing::~Tracing() {
  record_->ended = true;
  innermost = outer_;
}

Tracing* Tracing::current() { return innermost; }

Array Tracing::traced(ValueId value) const {
  auto state = std::make_shared<detail::ArrayState>();
  static_cast<detail::Residence&>(*state) = graph_.residence(value);
  state->aval = graph_.aval(value);
  state->trace = record_;
  state->value = value;
  return Array(std::move(state));
}

Array Tracing::input(Aval aval, detail::Residence residence) {
  return traced(add_input(std::move(aval), std::move(residence)));
}

ValueId Tracing::add_input(Aval aval, detail::Residence residence) {
  if (home_ && (brings_ == Brings::all || !residence.committed)) residence.sharding = home_;
  return graph_.add_input(std::move(aval), std::move(residence));
}

Arrays Tracing::record(ApplicationRef application, std::span<const Array> operands,
                       std::span<const detail::Residence> residences) {
  if (residences.empty()) residences = {&residence_, 1};
  std::vector<ValueId> ids;
  ids.reserve(operands.size());
  for (const Array& operand : operands) ids.push_back(number_of(operand, who(), here()));
  const ValueId first = graph_.add_node(std::move(application), ids, here(), residences);
  Arrays results;
  for (int i = 0; i < graph_.nodes().back().result_count; ++i) results.push_back(traced(first + i));
  return results;
}

Array Tracing::lifted(const Array& array, const char* who, Here here) {
  const ValueId id = number_of(array, who, here);
  return array.state()->trace == record_ ? array : traced(id);
}

ValueId Tracing::number_of(const Array& array, const char* who, Here here) {
  const detail::ArrayState& state = detail::state_of(array, who, here);
  if (state.trace == record_) return state.value;
  BERTH_ASSERT(of_ == Of::function);
  if (state.buffer != nullptr) {
    detail::check_alive(array, who, here);
    return capture(array);
  }
  if (state.trace == nullptr) detail::concrete_state_of(array, who, here);  // throws: abstract
  for (const Tracing* outer = outer_; outer != nullptr; outer = outer->outer_) {
    if (outer->record_ == state.trace) return capture(array);
  }
  if (!state.trace->ended) {
    throw TracerError(
        fmt::format("[{}] {} was traced by {} at {} on another thread: a traced value stays on "
                    "its thread",
                    who, to_string(state.aval), state.trace->who, to_string(state.trace->here)),
        here);
  }
  detail::concrete_state_of(array, who, here);  // throws: it has outlived its trace
  return -1;
}

ValueId Tracing::capture(const Array& array) {
  const auto [found, is_new] = captured_.try_emplace(array.state().get());
  if (is_new) {
    found->second = add_input(array.state()->aval, *array.state());
    captures_.push_back(array);
  }
  return found->second;
}

Graph Tracing::finish(std::span<const Array> outputs) {
  std::vector<ValueId> ids;
  for (const Array& output : outputs) ids.push_back(number_of(output, who(), here()));
  graph_.set_outputs(std::move(ids));
#ifndef NDEBUG
  check(graph_);
#endif
  return std::move(graph_);
}

Tracing::Routine::Routine(Tracing& tracing, const char* who, Here here,
                          const detail::Residence& residence)
    : tracing_(tracing.inside_ ? nullptr : &tracing) {
  if (tracing_ == nullptr) return;
  tracing_->inside_ = true;
  tracing_->who_ = who;
  tracing_->here_ = here;
  tracing_->residence_ = residence;
}

Tracing::Routine::~Routine() {
  if (tracing_ != nullptr) tracing_->inside_ = false;
}

Arrays perform(const ApplicationRef& application, std::span<const Array> operands, Here here,
               std::span<const detail::Residence> residences) {
  Tracing* tracing = Tracing::current();
  if (tracing == nullptr) return run(application, operands, here, residences);
  if (tracing->inside_routine()) return tracing->record(application, operands);
  here = detail::user_line(here);
  if (!residences.empty()) {
    const Tracing::Routine inside(*tracing, application->name(), here, residences[0]);
    return tracing->record(application, operands, residences);
  }
  Arrays settled;
  for (const Array& operand : operands) {
    settled.push_back(tracing->lifted(operand, application->name(), here));
  }
  const Tracing::Routine inside(*tracing, application->name(), here,
                                settle_operands(application->name(), settled, nullptr, here));
  return tracing->record(application, settled);
}

void fail(const std::string& text, ErrorCode code) {
  const Tracing* tracing = Tracing::current();
  BERTH_ASSERT(tracing != nullptr);
  throw Error(code, "[" + std::string(tracing->who()) + "] " + text, tracing->here());
}

}  // namespace berth::trace
