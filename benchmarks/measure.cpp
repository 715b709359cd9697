#include "benchmarks/measure.h"

#include <algorithm>
#include <cstddef>

namespace berth::bench {
namespace {

// Also warms caches up: the first call of all may compile.
int calls_that_fill(Seconds wanted, const Sampler& sampler) {
  constexpr int most = 1 << 14;
  sampler(1);
  int calls = 1;
  while (calls < most && sampler(calls) < wanted) calls *= 2;
  return calls;
}

Seconds median(std::vector<Seconds> times) {
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::ranges::nth_element(times, middle);
  return *middle;
}

}  // namespace

std::vector<Seconds> race(const std::vector<Sampler>& samplers, const Effort& effort) {
  std::vector<int> calls;
  for (const Sampler& sampler : samplers) calls.push_back(calls_that_fill(effort.sample, sampler));

  const std::size_t count = samplers.size();
  std::vector<std::vector<Seconds>> times(count);
  for (int round = 0; round < effort.rounds; ++round) {
    for (std::size_t i = 0; i < count; ++i) {
      // Each goes first as often as any other.
      const std::size_t turn = (i + static_cast<std::size_t>(round)) % count;
      times[turn].push_back(samplers[turn](calls[turn]) / calls[turn]);
    }
  }
  std::vector<Seconds> medians;
  for (auto& all : times) medians.push_back(median(std::move(all)));
  return medians;
}

}  // namespace berth::bench
