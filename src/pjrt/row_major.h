#pragma once

#include <cstdint>
#include <memory>
#include <numeric>

#include "pjrt/abi.h"

namespace berth::pjrt {

/// The dense row-major layout of a rank, for one call. Not to be moved: the block points into it.
class RowMajor {
 public:
  explicit RowMajor(std::size_t rank) {
    std::int64_t* order = inline_;
    if (rank > inline_rank) {
      heap_ = std::make_unique<std::int64_t[]>(rank);
      order = heap_.get();
    }
    std::iota(std::make_reverse_iterator(order + rank), std::make_reverse_iterator(order),
              std::int64_t{0});
    layout_.tiled.minor_to_major = order;
    layout_.tiled.minor_to_major_size = rank;
  }
  RowMajor(const RowMajor&) = delete;
  RowMajor& operator=(const RowMajor&) = delete;

  abi::Layout* get() { return &layout_; }

 private:
  static constexpr std::size_t inline_rank = 8;

  std::int64_t inline_[inline_rank] = {};
  std::unique_ptr<std::int64_t[]> heap_;
  abi::Layout layout_;
};

}  // namespace berth::pjrt
