#include <gtest/gtest.h>

#include <limits>

#include "runtime/human_bytes.h"
#include "runtime/text_table.h"

namespace berth::runtime {
namespace {

TEST(HumanBytes, HaveTheUnitInWhichTheyAreReadBest) {
  EXPECT_EQ(human_bytes(0), "0 B");
  EXPECT_EQ(human_bytes(1023), "1023 B");
  EXPECT_EQ(human_bytes(1024), "1.0 KiB");
  EXPECT_EQ(human_bytes(1536), "1.5 KiB");
  EXPECT_EQ(human_bytes((std::int64_t{1} << 20) - 1), "1023.9 KiB");
  EXPECT_EQ(human_bytes(std::int64_t{1} << 46), "64.0 TiB");
  EXPECT_EQ(human_bytes(std::numeric_limits<std::int64_t>::max()), "7.9 EiB");
}

TEST(TextTable, LinesUpItsColumnsAndEndsNoLineWithBlanks) {
  using enum TextTable::Align;
  TextTable table({left, right, left});
  table.add({"edge", "copies", "why"});
  table.add({"host -> cpu:0", "12", ""});

  EXPECT_EQ(table.to_string("  "),
            "  edge           copies  why\n"
            "  host -> cpu:0      12\n");
}

}  // namespace
}  // namespace berth::runtime
