#include "runtime/launch.h"

#include <fmt/format.h>

#include <boost/container/small_vector.hpp>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>

#include "pjrt/executable.h"
#include "runtime/engine_error.h"
#include "runtime/ledger_log.h"
#include "runtime/log.h"
#include "runtime/process.h"
#include "runtime/stopper.h"

namespace berth::runtime {
namespace {

constexpr std::size_t usual_arguments = 16;
constexpr std::size_t usual_results = 4;

using Handles = boost::container::small_vector<pjrt::abi::Buffer*, usual_arguments>;
using Outputs = boost::container::small_vector<pjrt::Buffer, usual_results>;

[[noreturn]] void refuse(const Program& program, const std::string& text, Here here) {
  throw Error(ErrorCode::invalid_argument, fmt::format("[{}] {}", program.name, text), here);
}

void check_count(const Program& program, std::size_t arguments, std::size_t results, Here here) {
  if (arguments != program.parameters.size()) [[unlikely]] {
    refuse(program,
           fmt::format("it takes {} arguments and got {}", program.parameters.size(), arguments),
           here);
  }
  BERTH_ASSERT(results == program.results.size());
}

/// The engine compares the sizes in bytes and no more: it would run on reinterpreted bits.
pjrt::abi::Buffer* checked(const Program& program, Device device, const BufferRef& argument,
                           std::size_t i, Here here) {
  if (!argument) [[unlikely]] {
    refuse(program, fmt::format("argument {} is empty", i), here);
  }
  const Aval& wanted = program.parameters[i];
  const Aval& given = argument->aval();
  if (given.dtype != wanted.dtype || given.shape != wanted.shape) [[unlikely]] {
    refuse(program,
           fmt::format("argument {} is {}, and it takes {} there", i,
                       to_string(given.dtype, given.shape), to_string(wanted.dtype, wanted.shape)),
           here);
  }
  if (argument->sharding().single_device() != device) [[unlikely]] {
    refuse(program,
           fmt::format("argument {} is on {}, and it runs on {}: bring it there with device_put", i,
                       to_string(argument->sharding()), to_string(device)),
           here);
  }
  if (argument->has_ended()) [[unlikely]] {
    argument->engine(program.name, here,
                     fmt::format("argument {}, {} on {},", i, to_string(given),
                                 to_string(argument->sharding())));
  }
  return argument->engine(program.name, here).get();
}

// What one launch consumes, it may not use in another place as well.
void check_donations(const Program& program, std::span<const BufferRef> arguments, Here here) {
  for (std::size_t i = 0; i < program.donated.size(); ++i) {
    if (!program.donated[i]) continue;
    for (std::size_t k = 0; k < arguments.size(); ++k) {
      if (k == i || arguments[k] != arguments[i]) continue;
      refuse(program,
             fmt::format("argument {} is donated, and argument {} is the same array: pass a copy, "
                         "device_put(x, x.device(), {{.may_alias = false}})",
                         i, k),
             here);
    }
  }
}

// Of the donated, those whose memory somebody reads on the host: the engine copies them.
std::vector<std::int64_t> pinned(const Program& program, std::span<const BufferRef> arguments) {
  std::vector<std::int64_t> pinned;
  for (std::size_t i = 0; i < program.donated.size(); ++i) {
    if (program.donated[i] && arguments[i]->pinned_at())
      pinned.push_back(static_cast<std::int64_t>(i));
  }
  return pinned;
}

void end_donated(const Program& program, std::span<const BufferRef> arguments,
                 std::span<const std::int64_t> pinned, Here here) {
  for (const std::int64_t i : pinned) {
    const Buffer& argument = *arguments[static_cast<std::size_t>(i)];
    log_line(
        fmt::format("[{}] {} on {} is donated at {} while a HostArray of {} views its memory: "
                    "it was copied",
                    program.name, to_string(argument.aval()), to_string(argument.sharding()),
                    to_string(here), to_string(argument.pinned_at())));
  }
  for (std::size_t i = 0; i < program.donated.size(); ++i) {
    if (program.donated[i]) arguments[i]->end(Buffer::End::donated, here);
  }
}

Handles check(const Program& program, Device device, std::span<const BufferRef> arguments,
              std::size_t results, Here here) {
  if (!device) [[unlikely]] {
    refuse(program, "it has no device to run on", here);
  }
  check_count(program, arguments.size(), results, here);
  Handles handles;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    handles.push_back(checked(program, device, arguments[i], i, here));
  }
  return handles;
}

/// What `execute` threw: the first cause, if an argument had failed or was ended meanwhile.
[[noreturn]] void explain(const Error& error, const Program& program, Device device,
                          std::span<const BufferRef> arguments, Here here) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    checked(program, device, arguments[i], i, here);
    if (arguments[i]->is_ready()) arguments[i]->wait();
  }
  raise(error, {.who = program.name,
                .what = "the results of " + program.name,
                .device = device,
                .here = here});
}

std::vector<WorkRef> unsettled(std::span<const BufferRef> arguments) {
  std::vector<WorkRef> works;
  for (const BufferRef& argument : arguments) {
    if (WorkRef work = argument->unsettled_work()) works.push_back(std::move(work));
  }
  return works;
}

/// All results of an execution are there, or have failed, together: the first tells for all, the
/// end of the execution where there are none.
WorkRef watch(const Program& program, Device device, std::span<const BufferRef> arguments,
              const Outputs& outputs, pjrt::Event complete, Here here) {
  pjrt::Event done = outputs.empty() ? std::move(complete) : outputs.front().ready_event();
  return Work::issued({.who = program.name, .device = device, .where = here}, std::move(done),
                      [&] { return unsettled(arguments); });
}

}  // namespace

void launch(const Program& program, Device device, std::span<const BufferRef> arguments,
            std::span<BufferRef> results, Here here) {
  const Handles handles = check(program, device, arguments, results.size(), here);
  check_donations(program, arguments, here);
  const std::vector<std::int64_t> keep = pinned(program, arguments);
  const bool is_recording = recording();
  const std::int64_t issued_ns = is_recording ? now_ns() : 0;

  Stopper stopper(program, device);
  Outputs outputs(results.size());
  pjrt::Event complete;
  try {
    program.executable->execute(handles, {outputs.data(), outputs.size()},
                                {.device = device.info()->engine, .non_donatable = keep},
                                outputs.empty() ? &complete : nullptr);
  } catch (const Error& error) {
    explain(error, program, device, arguments, here);
  }
  stopper.launched();
  end_donated(program, arguments, keep, here);
  const WorkRef work = watch(program, device, arguments, outputs, std::move(complete), here);
  stopper.learn(!work);
  if (is_recording) {
    record({.row = {.kind = LedgerRow::Kind::execution,
                    .what = program.name,
                    .to = SingleDeviceSharding(device),
                    .where = here,
                    .issued_ns = issued_ns}},
           work);
  }
  for (std::size_t i = 0; i < results.size(); ++i) {
    results[i] = std::make_shared<Buffer>(
        Buffer::Description{program.results[i],
                            SingleDeviceSharding(device, program.result_memory[i]), here},
        std::move(outputs[i]), work);
  }
}

}  // namespace berth::runtime
