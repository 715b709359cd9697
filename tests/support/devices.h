#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <string_view>

#include "berth/device.h"
#include "berth/placement.h"

namespace berth {

/// The `i`-th device of the default platform.
inline Device dev(int i) { return devices()[static_cast<std::size_t>(i)]; }

/// A test that needs `count` devices; skipped, with the reason, where there are fewer.
///
/// With BERTH_TEST_GUARD=disallow in the environment the test runs under a transfer guard: one that
/// means an implicit transfer says so, with `transfer_guard(Guard::allow)`.
template <int count>
class WithDevices : public testing::Test {
 protected:
  WithDevices() {
    const char* guard = std::getenv("BERTH_TEST_GUARD");
    if (guard != nullptr && guard == std::string_view("disallow")) {
      guard_.reset(new Scope(transfer_guard(Guard::disallow)));
    }
  }

  void SetUp() override {
    const auto present = static_cast<int>(devices().size());
    if (present < count) {
      GTEST_SKIP() << "needs " << count << " devices, has " << present
                   << ": BERTH_CPU_DEVICES says how many the CPU has";
    }
  }

 private:
  std::unique_ptr<Scope> guard_;
};

}  // namespace berth
