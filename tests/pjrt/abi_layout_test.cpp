#include <gtest/gtest.h>

#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <map>
#include <regex>
#include <string>
#include <string_view>

#include "pjrt/abi.h"

namespace berth::pjrt::abi {
namespace {

/// The numbers in the layout tables of the package pypjrt, by the names they have there.
class LayoutTables {
 public:
  explicit LayoutTables(const std::string& path) {
    static const std::regex number(R"(^(PJRT_\w+) = (\d+).*)");
    static const std::regex offsets(R"(^_OFFSETS_(PJRT_\w+) = \($)");
    static const std::regex entry(R"(^ +\('(\w+)', (\d+)\),$)");
    static const std::regex slot(R"(^ +'(PJRT_\w+)': (\d+),$)");
    std::string of;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
      std::smatch match;
      if (std::regex_match(line, match, number)) {
        numbers_[match[1]] = std::stoul(match[2]);
      } else if (std::regex_match(line, match, slot)) {
        numbers_["slot " + match[1].str()] = std::stoul(match[2]);
      } else if (std::regex_match(line, match, offsets)) {
        of = match[1];
      } else if (std::regex_match(line, match, entry)) {
        numbers_[of + "." + match[1].str()] = std::stoul(match[2]);
      }
    }
  }

  bool empty() const { return numbers_.empty(); }
  std::size_t operator[](const std::string& name) const {
    const auto found = numbers_.find(name);
    if (found == numbers_.end()) {
      ADD_FAILURE() << name << " is not in the tables";
      return 0;
    }
    return found->second;
  }

 private:
  std::map<std::string, std::size_t> numbers_;
};

/// A number of ours and the name of theirs.
struct Row {
  std::size_t ours;
  const char* theirs;
  bool may_be_less = false;  // later versions append fields, so a block of ours may end earlier
};

#define BLOCK(type, their_type)                 \
  {type::slot.index, "slot PJRT_" #their_type}, \
      {wire_size<type>(), "PJRT_" #their_type "_Args_STRUCT_SIZE", true},
#define VALUE(type, their_type) {wire_size<type>(), "PJRT_" #their_type "_STRUCT_SIZE", true},
#define FIELD(type, field, their_type, their_field) \
  {offsetof(type, field), "PJRT_" #their_type "." #their_field},
#define NUMBER(name, their_name) {static_cast<std::size_t>(name), "PJRT_" #their_name},

constexpr Row rows[] = {
#include "abi_fields.inc"
    {offsetof(Table, functions), "PJRT_Api.PJRT_Error_Destroy"},
    {sizeof(Table), "PJRT_Api_STRUCT_SIZE"},
};

/// The tables do not name the members of unions; the official header does.
bool is_in_union(std::string_view field) {
  return field == "PJRT_NamedValue.string_value" || field == "PJRT_Buffer_MemoryLayout.tiled";
}

TEST(Abi, IsThatOfTheLayoutTables) {
  const char* wheels = std::getenv("BERTH_TEST_WHEELS");
  const LayoutTables tables(std::string(wheels ? wheels : "") + "/pypjrt/_abi/pjrt_0_114.py");
  if (tables.empty()) {
    GTEST_SKIP() << "the wheel pypjrt is not in BERTH_TEST_WHEELS";
  }
  for (const Row& row : rows) {
    if (row.may_be_less) {
      EXPECT_LE(row.ours, tables[row.theirs]) << row.theirs;
    } else if (!is_in_union(row.theirs)) {
      EXPECT_EQ(row.ours, tables[row.theirs]) << row.theirs;
    }
  }
}

}  // namespace
}  // namespace berth::pjrt::abi
