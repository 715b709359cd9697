// jit compiles a function at its first call with arguments of each kind; later calls run the
// program.
//
// A donated argument gives its memory to the result, and what nobody committed stays uncommitted.
#include <berth/berth.h>

#include <iostream>

using namespace berth;

struct State {
  Array w, momentum;
};

int main() {
  set_cpu_device_count(2);
  const auto step = jit(
      [](const State& s, const Array& gradient, const Array& rate) {
        const Array momentum = 0.9f * s.momentum + gradient;
        return State{s.w - rate * momentum, momentum};
      },
      {.donate_argnums = {0}});

  // Ahead of the first call: from shapes alone.
  const Array like = abstract({1024}, device("cpu:1"));
  const MemoryAnalysis memory =
      step.compile(State{like, like}, abstract({1024}), 0.1f).memory_analysis();
  std::cout << memory.argument << " bytes of arguments, " << memory.alias
            << " of them become results\n";

  State s = {zeros({1024}, device("cpu:1")), zeros({1024}, device("cpu:1"))};
  const Array gradient = ones({1024});  // uncommitted: it follows
  for (int i = 0; i < 10; ++i) s = step(s, gradient, 0.1f / static_cast<float>(i + 1));
  std::cout << "after 10 steps, traced " << step.trace_count() << " time, on "
            << to_string(s.w.device()) << ": " << s.w[0].item<float>() << "\n";
  return step.trace_count() == 1 && s.w.device() == device("cpu:1") ? 0 : 1;
}
