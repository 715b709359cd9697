#include "runtime/stopper.h"

#include <time.h>

#include <array>
#include <utility>

#include "runtime/process.h"
#include "runtime/program.h"

namespace berth::runtime {
namespace {

/// A program that takes its caller longer than this is worth a stopper, which costs about half.
constexpr std::int64_t long_nanoseconds = 200'000;

/// The work of this thread, so that a busy machine does not make programs look long.
std::int64_t thread_nanoseconds() {
  timespec now = {};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<std::int64_t>(now.tv_sec) * 1'000'000'000 + now.tv_nsec;
}

constexpr const char* identity_text =
    "module { func.func @main(%arg0: tensor<f32>) -> tensor<f32> { return %arg0 : tensor<f32> } }";

const pjrt::Executable& identity(LaunchOrder& order, const pjrt::Client& client) {
  std::call_once(order.compiled,
                 [&] { order.identity.emplace(client.compile(identity_text, {})); });
  return *order.identity;
}

/// A scalar in memory that the device shares: no byte moves.
pjrt::Buffer shared_scalar(const pjrt::Client& client, const pjrt::Memory& memory) {
  alignas(64) static const float value = 0;
  return client
      .buffer_from_host({.data = &value,
                         .dtype = float32,
                         .semantics = pjrt::abi::HostBufferSemantics::zero_copy},
                        memory)
      .buffer;
}

}  // namespace

Stopper::Stopper(const Program& program, Device device) : program_(program) {
  const Pace& pace = program.pace;
  if (!platform_of(device).runs_on_caller) return;
  if (pace.is_long()) {
    stop(device);
    return;
  }
  LaunchOrder& order = device.info()->launch_order;
  if (order.has_stoppers.load(std::memory_order_relaxed)) {
    among_others_ = std::shared_lock(order.mutex);
  }
  if (pace.is_unknown()) began_ = thread_nanoseconds();
}

void Stopper::stop(Device device) {
  const pjrt::Client& client = platform_of(device).client;
  const pjrt::Memory& memory = *device.info()->engine->default_memory;
  LaunchOrder& order = device.info()->launch_order;
  try {
    const pjrt::Executable& waiting = identity(order, client);
    key_ = shared_scalar(client, memory);
    auto [gated, gate] = client.alias(float32, {}, memory);
    // Alone, since a device takes a limited number of launches and then blocks: launches of other
    // threads behind the stopper could leave no room for ours, which opens the gate.
    order.has_stoppers.store(true, std::memory_order_relaxed);
    alone_ = std::unique_lock(order.mutex);
    const std::array<pjrt::abi::Buffer*, 1> arguments = {gated.get()};
    pjrt::Buffer ignored;
    waiting.execute(arguments, {&ignored, 1}, {.device = device.info()->engine});
    gate_.emplace(std::move(gate));
  } catch (const Error&) {  // a plugin that cannot: its callers wait
    program_.pace.set_quick();
  }
}

void Stopper::launched() noexcept {
  if (began_ >= 0) took_ = thread_nanoseconds() - began_;
  let_go();
}

void Stopper::let_go() noexcept {
  if (gate_) {
    try {
      gate_->fulfill(std::move(key_));
    } catch (const Error&) {  // NOLINT(bugprone-empty-catch): a forked child, where nothing waits
    }
    gate_.reset();
  }
  alone_ = {};
  among_others_ = {};
}

void Stopper::learn(bool is_done) {
  if (began_ < 0) return;
  if (!is_done) {
    program_.pace.note_nothing();
  } else if (took_ > long_nanoseconds) {
    program_.pace.set_long();
  } else {
    program_.pace.set_quick();
  }
}

}  // namespace berth::runtime
