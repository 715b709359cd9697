#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <vector>

#include "berth/placement.h"
#include "placement/routines.h"
#include "support/devices.h"
#include "support/matchers.h"

namespace berth {
namespace {

/// The exit of a child in which `call` threw; its text is on stderr. A call that hangs is ended.
template <class F>
[[noreturn]] void tell_the_error(F call) {
  ::alarm(30);
  try {
    call();
  } catch (const Error& error) {
    std::fprintf(stderr, "%s %s", to_string(error.code()).data(), error.what());
    ::_exit(3);
  }
  ::_exit(0);
}

// A process that berth has started in, which is then forked.
using ForkDeathTest = WithDevices<1>;

constexpr const char* cure =
    "this process was forked from one that had started a PJRT client, whose threads do not exist "
    "here: fork before the first use of berth, or call exec in the child";

TEST_F(ForkDeathTest, OfAPutIsAnErrorAndNoHang) {
  const std::vector<float> data(1 << 18, 1);
  const Array x = device_put(data, dev(0)).block_until_ready();

  EXPECT_EXIT(
      tell_the_error([&] { (void)device_put(data, dev(0)); }), testing::ExitedWithCode(3),
      testing::AllOf(testing::HasSubstr("failed_precondition ["), testing::HasSubstr(cure)));
}

TEST_F(ForkDeathTest, OfAnOperationIsAnErrorAndNoHang) {
  const Array x = device_put(std::vector<float>{1, 2}, dev(0));
  (void)routines::plus(x, x).block_until_ready();

  EXPECT_EXIT(
      tell_the_error([&] { (void)routines::plus(x, x).block_until_ready(); }),
      testing::ExitedWithCode(3),
      testing::AllOf(testing::HasSubstr("failed_precondition ["), testing::HasSubstr(cure)));
}

}  // namespace
}  // namespace berth
