#include "transform/trace_function.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "berth/placement.h"
#include "core/array_state.h"
#include "placement/place.h"
#include "placement/scope.h"
#include "trace/tracing.h"

namespace berth::transform {
namespace {

using trace::Tracing;

// The device that committed arguments name; the default if they name none or several places.
Device home_of(std::span<const Array> arguments, Here here) {
  std::optional<Sharding> home;
  for (const Array& argument : arguments) {
    const detail::ArrayState& state = *argument.state();
    if (!state.committed) continue;
    if (home && *home != *state.sharding) return placement::default_place(here).single_device();
    home = *state.sharding;
  }
  return home.value_or(placement::default_place(here)).single_device();
}

}  // namespace

TracedFunction trace_function(const char* who, detail::LeafFunction& f,
                              std::span<const Array> arguments, Here here, const Sharding* home,
                              Tracing::Brings brings) {
  for (const Array& argument : arguments) {
    const detail::ArrayState& state = detail::state_of(argument, who, here);
    if (state.buffer != nullptr) detail::check_alive(argument, who, here);
  }
  const auto scope = [&] {
    return home != nullptr ? placement::scope_of_compiled(home->single_device())
                           : default_device(home_of(arguments, here), here);
  };
  return with(scope(), [&]() -> TracedFunction {
    Tracing tracing(Tracing::Of::function, who, here);
    if (home != nullptr) tracing.set_home(*home, brings);
    Arrays inputs;
    for (const Array& argument : arguments) {
      inputs.push_back(tracing.input(argument.state()->aval, *argument.state()));
    }
    trace::Graph graph = tracing.finish(f(inputs));
    return {std::move(graph), tracing.captures()};
  });
}

std::vector<bool> leaves_of(const detail::LeafFunction& f, std::span<const int> argnums) {
  std::vector<bool> flags;
  int number = 0;
  for (const std::size_t leaves : f.leaves_of_arguments()) {
    flags.insert(flags.end(), leaves, std::ranges::find(argnums, number++) != argnums.end());
  }
  return flags;
}

Array abstract_array(Aval aval, const detail::Residence& residence) {
  auto state = std::make_shared<detail::ArrayState>();
  static_cast<detail::Residence&>(*state) = residence;
  state->aval = std::move(aval);
  return Array(std::move(state));
}

Arrays all_inputs(std::span<const Array> arguments, const TracedFunction& function) {
  Arrays all(arguments.begin(), arguments.end());
  all.insert(all.end(), function.captures.begin(), function.captures.end());
  return all;
}

}  // namespace berth::transform
