#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "berth/placement.h"
#include "placement/routines.h"
#include "support/devices.h"
#include "support/logs.h"
#include "support/matchers.h"

namespace berth {
namespace {

using routines::plus;

// How often the programs of operations are compiled.
using ProgramsOfOperations = WithDevices<1>;

TEST_F(ProgramsOfOperations, AreOneForEveryFormOfInput) {
  const std::vector<float> data(29, 1);
  const CompileCount compiles;

  const Array uncommitted = device_put(data);
  const Array committed = device_put(data, dev(0));
  const Array committed_later = device_put(uncommitted, SingleDeviceSharding(dev(0)));
  const Array from_host_array = device_put(device_get(committed));
  for (const Array& x : {uncommitted, committed, committed_later, from_host_array}) {
    EXPECT_THAT(plus(x, x), Holds<float>(std::vector<float>(29, 2)));
  }

  EXPECT_LE(compiles(), 1);  // 0 if another test was first
}

TEST_F(ProgramsOfOperations, AreOneForALoopThatStartsWithAScalar) {
  const Array step = device_put(std::vector<double>{2.5}, dev(0));
  const CompileCount compiles;

  Array sum = plus(0, step);
  for (int i = 0; i < 5; ++i) sum = plus(sum, step);

  EXPECT_THAT(sum, Holds<double>({15}));
  EXPECT_FALSE(sum.weak_type());
  EXPECT_LE(compiles(), 2);  // with a scalar, and with two vectors
}

TEST_F(ProgramsOfOperations, AreOneForACarriedScalarWeakOrNot) {
  const CompileCount compiles;

  Array sum = device_put(0, dev(0));
  for (int i = 0; i < 5; ++i) sum = plus(sum, 2);

  EXPECT_THAT(sum, Holds<std::int32_t>({10}));
  EXPECT_TRUE(sum.weak_type());
  EXPECT_LE(compiles(), 1);  // 0 if another test was first
}

TEST_F(ProgramsOfOperations, AreNotSpoiledByADonatedLiteral) {
  const Array x = device_put(std::vector<float>{0, 1}, dev(0));
  EXPECT_THAT(plus(x, 42.f), Holds<float>({42, 43}));

  const Array literal = device_put(42.f, dev(0));
  device_put(literal, dev(0), {.donate = true}).delete_();

  EXPECT_THAT(device_put(42.f, dev(0)), Holds<float>({42}));
  EXPECT_THAT(plus(x, 42.f), Holds<float>({42, 43}));
  EXPECT_THAT(routines::seven(), Holds<float>({7}));
}

}  // namespace
}  // namespace berth
