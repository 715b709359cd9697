#include "pjrt/executable.h"

#include <gmock/gmock.h>

#include "pjrt/engine.h"
#include "support/throws_error.h"

namespace berth::pjrt {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

using Arguments = std::vector<abi::Buffer*>;

const Executable& add() {
  static const Executable program = cpu_client().compile(add_text(), {});
  return program;
}

auto Refuses(const std::string& why) {
  return ThrowsError(ErrorCode::invalid_argument, "[execute] program test: " + why);
}

TEST(Executable, KnowsItsParametersAndResults) {
  EXPECT_EQ(add().name(), "test");
  EXPECT_EQ(add().num_parameters(), 2);
  EXPECT_THAT(add().devices(), IsEmpty());
  ASSERT_EQ(add().results().size(), 1);
  EXPECT_EQ(add().results()[0].dtype, DType::float32);
  EXPECT_THAT(add().results()[0].dims, ElementsAre(4));
  EXPECT_EQ(add().results()[0].memory_kind, "device");
}

TEST(Executable, RunsOnWhicheverDeviceItIsGiven) {
  for (const int index : {0, 7}) {
    const Buffer x = put({1, 2, 3, 4}, dev(index));
    const std::vector<Buffer> results =
        add().execute(Arguments{x.get(), x.get()}, {.device = &dev(index)});

    EXPECT_THAT(get(results[0]), ElementsAre(2, 4, 6, 8));
    EXPECT_EQ(results[0].device(), dev(index).handle);
  }
}

TEST(Executable, TellsWhenItHasEnded) {
  const Buffer x = put({1, 2, 3, 4});
  Buffer result;
  Event complete;
  add().execute(Arguments{x.get(), x.get()}, std::span(&result, 1), {.device = &dev(0)}, &complete);

  EXPECT_TRUE(complete);
  complete.await();
  EXPECT_TRUE(result.ready_event().is_ready());
}

TEST(Executable, RefusesWhatWouldCrashOrHang) {
  const Buffer x = put({1, 2, 3, 4});
  const ExecuteOptions here = {.device = &dev(0)};
  EXPECT_THAT([&] { add().execute(Arguments{x.get()}, here); },
              Refuses("1 arguments for 2 parameters"));
  EXPECT_THAT(
      [&] {
        add().execute(Arguments{x.get(), nullptr}, here);
      },
      Refuses("argument 1 is an empty buffer"));
  EXPECT_THAT(
      [&] {
        add().execute(Arguments{x.get(), x.get()});
      },
      Refuses("it is portable: a device must be given"));
  EXPECT_THAT(
      [&] {
        add().execute(Arguments{x.get(), x.get()}, std::span<Buffer>(), here);
      },
      Refuses("room for 0 results, and there are 1"));
}

TEST(Executable, RunsOnTheDeviceItIsBoundTo) {
  const Executable program = cpu_client().compile(add_text(), {.devices = {5}});
  EXPECT_THAT(program.devices(), ElementsAre(dev(5).handle));

  const Buffer x = put({1, 2, 3, 4}, dev(5));
  EXPECT_THAT(get(program.execute(Arguments{x.get(), x.get()})[0]), ElementsAre(2, 4, 6, 8));
}

TEST(Executable, GivesManyResults) {
  constexpr int count = 40;  // more than fit the caller's stack
  std::string types, values;
  for (int i = 0; i < count; ++i) {
    types += i ? ", tensor<f32>" : "tensor<f32>";
    values += i ? ", %x" : "%x";
  }
  const Executable program = cpu_client().compile(
      module_text("%x: tensor<f32>", "(tensor<f32>) -> (" + types + ")",
                  "    \"func.return\"(" + values + ") : (" + types + ") -> ()\n"),
      {});
  const Buffer x = put<float>(std::vector<float>{7}, DType::float32, {});

  const std::vector<Buffer> results = program.execute(Arguments{x.get()}, {.device = &dev(0)});

  ASSERT_EQ(results.size(), count);
  EXPECT_THAT(get(results[39]), ElementsAre(7));
}

TEST(Executable, PlacesResultsInTheMemoryThatTheProgramNames) {
  const Executable program =
      cpu_client().compile(add_text(R"(, res_attrs = [{mhlo.memory_kind = "pinned_host"}])"), {});
  EXPECT_EQ(program.results()[0].memory_kind, "pinned_host");

  const Buffer x = put({1, 2, 3, 4});
  const Buffer sum =
      std::move(program.execute(Arguments{x.get(), x.get()}, {.device = &dev(0)})[0]);
  EXPECT_EQ(sum.memory(), dev(0).memory("pinned_host")->handle);
}

/// x + y in the memory of x.
struct Donation : testing::Test {
  Executable program =
      cpu_client().compile(add_text(", arg_attrs = [{tf.aliasing_output = 0 : i32}, {}]"), {});
  Buffer x = put({1, 2, 3, 4});
  Buffer y = put({1, 1, 1, 1});
};

TEST_F(Donation, ReusesTheArgumentsMemory) {
  const Event ready = x.ready_event();
  ready.await();
  const void* before = x.unsafe_pointer(ready);

  const Buffer sum =
      std::move(program.execute(Arguments{x.get(), y.get()}, {.device = &dev(0)})[0]);

  const Event done = sum.ready_event();
  done.await();
  EXPECT_EQ(sum.unsafe_pointer(done), before);
  EXPECT_TRUE(x.is_deleted());
  EXPECT_FALSE(y.is_deleted());
  EXPECT_EQ(program.memory_stats()->alias, 16);
}

TEST_F(Donation, SparesAnArgumentThatIsNotToBeDonated) {
  const std::array<std::int64_t, 1> spared = {0};
  const Buffer sum = std::move(program.execute(Arguments{x.get(), y.get()},
                                               {.device = &dev(0), .non_donatable = spared})[0]);
  EXPECT_THAT(get(sum), ElementsAre(2, 3, 4, 5));
  EXPECT_THAT(get(x), ElementsAre(1, 2, 3, 4));
}

TEST(Executable, HandsOnTheFailureOfItsArgument) {
  const Buffer bad =
      cpu_client().error_buffer(ErrorCode::data_loss, "the page was torn", DType::float32,
                                std::vector<std::int64_t>{4}, *dev(0).default_memory);
  const Buffer sum =
      std::move(add().execute(Arguments{bad.get(), bad.get()}, {.device = &dev(0)})[0]);

  const std::optional<Error> failure = sum.ready_event().wait();
  ASSERT_TRUE(failure.has_value());
  EXPECT_EQ(failure->code(), ErrorCode::internal);
  EXPECT_THAT(failure->what(), testing::HasSubstr("the page was torn"));
}

TEST(Executable, SurvivesSerialisation) {
  const std::string bytes = add().serialize();
  const Executable loaded = cpu_client().deserialize(bytes);
  const CompileOptions elsewhere = {.devices = {2}};
  const Executable bound = cpu_client().deserialize(bytes, &elsewhere);

  const Buffer x = put({1, 2, 3, 4});
  EXPECT_THAT(get(loaded.execute(Arguments{x.get(), x.get()}, {.device = &dev(0)})[0]),
              ElementsAre(2, 4, 6, 8));
  const Buffer y = put({1, 2, 3, 4}, dev(2));
  EXPECT_THAT(get(bound.execute(Arguments{y.get(), y.get()})[0]), ElementsAre(2, 4, 6, 8));
  EXPECT_EQ(loaded.fingerprint(), add().fingerprint());
}

TEST(Executable, IsNotMadeOfDamagedBytes) {
  const std::string bytes = add().serialize();
  for (const std::string& damaged :
       {std::string(), bytes.substr(0, bytes.size() / 2), std::string(100, 'x')}) {
    EXPECT_THROW(cpu_client().deserialize(damaged), Error);
  }
}

/// The sum over two devices of x, each device's own f32[4].
struct AllReduce : testing::Test {
  AllReduce() {
    program.emplace(cpu_client().compile(
        module_text("%x: tensor<4xf32>", "(tensor<4xf32>) -> tensor<4xf32>", R"(
    %0 = "stablehlo.all_reduce"(%x) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<4xf32>
    "func.return"(%0) : (tensor<4xf32>) -> ()
)"),
        {.num_replicas = 2, .devices = {1, 4}}));
  }

  std::optional<Executable> program;
  Buffer x = put({1, 2, 3, 4}, dev(1));
  Buffer y = put({10, 20, 30, 40}, dev(4));
};

TEST_F(AllReduce, RunsOnAllItsDevices) {
  EXPECT_THAT(program->devices(), ElementsAre(dev(1).handle, dev(4).handle));
  const Arguments first = {x.get()}, second = {y.get()};
  const std::vector<std::span<abi::Buffer* const>> lists = {first, second};

  const std::vector<std::vector<Buffer>> results = program->execute_on_all(lists);

  ASSERT_EQ(results.size(), 2);
  EXPECT_THAT(get(results[0][0]), ElementsAre(11, 22, 33, 44));
  EXPECT_THAT(get(results[1][0]), ElementsAre(11, 22, 33, 44));
}

TEST_F(AllReduce, RunsShardByShardUnderOneLaunchId) {
  const Buffer a =
      std::move(program->execute(Arguments{x.get()}, {.device = &dev(1), .launch_id = 12})[0]);
  const Buffer b =
      std::move(program->execute(Arguments{y.get()}, {.device = &dev(4), .launch_id = 12})[0]);
  EXPECT_THAT(get(a), ElementsAre(11, 22, 33, 44));
  EXPECT_THAT(get(b), ElementsAre(11, 22, 33, 44));
}

TEST_F(AllReduce, IsNotLaunchedWhereItWouldHang) {
  EXPECT_THAT([&] { program->execute(Arguments{x.get()}, {.device = &dev(1)}); },
              Refuses("one shard of several needs a launch_id other than 0, the same for all "
                      "shards"));
  EXPECT_THAT([&] { program->execute(Arguments{x.get()}); },
              Refuses("it is for 2 devices: give one, or run on all"));
  const Arguments first = {x.get()};
  const std::vector<std::span<abi::Buffer* const>> lists = {first};
  EXPECT_THAT([&] { program->execute_on_all(lists); },
              Refuses("1 argument lists for a program on 2 devices of this process"));
}

}  // namespace
}  // namespace berth::pjrt
