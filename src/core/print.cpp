#include "core/print.h"

#include <algorithm>
#include <ostream>
#include <vector>

#include "core/element_text.h"

namespace berth {
namespace {

// The positions along one axis that are shown; -1 stands for the dots.
std::vector<std::int64_t> shown(std::int64_t dim, bool shorten, std::int64_t edge) {
  std::vector<std::int64_t> positions;
  const bool dots = shorten && dim > 2 * edge;
  for (std::int64_t i = 0; i < dim; ++i) {
    if (dots && i == edge) {
      positions.push_back(-1);
      i = dim - edge;
    }
    positions.push_back(i);
  }
  return positions;
}

// Lays out the texts of the elements that are shown.
class Layout {
 public:
  Layout(const HostArray& array, std::string_view separator, const PrintOptions& options)
      : shape_(array.shape()), separator_(separator), options_(options) {
    const bool shorten = shape_.size() > options.threshold;
    for (const std::int64_t dim : shape_) shown_.push_back(shown(dim, shorten, options.edge_items));
    std::vector<std::size_t> indices;
    collect(0, 0, indices);
    texts_ = element_texts(array, indices, options.precision);
    next_ = texts_.begin();
  }

  // `indent` columns stand before the array's own brackets on further lines.
  std::string text(std::size_t indent, std::size_t width) { return axis_text(0, indent, width); }

 private:
  void collect(std::size_t axis, std::int64_t offset, std::vector<std::size_t>& indices) const {
    if (axis == shown_.size()) {
      indices.push_back(static_cast<std::size_t>(offset));
      return;
    }
    const std::int64_t dim = shape_[static_cast<int>(axis)];
    for (const std::int64_t i : shown_[axis]) {
      if (i >= 0) collect(axis + 1, offset * dim + i, indices);
    }
  }

  std::string axis_text(std::size_t axis, std::size_t indent, std::size_t width) {
    if (axis == shown_.size()) return *next_++;
    const bool last = axis + 1 == shown_.size();
    return "[" + (last ? row(axis, indent + 1, width) : rows(axis, indent + 1, width)) + "]";
  }

  std::string_view bare_separator() const {
    return separator_.substr(0, separator_.find_last_not_of(' ') + 1);
  }

  // The innermost axis, wrapped: a word that would pass the width begins a line.
  std::string row(std::size_t axis, std::size_t indent, std::size_t width) {
    const std::size_t closing = std::max<std::size_t>(bare_separator().size(), 1);
    const std::string margin(indent, ' ');
    std::string lines;
    std::string line = margin;
    const auto& positions = shown_[axis];
    for (std::size_t k = 0; k < positions.size(); ++k) {
      const std::string word = positions[k] < 0 ? "..." : *next_++;
      if (line.size() + word.size() + closing > width && line.size() > indent) {
        line.erase(line.find_last_not_of(' ') + 1);
        lines += line + "\n";
        line = margin;
      }
      line += word;
      if (k + 1 < positions.size()) line += separator_;
    }
    return (lines + line).substr(indent);
  }

  // An outer axis: its parts stand below each other, with a blank line for each further axis.
  std::string rows(std::size_t axis, std::size_t indent, std::size_t width) {
    const std::string between = std::string(bare_separator()) +
                                std::string(shown_.size() - axis - 1, '\n') +
                                std::string(indent, ' ');
    std::string text;
    for (const std::int64_t i : shown_[axis]) {
      if (!text.empty()) text += between;
      text += i < 0 ? "..." : axis_text(axis + 1, indent, width - 1);
    }
    return text;
  }

  const Shape& shape_;
  std::string_view separator_;
  PrintOptions options_;
  std::vector<std::vector<std::int64_t>> shown_;
  std::vector<std::string> texts_;
  std::vector<std::string>::const_iterator next_;
};

}  // namespace

std::string format_elements(const HostArray& array, std::string_view separator, std::size_t indent,
                            std::size_t reserved, const PrintOptions& options) {
  if (array.shape().size() == 0) return "[]";
  return Layout(array, separator, options).text(indent, options.line_width - reserved);
}

std::string repr(const HostArray& array, std::string_view head, std::string_view tail,
                 const PrintOptions& options) {
  const Shape& shape = array.shape();
  std::string text =
      std::string(head) + format_elements(array, ", ", head.size(), 1, options) + ",";
  std::string end(tail);
  const bool hides_shape =
      (shape.size() == 0 && shape != Shape{0}) || shape.size() > options.threshold;
  if (hides_shape) end = "shape=" + to_string(shape) + ", " + end;

  const std::size_t last_line = text.size() - (text.rfind('\n') + 1);
  const bool wraps = last_line + end.size() + 1 > options.line_width;
  return text + (wraps ? "\n" + std::string(head.size(), ' ') : " ") + end;
}

std::string to_string(const HostArray& array) {
  if (array.shape().rank() == 0) return scalar_text(array);
  return format_elements(array, " ", 0, 0);
}

std::ostream& operator<<(std::ostream& out, const HostArray& array) {
  return out << to_string(array);
}

}  // namespace berth
