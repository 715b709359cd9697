#include "runtime/work.h"

#include <map>
#include <utility>

#include "runtime/out_of_memory.h"
#include "runtime/process.h"

namespace berth::runtime {
namespace {

std::uint64_t next_order() {
  static std::atomic<std::uint64_t> order = 0;
  return order.fetch_add(1, std::memory_order_relaxed);
}

}  // namespace

void Failure::raise() const {
  if (code == ErrorCode::resource_exhausted) {
    throw_out_of_memory({.who = who, .what = "its result", .device = device, .here = where}, text);
  }
  throw Error(code, "[" + who + "] " + text, where);
}

std::string Failure::message() const {
  try {
    raise();
  } catch (const Error& error) {
    return error.what();
  }
}

WorkRef Work::start(const Issuer& issuer, pjrt::Event done, std::vector<WorkRef> inputs) {
  WorkRef work = std::make_shared<const Work>(issuer, std::move(done), std::move(inputs));
  issuer.device.info()->in_flight.add(work);
  return work;
}

Work::Work(const Issuer& issuer, pjrt::Event done, std::vector<WorkRef> inputs)
    : who_(issuer.who),
      device_(issuer.device),
      where_(issuer.where),
      order_(next_order()),
      done_(std::move(done)),
      inputs_(std::move(inputs)) {}

Work::~Work() { forget(std::move(inputs_)); }

// Iterative, since a chain of dependent work may be longer than the stack is deep.
void Work::forget(std::vector<WorkRef> works) noexcept {
  while (!works.empty()) {
    const WorkRef last = std::move(works.back());
    works.pop_back();
    if (last.use_count() != 1) {
      continue;
    }
    for (WorkRef& input : last->inputs_) {  // ours alone, so no lock
      works.push_back(std::move(input));
    }
    last->inputs_.clear();
  }
}

bool Work::has_ended() const {
  if (state_.load(std::memory_order_acquire) != State::pending) {
    return true;
  }
  if (!done_.is_ready()) {
    return false;
  }
  settle(done_.wait());
  return true;
}

const Failure* Work::wait() const {
  if (state_.load(std::memory_order_acquire) == State::pending) {
    settle(done_.wait());
  }
  return failure_.get();
}

void Work::settle(const std::optional<Error>& outcome) const {
  if (outcome) {
    settle_ancestors();
  }
  settle_one(outcome);
}

void Work::settle_one(const std::optional<Error>& outcome) const {
  std::vector<WorkRef> inputs;  // dies after the lock
  {
    const std::lock_guard lock(mutex_);
    if (state_.load(std::memory_order_relaxed) != State::pending) {
      return;
    }
    if (outcome) {
      failure_ = std::make_unique<const Failure>(first_cause(*outcome));
    }
    inputs.swap(inputs_);
    state_.store(outcome ? State::failed : State::well, std::memory_order_release);
  }
  forget(std::move(inputs));
}

// A work that fails looks at its direct inputs only. Those must have been settled by then, and
// theirs before them: oldest first, without recursion.
void Work::settle_ancestors() const {
  std::map<std::uint64_t, WorkRef> ancestors;
  std::vector<WorkRef> found = inputs();
  while (!found.empty()) {
    WorkRef work = std::move(found.back());
    found.pop_back();
    if (ancestors.emplace(work->order_, work).second) {
      const std::vector<WorkRef> more = work->inputs();
      found.insert(found.end(), more.begin(), more.end());
    }
  }
  for (const auto& [order, work] : ancestors) {
    if (work->state_.load(std::memory_order_acquire) == State::pending && work->done_.is_ready()) {
      work->settle_one(work->done_.wait());
    }
  }
}

Failure Work::first_cause(const Error& outcome) const {
  const Failure* first = nullptr;
  for (const WorkRef& input : inputs_) {
    if (input->state_.load(std::memory_order_acquire) == State::failed &&
        (!first || input->failure_->order < first->order)) {
      first = input->failure_.get();
    }
  }
  if (first) {
    return *first;
  }
  return {.who = who_,
          .device = device_,
          .code = outcome.code(),
          .text = outcome.what(),
          .where = where_,
          .order = order_};
}

std::vector<WorkRef> Work::inputs() const {
  const std::lock_guard lock(mutex_);
  return inputs_;
}

}  // namespace berth::runtime
