#include "core/print.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <ostream>
#include <sstream>
#include <vector>

namespace berth {
namespace {

enum class Style { str, repr };

struct PrintCase {
  DType dtype;
  Shape shape;
  Style style;
  const char* hex;  // bytes, to be repeated until the array is full
  const char* expected;
};

const std::vector<PrintCase>& numpy_cases() {
  static const std::vector<PrintCase> cases = {
#include "golden/print.inc"
  };
  return cases;
}

std::vector<std::byte> bytes_of(std::string_view hex) {
  std::vector<std::byte> bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2) {
    bytes.push_back(static_cast<std::byte>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16)));
  }
  return bytes;
}

HostArray repeated(const std::vector<std::byte>& bytes, DType dtype, const Shape& shape) {
  const auto count = static_cast<std::size_t>(shape.size() * itemsize(dtype));
  const auto block = std::make_shared<std::vector<std::byte>>(count);
  for (std::size_t i = 0; i < count; ++i) (*block)[i] = bytes[i % bytes.size()];
  return {block, block->data(), dtype, shape};
}

template <class T>
HostArray host_array(std::vector<T> values, Shape shape) {
  const auto block = std::make_shared<std::vector<T>>(std::move(values));
  return {block, block->data(), dtype_of<T>, std::move(shape)};
}

TEST(Print, WritesArraysAsNumPyDoes) {
  ASSERT_GT(numpy_cases().size(), 300U);
  for (const PrintCase& c : numpy_cases()) {
    const HostArray array = repeated(bytes_of(c.hex), c.dtype, c.shape);
    const std::string text = c.style == Style::str
                                 ? to_string(array)
                                 : repr(array, "array(", fmt::format("dtype={})", name(c.dtype)));
    ASSERT_EQ(text, c.expected) << to_string(c.dtype, c.shape) << " of the bytes " << c.hex;
  }
}

TEST(Print, ClosesWithWhatTheCallerAdds) {
  const HostArray array = host_array<float>({1, 2, 3, 4}, {2, 2});

  EXPECT_EQ(repr(array, "Array(", "dtype=float32, cpu:0)"),
            "Array([[1., 2.],\n"
            "       [3., 4.]], dtype=float32, cpu:0)");
}

TEST(Print, PutsTheClosingPartOnALineOfItsOwnWhereItDoesNotFit) {
  const HostArray array = host_array<std::int32_t>(std::vector<std::int32_t>(22, 7), {22});

  EXPECT_EQ(repr(array, "Array(", "dtype=int32, cpu:0)"),
            "Array([7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7],\n"
            "      dtype=int32, cpu:0)");
}

TEST(Print, TellsTheShapeWhereTheElementsDoNot) {
  const HostArray empty = host_array<float>({}, {0, 3});
  EXPECT_EQ(repr(empty, "Array(", "dtype=float32, cpu:0)"),
            "Array([], shape=[0, 3], dtype=float32, cpu:0)");
  EXPECT_EQ(to_string(empty), "[]");
}

TEST(Print, ShortensNoMoreThanTheOptionsSay) {
  const HostArray array = host_array<std::int32_t>({0, 1, 2, 3, 4, 5}, {6});

  EXPECT_EQ(format_elements(array, " ", 0, 0, {.threshold = 5, .edge_items = 1}), "[0 ... 5]");
  EXPECT_EQ(format_elements(array, ", ", 2, 0, {.line_width = 9}), "[0, 1,\n   2, 3,\n   4, 5]");
}

TEST(Print, GoesToStreams) {
  std::ostringstream out;
  out << host_array<std::int8_t>({1, -2}, {2});
  EXPECT_EQ(out.str(), "[ 1 -2]");
}

}  // namespace
}  // namespace berth
