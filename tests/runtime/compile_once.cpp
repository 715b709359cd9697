// Compiles one module, runs it and says how it came by the program: for tests about processes.
#include <cstdio>

#include "runtime/modules.h"

int main() {
  using namespace berth;
  using namespace berth::runtime;
  const auto program = compile(times(17), devices().front(), Here::current());
  const auto result = run(*program, devices().back(), {1, 2, 3, 4});  // it is for all of them
  const CompileCounters counters = compile_counters();
  const bool is_right = result == std::vector<float>{17, 34, 51, 68};
  std::printf("compiled %d loaded %d %s\n", static_cast<int>(counters.compiled),
              static_cast<int>(counters.loaded), is_right ? "right" : "wrong");
}
