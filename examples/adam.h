#pragma once

#include <berth/berth.h>

#include <utility>

/// Two moving averages of a gradient, in the form of the parameters, and the number of updates.
template <class Params>
struct Adam {
  Params mean, square;
  berth::Array count;
};

template <class Params>
Adam<Params> make_adam(const Params& params) {
  using namespace berth;
  const auto zero = [](const Array& p) { return zeros_like(p); };
  return {tree_map(zero, params), tree_map(zero, params), array(0)};
}

/// The parameters after one step against `gradient`, and the averages for the next.
template <class Params>
std::pair<Params, Adam<Params>> adam_update(const Params& params, const Params& gradient,
                                            const Adam<Params>& adam, const berth::Operand& rate) {
  using namespace berth;
  const auto average = [](float keep) {
    return [=](const Array& old, const Array& now) { return keep * old + (1 - keep) * now; };
  };
  const auto squared = [](const Array& g) { return g * g; };
  const Array count = adam.count + 1;
  const Params mean = tree_map(average(0.9f), adam.mean, gradient);
  const Params square = tree_map(average(0.999f), adam.square, tree_map(squared, gradient));
  // Both began at zero: what an average still lacks is divided out.
  const Array mean_share = 1 - power(0.9f, count);
  const Array square_share = 1 - power(0.999f, count);
  const auto move = [&](const Array& p, const Array& m, const Array& v) {
    return p - rate * (m / mean_share) / (sqrt(v / square_share) + 1e-8f);
  };
  return {tree_map(move, params, mean, square), {mean, square, count}};
}
