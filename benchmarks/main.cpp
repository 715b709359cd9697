// Prints one table: what berth's verbs cost against the engine's own calls, against budgets, and
// against JAX where a Python has it. README.md says how to read it.

#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <functional>
#include <memory>
#include <string_view>

#include "benchmarks/peer.h"
#include "benchmarks/table.h"
#include "berth/berth.h"
#include "runtime/process.h"

namespace berth::bench {
namespace {

constexpr const char* usage =
    "berth_benchmarks [--jax PYTHON] [--only TEXT] [--smoke]\n"
    "  --jax PYTHON  JAX beside us: an interpreter that can import it\n"
    "  --only TEXT   rows that have TEXT in their name\n"
    "  --smoke       each thing once or twice, to see that it works\n";

struct Options {
  std::string python = {};
  std::string only = {};
  bool smoke = false;
};

using Peers = std::vector<std::unique_ptr<Peer>>;

void print(const std::string& text) {
  std::puts(text.c_str());
  std::fflush(stdout);
}

Peers start_peers(const std::string& python, Device device) {
  Peers peers;
  if (python.empty()) return peers;
  const std::string platform(device.platform());
  const std::string plugin = runtime::platform_of(device).client.api().library();
  const auto start = [&](const char* name, const std::string& library) {
    peers.push_back(std::make_unique<Peer>(name, python, platform, library));
    print(fmt::format("{}: {}", name, peers.back()->greeting()));
  };
  start("JAX", "");
  // JAX knows a GPU's plugin by its own name only, and that one is berth's as well.
  if (platform == "cpu") start("JAX, our plugin", plugin);
  return peers;
}

Measured measure(const Row& row, const Peers& peers, const Options& options) {
  std::vector<Sampler> samplers = {row.berth};
  if (row.floor) samplers.push_back(row.floor);
  if (!row.jax.empty()) {
    for (const auto& peer : peers) samplers.push_back(peer->sampler(row.jax));
  }
  Effort effort;
  effort.rounds = row.rounds.value_or(effort.rounds);
  if (options.smoke) effort = {.rounds = 1, .sample = Seconds(0)};

  const std::vector<Seconds> medians = race(samplers, effort);
  Measured measured = {.berth = medians[0].count()};
  std::size_t next = 1;
  if (row.floor) measured.floor = medians[next++].count();
  for (std::size_t i = 0; i < peers.size(); ++i) {
    measured.peers.push_back(next < medians.size() ? std::optional(medians[next++].count())
                                                   : std::nullopt);
  }
  return measured;
}

void run(const Options& options) {
  const Place place = {local_devices().front(), local_devices().back()};
  print(fmt::format("berth on {} ({})", to_string(place.device), place.device.device_kind()));
  const Peers peers = start_peers(options.python, place.device);

  std::vector<std::string> names;
  for (const auto& peer : peers) names.push_back(peer->name());
  print("\n" + head_line(names));
  const std::function<std::vector<Row>(const Place&)> groups[] = {
      eager_rows, jit_rows, put_rows, get_rows, ledger_rows, startup_rows, [](const Place&) {
        return include_rows();
      }};
  for (const auto& group : groups) {
    for (const Row& row : group(place)) {
      if (row.what.find(options.only) == std::string::npos) continue;
      print(line(row, measure(row, peers, options)));
    }
  }
}

int main(const std::vector<std::string>& arguments) {
  if (!arguments.empty() && arguments[0] == "--startup") {
    start_up({arguments.begin() + 1, arguments.end()});
    return 0;
  }
  Options options;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const bool has_value = i + 1 < arguments.size();
    if (arguments[i] == "--smoke") {
      options.smoke = true;
    } else if (arguments[i] == "--jax" && has_value) {
      options.python = arguments[++i];
    } else if (arguments[i] == "--only" && has_value) {
      options.only = arguments[++i];
    } else {
      std::fputs(usage, stderr);
      return 2;
    }
  }
  run(options);
  return 0;
}

}  // namespace
}  // namespace berth::bench

int main(int argc, char** argv) {
  try {
    // A copy between devices needs two; a child that is timed has what its environment says.
    if (::getenv("BERTH_CPU_DEVICES") == nullptr) berth::set_cpu_device_count(2);
    return berth::bench::main({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
