#include "ops/derivatives.h"

#include "berth/ops/arithmetic.h"
#include "berth/ops/creation.h"
#include "berth/ops/shape.h"
#include "ops/broadcast.h"

namespace berth::ops {

Array add_present(const Array& x, const Array& y) {
  if (absent(x)) return y;
  return absent(y) ? x : x + y;
}

Array with_batch(const Array& x, bool batched, std::int64_t size) {
  return batched ? x : berth::broadcast_to(x, with_batch(x.shape(), size));
}

Shape with_batch(const Shape& shape, std::int64_t size) {
  std::vector<std::int64_t> dims = {size};
  dims.insert(dims.end(), shape.begin(), shape.end());
  return Shape(dims);
}

Array with_batch_or_scalar(const Array& x, bool batched, const Shape& shape) {
  if (!batched) return x.ndim() == 0 ? x : with_batch(x, false, shape[0]);
  return x.shape() == shape ? x : broadcast_in_dim(x, shape, {0});
}

std::vector<int> behind_batch(const std::vector<int>& axes) {
  std::vector<int> moved;
  for (const int axis : axes) moved.push_back(axis + 1);
  return moved;
}

Array zeros_of(const Aval& aval) { return zeros(aval.shape, aval.dtype); }

Array or_zeros(const Array& x, const Array& like) { return absent(x) ? zeros_like(like) : x; }

Arrays batch_elements(const trace::Batch& at) {
  Arrays operands;
  for (std::size_t i = 0; i < at.x.size(); ++i) {
    operands.push_back(with_batch(at.x[i], at.batched[i], at.size));
  }
  return trace::perform(at.self, operands);
}

}  // namespace berth::ops
