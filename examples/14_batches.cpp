// vmap maps a function over a batch: written for one example, run for all at once.
#include <berth/berth.h>

#include <iostream>

using namespace berth;

int main() {
  const auto loss = [](const Array& w, const Array& x, const Array& y) {
    return square(sum(w * x) - y);
  };
  const Array w = array({1.f, 2.f});
  const Array x = array({{1.f, 0.f}, {0.f, 1.f}, {1.f, 1.f}});
  const Array y = array({0.f, 0.f, 3.f});

  // One gradient for each example, which a loop would compute one by one.
  const auto each = jit(vmap(grad(loss), {.in_axes = {none, 0, 0}}));
  const Array gradients = each(w, x, y);
  std::cout << "gradients of the examples:\n" << gradients << "\n";

  // The curvature, by forward over reverse mode.
  const auto total = [&](const Array& v) {
    return sum(vmap(loss, {.in_axes = {none, 0, 0}})(v, x, y));
  };
  std::cout << "hessian:\n" << hessian(total)(w) << "\n";
  return gradients.shape() == Shape{3, 2} ? 0 : 1;
}
