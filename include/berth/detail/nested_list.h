#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <vector>

#include "berth/array.h"
#include "berth/host.h"

namespace berth::detail {

/// A braced list of scalars, nested to any depth, as row-major host data.
///
/// Unless a type is asked for, its elements are bool, int32, float32 or complex64, whatever C++
/// type they were written in, as creation functions have it. Throws `Error(invalid_argument)` for
/// rows of different lengths and numbers of a kind that the type does not hold,
/// `Error(out_of_range)` for an integer that it cannot hold.
class NestedList {
 public:
  template <class T>
  NestedList(std::initializer_list<T> list, const char* who, Here here,
             std::optional<DType> dtype = std::nullopt)
      : who_(who), here_(here), requested_(dtype), dtype_(dtype.value_or(DType::float32)) {
    add(list, 0);
  }

  /// Valid as long as the list.
  HostRef data() const;

 private:
  template <class T>
  void add(std::initializer_list<T> row, std::size_t depth) {
    enter_row(row.size(), depth);
    for (const T& element : row) add(element, depth + 1);
  }
  template <Scalar S>
  void add(S element, std::size_t /*depth*/) {
    append(ScalarValue::of(element));
  }

  void enter_row(std::size_t size, std::size_t depth);
  void append(const ScalarValue& value);

  const char* who_;
  Here here_;
  std::optional<DType> requested_;
  DType dtype_;
  std::vector<std::int64_t> dims_;
  std::vector<std::byte> bytes_;
};

}  // namespace berth::detail
