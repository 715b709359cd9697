#include "transform/control_support.h"

#include <string>

#include "berth/grad.h"
#include "berth/jacobian.h"
#include "berth/jit.h"
#include "berth/vjp.h"
#include "berth/vmap.h"

namespace berth {
namespace {

struct Transformation {
  std::string name;
  std::function<Function(Function)> of;
};

// Of a direction that differs from element to element.
Array direction(const Array& x) { return cos(1.5 * x) + 2; }

Array tangent(const Function& f, const Array& x) { return jvp(f, x, direction(x)).tangent; }

std::vector<Transformation> transformations() {
  const auto as_gradient = [](const Function& f) { return Function(grad(f)); };
  const auto as_tangent = [](const Function& f) {
    return Function([f](const Array& x) { return tangent(f, x); });
  };
  const auto along = [](const Function& f) {  // a scalar again
    return Function([f](const Array& x) { return sum(f(x) * direction(x)); });
  };
  const auto as_batch = [](const Function& f) {
    return Function([f](const Array& x) { return vmap(f)(stack({x, 0.5 * x, -x})); });
  };
  return {
      {"value", [](Function f) { return f; }},
      {"gradient", as_gradient},
      {"tangent", as_tangent},
      {"forward Jacobian", [](Function f) { return Function(jacfwd(f)); }},
      {"gradient of a gradient", [=](Function f) { return as_gradient(along(as_gradient(f))); }},
      {"tangent of a gradient", [=](Function f) { return as_tangent(as_gradient(f)); }},
      {"gradient of a tangent", [=](Function f) { return as_gradient(as_tangent(f)); }},
      {"batch", as_batch},
      {"batch of gradients", [=](Function f) { return as_batch(as_gradient(f)); }},
      {"batch of tangents", [=](Function f) { return as_batch(as_tangent(f)); }},
      {"gradient of a batch",
       [=](Function f) {
         return as_gradient([=](const Array& x) { return sum(as_batch(f)(x)); });
       }},
  };
}

}  // namespace

void expect_alike(const Function& f, const Function& expected, const Array& x) {
  for (const Transformation& transformation : transformations()) {
    SCOPED_TRACE(transformation.name);
    const Array wanted = jit(transformation.of(expected))(x);
    const Array compiled = jit(transformation.of(f))(x);
    const Array eager = transformation.of(f)(x);
    EXPECT_EQ(compiled.shape(), wanted.shape());
    EXPECT_THAT(compiled, Near(values<double>(wanted)));
    EXPECT_THAT(eager, Near(values<double>(wanted)));
  }
}

}  // namespace berth
