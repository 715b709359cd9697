#include "core/element_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "berth/error.h"
#include "core/float_columns.h"
#include "core/float_format.h"

namespace berth {
namespace {

// The bytes of one element, or of one part of a complex one.
std::uint64_t bits_at(const HostArray& array, std::size_t offset, int size) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, static_cast<const std::byte*>(array.data()) + offset,
              static_cast<std::size_t>(size));
  return bits;
}

std::uint64_t element_bits(const HostArray& array, std::size_t index) {
  const int size = itemsize(array.dtype());
  return bits_at(array, index * static_cast<std::size_t>(size), size);
}

DType part_type(DType dtype) { return dtype == DType::complex64 ? DType::float32 : DType::float64; }

// The real (0) or imaginary (1) part.
double part_at(const HostArray& array, std::size_t index, std::size_t part) {
  const DType dtype = part_type(array.dtype());
  const int size = itemsize(dtype);
  const std::size_t offset = (2 * index + part) * static_cast<std::size_t>(size);
  return decode(bits_at(array, offset, size), float_format(dtype));
}

double float_at(const HostArray& array, std::size_t index) {
  return decode(element_bits(array, index), float_format(array.dtype()));
}

// The bits above those of a small integer, whose byte has more, mean nothing.
std::string integer_text(const HostArray& array, std::size_t index) {
  const int unused = 64 - bitsize(array.dtype());
  const std::uint64_t bits = element_bits(array, index) << unused;
  if (!is_signed(array.dtype())) return fmt::format("{}", bits >> unused);
  return fmt::format("{}", static_cast<std::int64_t>(bits) >> unused);
}

std::string storage_float_text(double value) {
  return std::isnan(value) ? "nan" : fmt::format("{:g}", value);
}

bool has_columns(DType dtype) {
  const bool common_float =
      dtype == DType::float16 || dtype == DType::float32 || dtype == DType::float64;
  return common_float || is_complex(dtype) || (is_integer(dtype) && bitsize(dtype) >= 8);
}

std::string alone(const HostArray& array, std::size_t index) {
  const DType dtype = array.dtype();
  if (dtype == DType::bool_) return element_bits(array, index) != 0 ? "True" : "False";
  return is_integer(dtype) ? integer_text(array, index)
                           : storage_float_text(float_at(array, index));
}

// "1.+2.j ": the padding of the imaginary part comes behind its j.
std::string complex_text(const std::string& real, std::string imag) {
  imag.insert(imag.find_last_not_of(' ') + 1, "j");
  return real + imag;
}

std::vector<std::string> right_aligned(std::vector<std::string> texts) {
  std::size_t width = 0;
  for (const std::string& text : texts) width = std::max(width, text.size());
  for (std::string& text : texts) text.insert(0, width - text.size(), ' ');
  return texts;
}

template <class Value>
std::vector<double> values_at(std::span<const std::size_t> indices, Value value) {
  std::vector<double> values;
  values.reserve(indices.size());
  for (const std::size_t i : indices) values.push_back(value(i));
  return values;
}

std::string complex_scalar_text(double real, double imag, DType dtype) {
  std::string imag_text = float_text(imag, dtype, false) + "j";
  if (real == 0 && !std::signbit(real)) return imag_text;
  const bool has_sign = imag_text.front() == '-';
  return fmt::format("({}{}{})", float_text(real, dtype, false), has_sign ? "" : "+", imag_text);
}

}  // namespace

std::vector<std::string> element_texts(const HostArray& array, std::span<const std::size_t> indices,
                                       int precision) {
  const DType dtype = array.dtype();
  if (is_complex(dtype)) {
    const auto part = [&](std::size_t which) {
      return values_at(indices, [&](std::size_t i) { return part_at(array, i, which); });
    };
    const DType half = part_type(dtype);
    std::vector<std::string> texts = float_columns(part(0), half, precision, Sign::if_negative);
    const std::vector<std::string> imag = float_columns(part(1), half, precision, Sign::always);
    for (std::size_t k = 0; k < texts.size(); ++k) texts[k] = complex_text(texts[k], imag[k]);
    return texts;
  }
  if (is_floating(dtype) && has_columns(dtype)) {
    return float_columns(values_at(indices, [&](std::size_t i) { return float_at(array, i); }),
                         dtype, precision, Sign::if_negative);
  }

  std::vector<std::string> texts;
  texts.reserve(indices.size());
  for (const std::size_t i : indices) texts.push_back(alone(array, i));
  if (dtype == DType::bool_ && array.shape().rank() > 0) {
    // Columns fit "False" also where all are true.
    for (std::string& text : texts) text.insert(0, 5 - text.size(), ' ');
    return texts;
  }
  return has_columns(dtype) ? right_aligned(std::move(texts)) : texts;
}

std::string scalar_text(const HostArray& array) {
  BERTH_ASSERT(array.shape().size() == 1);
  const DType dtype = array.dtype();
  if (is_complex(dtype)) {
    return complex_scalar_text(part_at(array, 0, 0), part_at(array, 0, 1), part_type(dtype));
  }
  if (is_floating(dtype) && has_columns(dtype)) return float_text(float_at(array, 0), dtype, true);
  return alone(array, 0);
}

}  // namespace berth
