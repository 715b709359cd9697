#pragma once

#include <concepts>
#include <iterator>
#include <string>
#include <string_view>
#include <type_traits>

#include "berth/detail/fields.h"
#include "core/scalar.h"

namespace berth::trace {

/// The values of a primitive's parameters, for people: "{0, 1}, true". What can be hashed can be
/// printed.
template <class T>
std::string print_params(const T& value) {
  using berth::to_string;
  using std::to_string;
  if constexpr (std::same_as<T, bool>) {
    return value ? "true" : "false";
  } else if constexpr (std::convertible_to<const T&, std::string_view>) {
    return '"' + std::string(std::string_view(value)) + '"';
  } else if constexpr (requires { value.has_value(); }) {
    return value.has_value() ? print_params(*value) : "none";
  } else if constexpr (requires { value->graph(); }) {
    return value->name() + " " + to_string(value->graph());
  } else if constexpr (requires { std::string(to_string(value)); }) {
    return std::string(to_string(value));
  } else if constexpr (requires { std::begin(value) != std::end(value); }) {
    std::string elements;
    for (const auto& element : value) {
      elements += (elements.empty() ? "" : ", ") + print_params(element);
    }
    return "{" + elements + "}";
  } else if constexpr (std::is_enum_v<T>) {
    return to_string(static_cast<int>(value));
  } else {
    std::string fields;
    detail::for_each_field(value, [&](const auto& field) {
      fields += (fields.empty() ? "" : ", ") + print_params(field);
    });
    return fields;
  }
}

}  // namespace berth::trace
