#include <fmt/format.h>

#include <cmath>
#include <complex>
#include <cstring>
#include <limits>
#include <optional>

#include "berth/array.h"
#include "berth/error.h"
#include "core/array_state.h"
#include "core/float_format.h"
#include "core/scalar.h"
#include "runtime/transfer.h"

namespace berth {
namespace {

constexpr const char* who = "Array::item";

std::uint64_t bits_at(const std::byte* data, std::size_t size) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, data, size);
  return bits;
}

// The element at `data`, without loss.
ScalarValue read(const std::byte* data, DType dtype) {
  using Kind = ScalarValue::Kind;
  const auto size = static_cast<std::size_t>(itemsize(dtype));
  if (is_complex(dtype)) {
    const FloatFormat part = size == 8 ? binary32 : binary64;
    return {.kind = Kind::complex,
            .real = decode(bits_at(data, size / 2), part),
            .imag = decode(bits_at(data + size / 2, size / 2), part)};
  }
  const std::uint64_t bits = bits_at(data, size);
  if (is_floating(dtype)) {
    return {.kind = Kind::floating, .real = decode(bits, float_format(dtype))};
  }
  if (dtype == bool_) return {.kind = Kind::boolean, .integer = bits};
  if (!is_signed(dtype)) return {.kind = Kind::unsigned_integer, .integer = bits};
  const auto unused = static_cast<int>(64 - 8 * size);
  return {
      .kind = Kind::integer,
      .integer = static_cast<std::uint64_t>(static_cast<std::int64_t>(bits << unused) >> unused)};
}

// As a number: exact, since long double holds every 64-bit integer and every double.
static_assert(std::numeric_limits<long double>::digits >= 64);

long double real_part(const ScalarValue& value) {
  switch (value.kind) {
    case ScalarValue::Kind::integer:
      return static_cast<long double>(static_cast<std::int64_t>(value.integer));
    case ScalarValue::Kind::boolean:
    case ScalarValue::Kind::unsigned_integer:
      return static_cast<long double>(value.integer);
    case ScalarValue::Kind::floating:
    case ScalarValue::Kind::complex:
      break;
  }
  return static_cast<long double>(value.real);
}

// `number` as T; nothing if T has no such value.
template <class T>
std::optional<T> exactly(long double number) {
  if constexpr (std::same_as<T, bool>) {
    if (number != 0 && number != 1) return std::nullopt;
    return number != 0;
  } else if constexpr (std::integral<T>) {
    using Limits = std::numeric_limits<T>;
    const bool in_range = number >= static_cast<long double>(Limits::min()) &&
                          number <= static_cast<long double>(Limits::max());
    if (!in_range || std::trunc(number) != number) return std::nullopt;
    return static_cast<T>(number);
  } else {
    // The 16-bit types are made from float and widen to it.
    using Widest = std::conditional_t<std::same_as<T, double>, double, float>;
    const T result{static_cast<Widest>(number)};
    const auto back = static_cast<long double>(static_cast<Widest>(result));
    if (back != number && !std::isnan(number)) return std::nullopt;
    return result;
  }
}

template <class T>
std::optional<T> exactly(const ScalarValue& value) {
  if constexpr (detail::ComplexLike<T>) {
    const auto real = exactly<typename T::value_type>(real_part(value));
    const auto imag = exactly<typename T::value_type>(static_cast<long double>(value.imag));
    if (!real || !imag) return std::nullopt;
    return T(*real, *imag);
  } else {
    return value.imag == 0 ? exactly<T>(real_part(value)) : std::nullopt;
  }
}

}  // namespace

template <Element T>
T Array::item(Here here) const {
  here = detail::user_line(here);
  const detail::ArrayState& state = detail::concrete_state_of(*this, who, here);
  if (state.aval.shape.size() != 1) {
    throw Error(
        ErrorCode::invalid_argument,
        fmt::format("[{}] {} has {} elements, not one: index it, or read all with "
                    "device_get",
                    who, to_string(state.aval.dtype, state.aval.shape), state.aval.shape.size()),
        here);
  }
  const HostArray host = runtime::download(*state.buffer, {who, Reason::read, here});
  const ScalarValue value = read(static_cast<const std::byte*>(host.data()), host.dtype());
  if (const std::optional<T> result = exactly<T>(value)) return *result;
  throw Error(ErrorCode::invalid_argument,
              fmt::format("[{}] {}, of type {}, is no value of {}: ask for another type, or "
                          "convert with astype",
                          who, to_string(value), name(host.dtype()), name(dtype_of<T>)),
              here);
}

template bool Array::item<bool>(Here) const;
template signed char Array::item<signed char>(Here) const;
template short Array::item<short>(Here) const;
template int Array::item<int>(Here) const;
template long Array::item<long>(Here) const;
template long long Array::item<long long>(Here) const;
template unsigned char Array::item<unsigned char>(Here) const;
template unsigned short Array::item<unsigned short>(Here) const;
template unsigned int Array::item<unsigned int>(Here) const;
template unsigned long Array::item<unsigned long>(Here) const;
template unsigned long long Array::item<unsigned long long>(Here) const;
template float16_t Array::item<float16_t>(Here) const;
template bfloat16_t Array::item<bfloat16_t>(Here) const;
template float Array::item<float>(Here) const;
template double Array::item<double>(Here) const;
template std::complex<float> Array::item<std::complex<float>>(Here) const;
template std::complex<double> Array::item<std::complex<double>>(Here) const;

}  // namespace berth
