#include "runtime/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "berth/error.h"
#include "runtime/modules.h"
#include "support/devices.h"

namespace berth::runtime {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

std::int64_t made() { return compile_counters().compiled + compile_counters().loaded; }

TEST(Compile, MakesAProgramWithItsSignature) {
  const Module module = times(3);
  const auto program = compile(module, dev(0), Here::current());

  EXPECT_EQ(program->name, "times");
  EXPECT_EQ(program->parameters, module.parameters);
  EXPECT_EQ(program->results, module.results);
  EXPECT_THAT(run(*program, dev(0), {1, 2, 3, 4}), ElementsAre(3, 6, 9, 12));
}

TEST(Compile, OfEqualTextIsDoneOnce) {
  const auto before = made();
  const auto first = compile(times(5), dev(0), Here::current());
  Module renamed = times(5);
  renamed.name = "renamed";
  const auto second = compile(renamed, dev(0), Here::current());

  EXPECT_EQ(made() - before, 1);
  EXPECT_EQ(first->executable, second->executable);
  EXPECT_EQ(second->name, "renamed");
}

TEST(Compile, IsForAllDevicesOfThePlatform) {
  if (devices().size() < 2) GTEST_SKIP() << "needs 2 devices, has 1";
  const auto before = made();
  const auto program = compile(times(7), dev(0), Here::current());
  EXPECT_EQ(compile(times(7), dev(1), Here::current())->executable, program->executable);

  EXPECT_EQ(made() - before, 1);
  EXPECT_THAT(run(*program, dev(1), {1, 2, 3, 4}), ElementsAre(7, 14, 21, 28));
}

TEST(Compile, OfOneModuleByManyThreadsIsDoneOnce) {
  const Device device = dev(0);
  const auto before = made();
  std::vector<std::shared_ptr<const Program>> programs(8);
  {
    std::vector<std::jthread> threads;
    for (auto& program : programs) {
      threads.emplace_back([&] { program = compile(times(11), device, Here::current()); });
    }
  }

  EXPECT_EQ(made() - before, 1);
  for (const auto& program : programs) {
    EXPECT_EQ(program->executable, programs.front()->executable);
  }
}

TEST(Compile, NamesTheModuleThatTheEngineRejects) {
  Module module = times(1);
  module.name = "broken";
  module.text = "module @broken {\n  no StableHLO\n}\n";
  const Here here = Here::current();

  for (int attempt = 0; attempt < 2; ++attempt) {  // the first does not poison the second
    try {
      compile(module, dev(0), here);
      FAIL() << "it was accepted";
    } catch (const Error& error) {
      EXPECT_EQ(error.where(), here);
      EXPECT_THAT(error.what(), StartsWith("[broken] the engine rejected the program: "));
      EXPECT_THAT(error.what(), HasSubstr("\n" + module.text + "\n  at " + to_string(here)));
    }
  }
  EXPECT_THAT(run(*compile(times(13), dev(0), here), dev(0), {1, 1, 1, 1}), Each(13));
}

TEST(Compile, CutsTheTextOfALongModuleInTheError) {
  Module module = times(1);
  module.text = "no StableHLO" + std::string(1 << 20, '-');

  try {
    compile(module, dev(0), Here::current());
    FAIL() << "it was accepted";
  } catch (const Error& error) {
    EXPECT_LT(std::string_view(error.what()).size(), std::size_t{20'000});
    EXPECT_THAT(error.what(), HasSubstr("\n... and 1032204 more bytes"));
  }
}

TEST(Compile, TriesAgainAfterAFailureOfAnotherThread) {
  Module module = times(1);
  module.text = "no StableHLO either";
  const Device device = dev(0);
  std::atomic<int> failures = 0;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 4; ++i) {
      threads.emplace_back([&] {
        try {
          compile(module, device, Here::current());
        } catch (const Error&) {
          ++failures;
        }
      });
    }
  }
  EXPECT_EQ(failures, 4);
}

}  // namespace
}  // namespace berth::runtime
