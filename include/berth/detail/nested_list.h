#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <vector>

#include "berth/array.h"
#include "berth/host.h"

namespace berth::detail {

/// A braced list of scalars, nested to any depth, as row-major host data.
///
/// Its elements are bool, int32, float32 or complex64, whatever C++ type they were written in, as
/// creation functions have it. Throws `Error(invalid_argument)` for rows of different lengths,
/// `Error(out_of_range)` for an integer that int32 cannot hold.
class NestedList {
 public:
  template <class T>
  NestedList(std::initializer_list<T> list, const char* who, Here here) : who_(who), here_(here) {
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
  DType dtype_ = DType::float32;
  std::vector<std::int64_t> dims_;
  std::vector<std::byte> bytes_;
};

}  // namespace berth::detail
