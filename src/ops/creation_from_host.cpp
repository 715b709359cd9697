#include "berth/ops/creation.h"
#include "core/scalar.h"

/// Arrays whose elements come from the program's own memory.
namespace berth {

Array array(const HostRef& data, Create create, Here here) {
  const Array x = detail::create_from_host(data, "array", create.where(), here);
  return create.dtype() ? x.astype(*create.dtype(), here) : x;
}

Array detail::create_from_list(const NestedList& list, const Create& create, Here here) {
  return create_from_host(list.data(), "array", create.where(), here);
}

Array detail::create_from_scalar(const ScalarValue& value, const Create& create, Here here) {
  const DType dtype = create.dtype_or(default_dtype(value.kind));
  const ScalarBits bits = convert(value, dtype, "array", user_line(here));
  return create_from_host(HostRef(bits.bits.data(), dtype, Shape()), "array", create.where(), here);
}

}  // namespace berth
