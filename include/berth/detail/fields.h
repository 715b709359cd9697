#pragma once

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

/// The fields of plain aggregates, found by the compiler: no registration.
namespace berth::detail {

struct AnyField {
  template <class T>
  operator T() const;  // NOLINT(google-explicit-constructor): only named in unevaluated code
};

inline constexpr std::size_t max_fields = 24;

/// How many fields braces can initialise. Right for arrays, optionals and recursive structs as
/// fields; not for aggregates with a base class or a C array.
template <class T, class... Found>
constexpr std::size_t field_count() {
  static_assert(sizeof...(Found) <= max_fields, "a struct of more than 24 fields: nest it");
  if constexpr (requires { T{std::declval<Found>()..., AnyField()}; }) {
    return field_count<T, Found..., AnyField>();
  } else {
    return sizeof...(Found);
  }
}

/// References to the fields of an aggregate, in order.
template <class T>
constexpr auto tie_fields(T& value) {
  constexpr std::size_t count = field_count<std::remove_const_t<T>>();
  // clang-format off
  if constexpr (count == 0) { return std::tuple<>(); }
  else if constexpr (count == 1) { auto& [f0] = value; return std::tie(f0); }
  else if constexpr (count == 2) { auto& [f0, f1] = value; return std::tie(f0, f1); }
  else if constexpr (count == 3) { auto& [f0, f1, f2] = value; return std::tie(f0, f1, f2); }
  else if constexpr (count == 4) { auto& [f0, f1, f2, f3] = value; return std::tie(f0, f1, f2, f3); }
  else if constexpr (count == 5) { auto& [f0, f1, f2, f3, f4] = value; return std::tie(f0, f1, f2, f3, f4); }
  else if constexpr (count == 6) { auto& [f0, f1, f2, f3, f4, f5] = value; return std::tie(f0, f1, f2, f3, f4, f5); }
  else if constexpr (count == 7) { auto& [f0, f1, f2, f3, f4, f5, f6] = value; return std::tie(f0, f1, f2, f3, f4, f5, f6); }
  else if constexpr (count == 8) { auto& [f0, f1, f2, f3, f4, f5, f6, f7] = value; return std::tie(f0, f1, f2, f3, f4, f5, f6, f7); }
  else if constexpr (count == 9) { auto& [f0, f1, f2, f3, f4, f5, f6, f7, f8] = value; return std::tie(f0, f1, f2, f3, f4, f5, f6, f7, f8); }
  else if constexpr (count == 10) { auto& [f0, f1, f2, f3, f4, f5, f6, f7, f8, f9] = value; return std::tie(f0, f1, f2, f3, f4, f5, f6, f7, f8, f9); }
  else if constexpr (count == 11) { auto& [f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10] = value; return std::tie(f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10); }
  else if constexpr (count == 12) { auto& [f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11] = value; return std::tie(f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11); }
  else if constexpr (count == 13) { auto& [f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12] = value; return std::tie(f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12); }
  else if constexpr (count == 14) { auto& [f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13] = value; return std::tie(f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13); }
  else if constexpr (count == 15) { auto& [f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14] = value; return std::tie(f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14); }
  else if constexpr (count == 16) { auto& [f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15] = value; return std::tie(f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15); }
  else if constexpr (count == 17) { auto& [f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16] = value; return std::tie(f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16); }
  else if constexpr (count == 18) { auto& [f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17] = value; return std::tie(f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17); }
  else if constexpr (count == 19) { auto& [f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18] = value; return std::tie(f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18); }
  else if constexpr (count == 20) { auto& [f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19] = value; return std::tie(f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19); }
  else if constexpr (count == 21) { auto& [f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19, f20] = value; return std::tie(f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19, f20); }
  else if constexpr (count == 22) { auto& [f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19, f20, f21] = value; return std::tie(f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19, f20, f21); }
  else if constexpr (count == 23) { auto& [f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19, f20, f21, f22] = value; return std::tie(f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19, f20, f21, f22); }
  else if constexpr (count == 24) { auto& [f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19, f20, f21, f22, f23] = value; return std::tie(f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19, f20, f21, f22, f23); }
  // clang-format on
}

/// Calls `f` with each field of `value`, in order.
template <class T, class F>
constexpr void for_each_field(T& value, F&& f) {
  std::apply([&](auto&... fields) { (f(fields), ...); }, tie_fields(value));
}

}  // namespace berth::detail
