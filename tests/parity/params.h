#pragma once

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "berth/array.h"
#include "parity/table.h"

namespace berth::parity {

/// The parameters of a case as berth takes them; null where the case leaves them out.
std::optional<DType> dtype_of(const Params& params);
std::optional<Axes> axes_of(const Params& params, const char* name = "axes");
/// The shape of this name, which the case has.
Shape shape_of(const Params& params, const char* name = "shape");

/// The operands, all of them arrays.
Arrays arrays_of(Operands operands);

/// `f` of the list in braces, which is how programs write some arguments.
template <std::size_t n = 0, class T, class F>
Array in_braces(const std::vector<T>& list, const F& f) {
  if constexpr (n > 8) {
    throw std::length_error("a longer list than any case had");
  } else if (list.size() != n) {
    return in_braces<n + 1>(list, f);
  } else {
    return [&]<std::size_t... i>(std::index_sequence<i...>) {
      return f(std::initializer_list<T>{list[i]...});
    }
    (std::make_index_sequence<n>());
  }
}

}  // namespace berth::parity
