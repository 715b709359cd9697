#pragma once

#include <string>
#include <utility>
#include <vector>

namespace berth::runtime {

/// Rows of text in columns that line up, two blanks between them and none at the end of a line.
class TextTable {
 public:
  enum class Align { left, right };

  /// One entry for each column.
  explicit TextTable(std::vector<Align> columns) : columns_(std::move(columns)) {}

  /// As many cells as there are columns.
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  /// Each row a line, `indent` in front of it.
  std::string to_string(const std::string& indent = "") const;

 private:
  std::vector<Align> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace berth::runtime
