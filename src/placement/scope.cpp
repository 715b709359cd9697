#include "placement/scope.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include "berth/error.h"
#include "berth/placement.h"
#include "placement/place.h"

namespace berth {
namespace {

using runtime::Scopes;
using Guards = std::array<Guard, 3>;
using Ledgers = std::vector<std::shared_ptr<runtime::LedgerLog>>;

// One field of Scopes, told apart by its type.
using Setting =
    std::variant<std::optional<Device>, std::optional<Scopes::RunOn>, Guards, std::string, Ledgers>;

void set(Scopes& scopes, Setting setting) {
  struct {
    Scopes& to;
    void operator()(std::optional<Device> value) { to.default_device = value; }
    void operator()(std::optional<Scopes::RunOn> value) { to.run_on = std::move(value); }
    void operator()(Guards value) { to.guards = value; }
    void operator()(std::string value) { to.name = std::move(value); }
    void operator()(Ledgers value) { to.ledgers = std::move(value); }
  } visitor{scopes};
  std::visit(visitor, std::move(setting));
}

struct Change {
  std::vector<Setting> before;  // what to go back to
  const char* who;
  std::thread::id thread = std::this_thread::get_id();
  std::atomic<bool> ended = false;  // by another thread
};

// The open changes of this thread, outermost first. A static Scope ends after the main thread's
// variables: there is nothing left to undo then.
thread_local bool thread_has_ended = false;

using Changes = std::vector<std::shared_ptr<Change>>;
struct ThreadChanges {
  Changes open;
  ~ThreadChanges() { thread_has_ended = true; }
};
thread_local ThreadChanges of_this_thread;

// Scopes that end out of order leave what the later ones set: a change that ends early hands
// what it would go back to on to the next change of the same setting.
void undo(Changes::iterator change) {
  Changes& open_changes = of_this_thread.open;
  for (Setting& before : (*change)->before) {
    const auto same = [&](const Setting& later) { return later.index() == before.index(); };
    bool handed_on = false;
    for (auto next = change + 1; next != open_changes.end() && !handed_on; ++next) {
      const auto theirs = std::ranges::find_if((*next)->before, same);
      if (theirs == (*next)->before.end()) continue;
      *theirs = std::move(before);
      handed_on = true;
    }
    if (!handed_on) set(runtime::scopes(), std::move(before));
  }
  open_changes.erase(change);
}

void leave(const std::shared_ptr<Change>& change) {
  if (change->thread != std::this_thread::get_id()) {
    change->ended = true;
    return;
  }
  if (thread_has_ended) return;
  Changes& open_changes = of_this_thread.open;
  const auto found = std::ranges::find(open_changes, change);
  if (found != open_changes.end()) undo(found);
}

void check_no_stray(Here here) {
  Changes& open_changes = of_this_thread.open;
  const auto stray = std::ranges::find_if(
      open_changes, [](const std::shared_ptr<Change>& change) { return change->ended.load(); });
  if (stray == open_changes.end()) return;
  const std::string who = (*stray)->who;
  undo(stray);
  throw Error(ErrorCode::failed_precondition,
              "[" + who +
                  "] a scope of this thread was ended on another one, so it was in force until "
                  "now: end it where it began, and take scopes to other threads with "
                  "current_scopes().enter()",
              detail::user_line(here));
}

// The settings go in as they should be and come out as they were.
std::function<void()> enter(const char* who, std::vector<Setting> settings) {
  auto change = std::make_shared<Change>();
  change->who = who;
  Scopes& scopes = runtime::scopes();
  for (Setting& setting : settings) {
    struct {
      const Scopes& from;
      Setting operator()(const std::optional<Device>&) { return from.default_device; }
      Setting operator()(const std::optional<Scopes::RunOn>&) { return from.run_on; }
      Setting operator()(const Guards&) { return from.guards; }
      Setting operator()(const std::string&) { return from.name; }
      Setting operator()(const Ledgers&) { return from.ledgers; }
    } current{scopes};
    change->before.push_back(std::visit(current, setting));
  }
  of_this_thread.open.push_back(change);
  for (Setting& setting : settings) set(scopes, std::move(setting));
  return [change] { leave(change); };
}

}  // namespace

struct ScopeMaker {
  static Scope make(const char* who, std::vector<Setting> settings) {
    return Scope(enter(who, std::move(settings)));
  }
};

Scope::~Scope() { leave_(); }

const Scopes& placement::live_scopes(Here here) {
  if (!of_this_thread.open.empty()) check_no_stray(here);
  return runtime::scopes();
}

Scope default_device(Device device, Here here) {
  placement::check_addressable(device, "default_device", detail::user_line(here));
  return ScopeMaker::make("default_device", {std::optional(device)});
}

Scope placement::scope_of_compiled(Device home) {
  return ScopeMaker::make("jit", {std::optional(home), std::optional<Scopes::RunOn>()});
}

Device current_default_device() { return placement::default_place(Here()).single_device(); }

Scope run_on(const Target& where, Here here) {
  here = detail::user_line(here);
  placement::check_addressable(where.resolve(placement::default_place(here)).single_device(),
                               "run_on", here);
  return ScopeMaker::make("run_on", {std::optional(Scopes::RunOn{where, here})});
}

Scope named_scope(std::string name) {
  const std::string& outer = placement::live_scopes(Here()).name;
  if (!outer.empty()) name = outer + "/" + name;
  return ScopeMaker::make("named_scope", {std::move(name)});
}

Scope transfer_guard(Guard level) { return transfer_guard(GuardOptions{level, level, level}); }

Scope transfer_guard(GuardOptions levels) {
  Guards guards = placement::live_scopes(Here()).guards;
  const auto change = [&](Direction direction, std::optional<Guard> level) {
    auto& guard = guards[static_cast<std::size_t>(direction)];
    guard = level.value_or(guard);
  };
  change(Direction::host_to_device, levels.host_to_device);
  change(Direction::device_to_device, levels.device_to_device);
  change(Direction::device_to_host, levels.device_to_host);
  return ScopeMaker::make("transfer_guard", {guards});
}

ScopeSet current_scopes() {
  ScopeSet set;
  set.state_ = std::make_shared<const Scopes>(placement::live_scopes(Here()));
  return set;
}

Scope ScopeSet::enter() const {
  const Scopes scopes = state_ ? *static_cast<const Scopes*>(state_.get()) : Scopes();
  return ScopeMaker::make("current_scopes", {scopes.default_device, scopes.run_on, scopes.guards,
                                             scopes.name, scopes.ledgers});
}

}  // namespace berth
