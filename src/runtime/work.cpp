#include "runtime/work.h"

#include <algorithm>
#include <iterator>
#include <mutex>
#include <thread>
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
    // Ours alone by now, but use_count() alone orders nothing: whoever let go of it before may have
    // written this.
    const std::lock_guard lock(last->mutex_);
    std::move(last->inputs_.begin(), last->inputs_.end(), std::back_inserter(works));
    last->inputs_.clear();
  }
}

bool Work::has_ended() const {
  return state() != State::pending || (done_.is_ready() && settle(done_.wait()));
}

const Failure* Work::wait() const {
  if (state() == State::pending) {
    const std::optional<Error> outcome = done_.wait();
    // The cause comes within the engine's next few callbacks. Not so if this is one of them.
    constexpr int patience = 1000;
    for (int i = 0; !settle(outcome); ++i) {
      if (i == patience) {
        settle_one(outcome, false);
        break;
      }
      std::this_thread::yield();
    }
  }
  return failure_.get();
}

// Looks at direct inputs only. They must have been settled by then, and theirs before them: oldest
// first, without recursion.
bool Work::settle(const std::optional<Error>& outcome) const {
  if (outcome) {
    for (const auto& [order, work] : ancestors()) {
      if (work->state() == State::pending && work->done_.is_ready()) {
        work->settle_one(work->done_.wait(), true);
      }
    }
  }
  return settle_one(outcome, true);
}

bool Work::settle_one(const std::optional<Error>& outcome, bool cause_may_come) const {
  std::vector<WorkRef> inputs;  // dies after the lock
  {
    const std::lock_guard lock(mutex_);
    if (state() != State::pending) return true;
    if (outcome) {
      const Failure* cause = nullptr;
      bool some_pending = false;
      for (const WorkRef& input : inputs_) {
        some_pending |= input->state() == State::pending;
        if (input->has_failed() && (!cause || input->failure_->order < cause->order)) {
          cause = input->failure_.get();
        }
      }
      // Nothing fails by itself before its inputs have ended.
      if (!cause && some_pending && cause_may_come) return false;
      failure_ = std::make_unique<const Failure>(cause ? *cause
                                                       : Failure{.who = who_,
                                                                 .device = device_,
                                                                 .code = outcome->code(),
                                                                 .text = outcome->what(),
                                                                 .where = where_,
                                                                 .order = order_});
    }
    inputs.swap(inputs_);
    state_.store(outcome ? State::failed : State::well, std::memory_order_release);
  }
  forget(std::move(inputs));
  return true;
}

void Work::settle_when_cause_is_known(WorkRef work, Error outcome,
                                      std::function<void(const Failure*)> done) {
  struct Retry {
    WorkRef work;
    std::optional<Error> outcome;
    std::function<void(const Failure*)> done;
    std::atomic<bool> told = false;

    void operator()() {
      if (work->settle(outcome) && !told.exchange(true)) done(work->failure_.get());
    }
  };
  const auto retry = std::make_shared<Retry>();
  retry->work = std::move(work);
  retry->outcome = std::move(outcome);
  retry->done = std::move(done);
  for (const auto& [order, ancestor] : retry->work->ancestors()) {
    if (ancestor->state() == State::pending) {
      ancestor->done_.on_ready([retry](const std::optional<Error>&) noexcept { (*retry)(); });
    }
  }
  (*retry)();  // they may have ended meanwhile
}

std::vector<WorkRef> Work::inputs() const {
  const std::lock_guard lock(mutex_);
  return inputs_;
}

std::map<std::uint64_t, WorkRef> Work::ancestors() const {
  std::map<std::uint64_t, WorkRef> ancestors;  // by the order of issue: oldest first
  std::vector<WorkRef> found = inputs();
  while (!found.empty()) {
    const WorkRef work = std::move(found.back());
    found.pop_back();
    if (ancestors.emplace(work->order_, work).second) {
      const std::vector<WorkRef> more = work->inputs();
      found.insert(found.end(), more.begin(), more.end());
    }
  }
  return ancestors;
}

}  // namespace berth::runtime
