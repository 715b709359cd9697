#include <gtest/gtest.h>

#include <cstddef>

#include "pjrt/abi.h"

// The engine's own header, which is not part of this repository: it comes from a wheel.
#if __has_include("pjrt_c_api.h")
#include "pjrt_c_api.h"

namespace berth::pjrt::abi {
namespace {

/// A number of ours and the header's.
struct Row {
  const char* what;
  std::size_t ours;
  std::size_t theirs;
};

#define ONLY_0_81
#define BLOCK(type, their_type)                                                                   \
  {"slot of PJRT_" #their_type, offsetof(Table, functions) + type::slot.index * sizeof(Function), \
   offsetof(PJRT_Api, PJRT_##their_type)},                                                        \
      {"size of " #type, wire_size<type>(), PJRT_##their_type##_Args_STRUCT_SIZE},
#define VALUE(type, their_type) \
  {"size of " #type, wire_size<type>(), PJRT_##their_type##_STRUCT_SIZE},
#define FIELD(type, field, their_type, their_field)                                    \
  {#type "." #field, offsetof(type, field), offsetof(PJRT_##their_type, their_field)}, \
      {"size of " #type "." #field, sizeof(type::field), sizeof(PJRT_##their_type::their_field)},
#define NUMBER(name, their_name) \
  {#name, static_cast<std::size_t>(name), static_cast<std::size_t>(PJRT_##their_name)},

constexpr Row rows[] = {
#include "abi_fields.inc"
    {"Head", sizeof(Head), offsetof(PJRT_Api, pjrt_api_version)},
    {"Version.major", offsetof(Version, major), offsetof(PJRT_Api_Version, major_version)},
    {"Version.minor", offsetof(Version, minor), offsetof(PJRT_Api_Version, minor_version)},
    {"Extension", sizeof(Extension), sizeof(PJRT_Extension_Base)},
    {"Extension.type", offsetof(Extension, type), offsetof(PJRT_Extension_Base, type)},
    {"Extension.next", offsetof(Extension, next), offsetof(PJRT_Extension_Base, next)},
};

TEST(Abi, IsThatOfTheOfficialHeader) {
  for (const Row& row : rows) {
    EXPECT_EQ(row.ours, row.theirs) << row.what;
  }
}

}  // namespace
}  // namespace berth::pjrt::abi

#else

TEST(Abi, IsThatOfTheOfficialHeader) {
  GTEST_SKIP() << "the wheel xla-cpu-pjrt is not in BERTH_TEST_WHEELS";
}

#endif
