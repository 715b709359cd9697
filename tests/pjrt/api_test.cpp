#include "pjrt/api.h"

#include <gmock/gmock.h>

#include "pjrt/event.h"
#include "pjrt/fake_table.h"
#include "support/throws_error.h"

namespace berth::pjrt {
namespace {

struct Gateway : testing::Test {
  ~Gateway() override { EXPECT_EQ(FakeTable::live_errors, 0); }

  FakeTable fake;
};

TEST_F(Gateway, TellsTheFunctionHowManyBytesWeKnow) {
  static std::size_t seen = 0;
  fake.on<abi::EventIsReady>([](abi::EventIsReady* block) -> abi::Error* {
    seen = block->head.struct_size;
    block->is_ready = true;
    return nullptr;
  });
  const Api api(&fake.table());

  abi::EventIsReady block;
  api.call(block);

  EXPECT_TRUE(block.is_ready);
  EXPECT_EQ(seen, 25);  // up to the end of a bool
}

TEST_F(Gateway, KeepsAnErrorsCodeAndTheFirstLineOfItsText) {
  fake.on<abi::ClientCompile>([](abi::ClientCompile*) {
    return FakeTable::error(3, "no main function\nSource Location Trace:\n  a.cc:12");
  });
  const Api api(&fake.table());

  EXPECT_THAT(
      [&] {
        abi::ClientCompile block;
        api.call(block);
      },
      ThrowsError(ErrorCode::invalid_argument, "[PJRT_Client_Compile] no main function"));
}

TEST_F(Gateway, AnswersTheOutcomeOfEarlierWorkAsTheEngineSaidIt) {
  fake.on<abi::EventAwait>(
      [](abi::EventAwait*) { return FakeTable::error(15, "checksum of the page\n  trace"); });
  const Api api(&fake.table());

  abi::EventAwait block;
  const std::optional<Error> failure = api.outcome(block);

  ASSERT_TRUE(failure.has_value());
  EXPECT_EQ(failure->code(), ErrorCode::data_loss);
  EXPECT_STREQ(failure->what(), "checksum of the page");
}

TEST_F(Gateway, TakesCodesThatAreNewerThanUsForUnknown) {
  fake.on<abi::EventAwait>([](abi::EventAwait*) { return FakeTable::error(17, ""); });
  const Api api(&fake.table());

  EXPECT_THAT(
      [&] {
        abi::EventAwait block;
        api.call(block);
      },
      ThrowsError(ErrorCode::unknown, "[PJRT_Event_Await] the plugin gave no reason"));
}

TEST_F(Gateway, NamesAFunctionThatThePluginDoesNotHave) {
  const Api api(&fake.table(), "/x/plugin.so");

  EXPECT_FALSE(api.has<abi::ClientCreateError>());
  EXPECT_THAT(
      [&] {
        abi::ClientCreateError block;
        api.call(block);
      },
      ThrowsError(ErrorCode::unimplemented,
                  "[plugin] /x/plugin.so: it has no function PJRT_Client_CreateErrorBuffer (it "
                  "speaks PJRT 0.114): a newer plugin may have it"));
}

TEST_F(Gateway, DoesNotLookPastTheEndOfAShortTable) {
  fake.on<abi::EventCreate>([](abi::EventCreate*) -> abi::Error* { return nullptr; });
  fake.on<abi::EventAwait>([](abi::EventAwait*) -> abi::Error* { return nullptr; });
  constexpr std::size_t known = 118;  // as many as 0.81 has
  fake.table().head.struct_size = offsetof(abi::Table, functions) + known * sizeof(abi::Function);
  const Api api(&fake.table());

  EXPECT_TRUE(api.has<abi::EventAwait>());
  EXPECT_FALSE(api.has<abi::EventCreate>());
  EXPECT_THAT(api.missing(), testing::Contains("PJRT_Event_Create"));
  EXPECT_THAT(api.missing(), testing::Not(testing::Contains("PJRT_Event_Await")));
  EXPECT_THAT([&] { Promise promise(api); },
              ThrowsError(ErrorCode::unimplemented,
                          "[plugin] it has no function PJRT_Event_Create (it speaks PJRT 0.114): a "
                          "newer plugin may have it"));
}

TEST_F(Gateway, TakesATableThatIsLargerThanWeKnow) {
  fake.table().head.struct_size += 40;
  fake.table().version.minor = 250;

  EXPECT_EQ(Api(&fake.table()).minor_version(), 250);
}

TEST_F(Gateway, RefusesAnOldPluginAndAnotherMainVersion) {
  fake.table().version.minor = 28;
  EXPECT_THAT([&] { Api(&fake.table(), "/x/plugin.so"); },
              ThrowsError<PluginError>(
                  ErrorCode::failed_precondition,
                  "[plugin] /x/plugin.so: it speaks PJRT 0.28, and berth needs 0.29 or a later "
                  "0.x: install a newer version of the plugin"));

  fake.table().version = {{}, 1, 2};
  EXPECT_THAT([&] { Api(&fake.table(), "/x/plugin.so"); },
              ThrowsError<PluginError>(
                  ErrorCode::failed_precondition,
                  "[plugin] /x/plugin.so: it speaks PJRT 1.2, and berth needs 0.29 or a later "
                  "0.x: install a matching version of the plugin"));
}

TEST_F(Gateway, RefusesWhatIsNoTable) {
  EXPECT_THAT([] { Api(nullptr, "/x/plugin.so"); },
              ThrowsError<PluginError>(ErrorCode::failed_precondition,
                                       "[plugin] /x/plugin.so: the entry point GetPjrtApi returned "
                                       "no function table: the plugin refused to start"));
  fake.table().head.struct_size = 39;
  EXPECT_THAT([&] { Api(&fake.table()); },
              ThrowsError<PluginError>(ErrorCode::failed_precondition,
                                       "[plugin] its function table has 39 bytes, too few for a "
                                       "version: this is no PJRT plugin"));
}

TEST_F(Gateway, FindsExtensionsByTypeAndPassesOverStrangeOnes) {
  abi::Extension layouts = {sizeof(abi::Extension), 4, nullptr};
  abi::Extension truncated = {8, 5, &layouts};
  abi::Extension newer = {sizeof(abi::Extension), 5000, &truncated};
  fake.table().head.extensions = &newer;
  layouts.next = &newer;  // a broken chain that loops

  const Api api(&fake.table());

  EXPECT_EQ(api.extension(abi::ExtensionType::layouts), &layouts);
  EXPECT_EQ(api.extension(abi::ExtensionType::ffi), nullptr);
  EXPECT_EQ(api.extension(abi::ExtensionType::profiler), nullptr);
}

TEST_F(Gateway, FreesAnObjectOnceWhoeverHoldsItLast) {
  static int destroyed = 0;
  destroyed = 0;
  fake.on<abi::EventDestroy>([](abi::EventDestroy*) -> abi::Error* {
    ++destroyed;
    return FakeTable::error(13, "even if that fails");
  });
  const Api api(&fake.table());
  auto* object = reinterpret_cast<abi::Event*>(&fake);
  {
    Event first(api, object);
    Event second = std::move(first);
    first = std::move(second);
    EXPECT_EQ(destroyed, 0);
  }
  EXPECT_EQ(destroyed, 1);
}

TEST_F(Gateway, HandsAnEventsFailureToItsCallback) {
  fake.on<abi::EventDestroy>([](abi::EventDestroy*) -> abi::Error* { return nullptr; });
  fake.on<abi::EventOnReady>([](abi::EventOnReady* block) -> abi::Error* {
    block->callback(FakeTable::error(10, "stopped"), block->user);
    return nullptr;
  });
  const Api api(&fake.table());
  const Event event(api, reinterpret_cast<abi::Event*>(&fake));

  std::string seen;
  event.on_ready([&](std::optional<Error> failure) noexcept { seen = failure->what(); });

  EXPECT_EQ(seen, "stopped");
}

TEST_F(Gateway, NeverRunsACallbackThatTheEngineRefused) {
  fake.on<abi::EventDestroy>([](abi::EventDestroy*) -> abi::Error* { return nullptr; });
  fake.on<abi::EventOnReady>(
      [](abi::EventOnReady*) { return FakeTable::error(9, "the event is gone"); });
  const Api api(&fake.table());
  const Event event(api, reinterpret_cast<abi::Event*>(&fake));

  const auto alive = std::make_shared<int>(0);
  EXPECT_THAT(
      [&] { event.on_ready([alive](std::optional<Error>) noexcept { FAIL(); }); },
      ThrowsError(ErrorCode::failed_precondition, "[PJRT_Event_OnReady] the event is gone"));
  EXPECT_EQ(alive.use_count(), 1);
}

TEST(Callback, MustNotThrow) {
  const auto quiet = [](std::optional<Error>) noexcept {};
  const auto loud = [](std::optional<Error>) {};
  EXPECT_TRUE(Event::is_callback<decltype(quiet)>);
  EXPECT_FALSE(Event::is_callback<decltype(loud)>);
}

TEST(EmptyEvent, IsReadyAndWell) {
  const Event event;
  bool was_called = false;
  event.on_ready([&](std::optional<Error> failure) noexcept { was_called = !failure; });

  EXPECT_TRUE(was_called);
  EXPECT_TRUE(event.is_ready());
  EXPECT_FALSE(event.wait() || event.error());
}

}  // namespace
}  // namespace berth::pjrt
