#include "berth/jacobian.h"

#include <fmt/format.h>

#include <functional>

#include "berth/error.h"
#include "berth/ops/creation.h"
#include "berth/ops/shape.h"
#include "berth/vjp.h"
#include "berth/vmap.h"
#include "core/array_state.h"
#include "transform/forward.h"

namespace berth {
namespace {

/// A function of one leaf.
class OfOne final : public detail::LeafFunction {
 public:
  explicit OfOne(std::function<Array(const Array&)> f) : f_(std::move(f)) {}

  Arrays operator()(std::span<const Array> leaves) override { return {f_(leaves[0])}; }
  std::vector<std::size_t> leaves_of_arguments() const override { return {1}; }
  std::shared_ptr<const void> result_tree() const override { return nullptr; }

 private:
  std::function<Array(const Array&)> f_;
};

// Along axis 0, each array of this type in which one element is 1 and the others 0.
Array basis(const Array& like) {
  std::vector<std::int64_t> dims = {like.size()};
  dims.insert(dims.end(), like.shape().begin(), like.shape().end());
  return reshape(eye(like.size(), like.dtype()), Shape(dims));
}

Shape joined(const Shape& a, const Shape& b) {
  std::vector<std::int64_t> dims(a.begin(), a.end());
  dims.insert(dims.end(), b.begin(), b.end());
  return Shape(dims);
}

}  // namespace

Array detail::jacobian(LeafFunction& f, const Arrays& leaves, JacobianMode mode, Here here) {
  here = user_line(here);
  const char* who = mode == JacobianMode::forward ? "jacfwd" : "jacrev";
  const Array& x = leaves[0];
  if (!transform::is_differentiable(x.dtype())) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("[{}] the first argument is {}: only floating-point and complex "
                            "numbers have derivatives",
                            who, to_string(x.state()->aval)),
                here);
  }
  const LeafLinearization at = linearize_leaves(who, f, leaves, here);
  const Array& y = at.outputs[0];
  const Origin origin(here);
  if (mode == JacobianMode::reverse) {
    OfOne pull([&](const Array& ct) { return at.map.pull({ct}, here)[0]; });
    return reshape(vmap_leaves(pull, {basis(y)}, {}, here)[0], joined(y.shape(), x.shape()));
  }
  OfOne push([&](const Array& dx) {
    Arrays tangents(leaves.size());
    tangents[0] = dx;
    return at.map.push(tangents, here)[0];
  });
  const Array columns = vmap_leaves(push, {basis(x)}, {.out_axes = {-1}}, here)[0];
  return reshape(columns, joined(y.shape(), x.shape()));
}

}  // namespace berth
