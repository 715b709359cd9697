#pragma once

#include <concepts>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace berth {

/// The type of an array's elements. The numbers are the engine's own.
///
/// Types of fewer than eight bits, and the 8-bit floats, are for storage: they can be placed,
/// moved and converted with `astype`. On the host each of their elements takes one byte.
enum class DType : std::uint8_t {
  bool_ = 1,
  int8,
  int16,
  int32,
  int64,
  uint8,
  uint16,
  uint32,
  uint64,
  float16,
  float32,
  float64,
  bfloat16,
  complex64,
  complex128,
  float8_e5m2,
  float8_e4m3fn,
  float8_e4m3b11fnuz,
  float8_e5m2fnuz,
  float8_e4m3fnuz,
  int4,
  uint4,
  int2 = 24,
  uint2,
  float8_e4m3,
  float8_e3m4,
  float8_e8m0fnu,
  float4_e2m1fn,
  int1,
  uint1,
};

inline constexpr DType bool_ = DType::bool_;
inline constexpr DType int4 = DType::int4;
inline constexpr DType int8 = DType::int8;
inline constexpr DType int16 = DType::int16;
inline constexpr DType int32 = DType::int32;
inline constexpr DType int64 = DType::int64;
inline constexpr DType uint4 = DType::uint4;
inline constexpr DType uint8 = DType::uint8;
inline constexpr DType uint16 = DType::uint16;
inline constexpr DType uint32 = DType::uint32;
inline constexpr DType uint64 = DType::uint64;
inline constexpr DType float16 = DType::float16;
inline constexpr DType bfloat16 = DType::bfloat16;
inline constexpr DType float32 = DType::float32;
inline constexpr DType float64 = DType::float64;
inline constexpr DType complex64 = DType::complex64;
inline constexpr DType complex128 = DType::complex128;

/// JAX's name, such as "float32" or "bool"; lives as long as the process.
std::string_view name(DType dtype);
/// The short name of signatures and errors, such as "f32", "bf16", "bool".
std::string_view short_name(DType dtype);
/// The type that `name` or `short_name` calls so. Throws `Error(invalid_argument)` for another
/// word.
DType dtype_from_name(std::string_view name);

/// Bytes of one element in host memory.
int itemsize(DType dtype);
/// Bits of one element in device memory: 4 for int4.
int bitsize(DType dtype);

bool is_integer(DType dtype);   ///< Signed or unsigned, not bool.
bool is_signed(DType dtype);    ///< Integers, floats and complex numbers that hold negative values.
bool is_floating(DType dtype);  ///< float16, bfloat16, float32, float64 and the storage floats.
bool is_complex(DType dtype);

/// JAX's promotion lattice for two typed values: `promote_types(int32, float16)` is float16.
/// Throws `Error(invalid_argument)` for pairs that JAX refuses (8-bit floats with other types).
DType promote_types(DType a, DType b);

/// IEEE half precision, for host data. Converts to and from float, rounding to nearest even.
class float16_t {
 public:
  constexpr float16_t() = default;
  explicit float16_t(float value);
  operator float() const;  // NOLINT(google-explicit-constructor): a half widens as float does

  static constexpr float16_t from_bits(std::uint16_t bits) { return float16_t(bits, 0); }
  constexpr std::uint16_t bits() const { return bits_; }

 private:
  constexpr float16_t(std::uint16_t bits, int) : bits_(bits) {}
  std::uint16_t bits_ = 0;
};

/// The upper half of a float, for host data. Converts to and from float, rounding to nearest even.
class bfloat16_t {
 public:
  constexpr bfloat16_t() = default;
  explicit bfloat16_t(float value);
  operator float() const;  // NOLINT(google-explicit-constructor): a half widens as float does

  static constexpr bfloat16_t from_bits(std::uint16_t bits) { return bfloat16_t(bits, 0); }
  constexpr std::uint16_t bits() const { return bits_; }

 private:
  constexpr bfloat16_t(std::uint16_t bits, int) : bits_(bits) {}
  std::uint16_t bits_ = 0;
};

namespace detail {

// std::complex is recognised by its shape, so that this header need not include <complex>.
template <class T>
concept ComplexLike = requires(T z) {
  typename T::value_type;
  { z.real() } -> std::same_as<typename T::value_type>;
  { z.imag() } -> std::same_as<typename T::value_type>;
};

template <class T>
constexpr DType dtype_of() {
  if constexpr (std::same_as<T, bool>) {
    return DType::bool_;
  } else if constexpr (std::same_as<T, float16_t>) {
    return DType::float16;
  } else if constexpr (std::same_as<T, bfloat16_t>) {
    return DType::bfloat16;
  } else if constexpr (std::same_as<T, float>) {
    return DType::float32;
  } else if constexpr (std::same_as<T, double>) {
    return DType::float64;
  } else if constexpr (std::integral<T>) {
    constexpr bool s = std::is_signed_v<T>;
    if constexpr (sizeof(T) == 1) return s ? DType::int8 : DType::uint8;
    if constexpr (sizeof(T) == 2) return s ? DType::int16 : DType::uint16;
    if constexpr (sizeof(T) == 4) return s ? DType::int32 : DType::uint32;
    return s ? DType::int64 : DType::uint64;
  } else {
    static_assert(ComplexLike<T>);
    return sizeof(T) == 8 ? DType::complex64 : DType::complex128;
  }
}

template <class T>
concept CharacterType = std::same_as<T, char> || std::same_as<T, wchar_t> ||
    std::same_as<T, char8_t> || std::same_as<T, char16_t> || std::same_as<T, char32_t>;

}  // namespace detail

/// A C++ type whose values can be elements of an array.
template <class T>
concept Element = std::same_as<T, bool> || std::same_as<T, float16_t> ||
                  std::same_as<T, bfloat16_t> || std::same_as<T, float> ||
                  std::same_as<T, double> ||(std::integral<T> && !detail::CharacterType<T>) ||
                  (detail::ComplexLike<T> && (sizeof(T) == 8 || sizeof(T) == 16) &&
                   std::floating_point<typename T::value_type>);

/// A C++ value that may stand where an array is expected: it is weakly typed and lives nowhere.
template <class T>
concept Scalar = Element<T>;

/// The element type of host data of type `T`: `dtype_of<float>` is float32.
template <Element T>
inline constexpr DType dtype_of = detail::dtype_of<T>();

}  // namespace berth
