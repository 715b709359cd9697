#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <vector>

namespace berth::bench {

using Seconds = std::chrono::duration<double>;

/// Does the same thing `calls` times, and says how long that took. What it must do before and
/// after, outside the measure, is its own business.
using Sampler = std::function<Seconds(int calls)>;

/// Runs `f` and measures it.
template <class F>
Seconds time_of(F&& f) {
  const auto begin = std::chrono::steady_clock::now();
  f();
  return std::chrono::steady_clock::now() - begin;
}

/// Calls `f` again and again, with nothing between; a result dies before the next call.
template <class F>
Sampler repeat(F f) {
  return [f](int calls) mutable {
    return time_of([&] {
      for (int i = 0; i < calls; ++i) static_cast<void>(f());
    });
  };
}

/// As `repeat`, but each result is settled, and dies, outside the measure: what it costs to issue
/// something to an engine that is idle. (A loop that only issues measures whether it is quicker
/// than the engine, whose threads go to sleep in between if not, and cost a wake each time.)
template <class F, class S>
Sampler issue(F f, S settle) {
  return [f, settle](int calls) mutable {
    Seconds time = {};
    for (int i = 0; i < calls; ++i) {
      std::optional<decltype(f())> result;
      time += time_of([&] { result.emplace(f()); });
      settle(*result);
    }
    return time;
  };
}

struct Effort {
  int rounds = 41;
  Seconds sample = std::chrono::milliseconds(1);  ///< A sample has as many calls as fill it.
};

/// The median time of one call of each, measured in turns: what disturbs one disturbs all.
std::vector<Seconds> race(const std::vector<Sampler>& samplers, const Effort& effort);

}  // namespace berth::bench
