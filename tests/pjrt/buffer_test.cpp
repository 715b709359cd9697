#include "pjrt/buffer.h"

#include <gmock/gmock.h>

#include <numeric>

#include "pjrt/engine.h"
#include "support/throws_error.h"

namespace berth::pjrt {
namespace {

using testing::ElementsAre;
using testing::ElementsAreArray;
using testing::IsEmpty;

using Dims = std::vector<std::int64_t>;

const Memory& memory(const char* kind) { return *dev(0).memory(kind); }

Buffer put_strided(const float* first, const Dims& dims, const Dims& byte_strides) {
  const HostData host = {
      .data = first, .dtype = DType::float32, .dims = dims, .byte_strides = byte_strides};
  return cpu_client().buffer_from_host(host, *dev(0).default_memory).buffer;
}

TEST(Buffer, ComesBackAsItWent) {
  const std::vector<float> values = {1, 2, 3, 4, 5, 6};
  const Buffer x = put<float>(values, DType::float32, Dims{2, 3});

  EXPECT_EQ(x.dtype(), DType::float32);
  EXPECT_THAT(x.dims(), ElementsAre(2, 3));
  EXPECT_EQ(x.on_device_size(), 24);
  EXPECT_EQ(x.host_size(), 24);
  EXPECT_EQ(x.device(), dev(0).handle);
  EXPECT_EQ(x.memory(), dev(0).default_memory->handle);
  EXPECT_TRUE(x.is_on_cpu());
  EXPECT_EQ(get(x), values);
}

TEST(Buffer, MayBeAScalarOrEmptyOrOfManyDimensions) {
  const std::vector<float> one = {7};
  EXPECT_THAT(get(put<float>(one, DType::float32, Dims{})), ElementsAre(7));
  EXPECT_THAT(get(put<float>(one, DType::float32, Dims(12, 1))), ElementsAre(7));

  const Buffer nothing = put<float>({}, DType::float32, Dims{3, 0, 2});
  EXPECT_THAT(nothing.dims(), ElementsAre(3, 0, 2));
  EXPECT_THAT(get(nothing), IsEmpty());
}

TEST(Buffer, TakesOneByteForEachSmallElementOnTheHost) {
  std::vector<std::uint8_t> values(15);
  std::iota(values.begin(), values.end(), std::uint8_t{1});
  const Buffer x = put<std::uint8_t>(values, DType::uint4, Dims{3, 5});

  EXPECT_EQ(x.host_size(), 15);
  EXPECT_EQ(x.on_device_size(), 8);
  EXPECT_EQ(get<std::uint8_t>(x), values);
}

TEST(Buffer, LosesTheBitsAboveASmallTypesOwn) {
  const std::vector<std::int8_t> values = {-8, -1, 7};
  EXPECT_THAT(get<std::int8_t>(put<std::int8_t>(values, DType::int4, Dims{3})),
              ElementsAre(8, 15, 7));
}

TEST(Buffer, IsRowMajorWhateverTheStridesOfItsSource) {
  const std::vector<float> v = {0, 1, 2, 3, 4, 5};  // [2, 3]
  EXPECT_THAT(get(put_strided(v.data(), {3, 2}, {4, 12})), ElementsAre(0, 3, 1, 4, 2, 5));
  EXPECT_THAT(get(put_strided(v.data() + 5, {6}, {-4})), ElementsAre(5, 4, 3, 2, 1, 0));
  EXPECT_THAT(get(put_strided(v.data(), {2, 2}, {0, 8})), ElementsAre(0, 2, 0, 2));
}

TEST(Buffer, RefusesUploadsThatWouldKillTheProcess) {
  const std::vector<float> v(6);
  EXPECT_THAT(
      [&] {
        put_strided(v.data(), {2, 3}, {4});
      },
      ThrowsError(ErrorCode::invalid_argument, "[buffer_from_host] 1 strides for 2 dimensions"));
  EXPECT_THAT(
      [&] {
        put_strided(nullptr, {2, 3}, {});
      },
      ThrowsError(ErrorCode::invalid_argument, "[buffer_from_host] the data is a null pointer"));
  const HostData host = {.data = v.data(), .dims = Dims{6}};
  EXPECT_THAT([&] { cpu_client().buffer_from_host(host, Memory{}); },
              ThrowsError(ErrorCode::invalid_argument,
                          "[buffer_from_host] the memory is none of a client's"));
  for (const int number : {0, 23, 34, 99}) {
    const HostData odd = {.data = v.data(), .dtype = static_cast<DType>(number)};
    EXPECT_THAT(
        [&] { cpu_client().buffer_from_host(odd, *dev(0).default_memory); },
        ThrowsError(ErrorCode::invalid_argument,
                    "[pjrt] " + std::to_string(number) + " is not the number of an element type"));
  }
}

TEST(Buffer, RefusesDimensionsThatCannotBe) {
  const std::vector<float> v(1);
  for (const Dims& dims : {Dims{-1}, Dims{std::int64_t{1} << 40, std::int64_t{1} << 40}}) {
    EXPECT_THAT(
        [&] { put_strided(v.data(), dims, {}); },
        testing::Throws<Error>(testing::Property(&Error::code, ErrorCode::invalid_argument)));
  }
}

TEST(Buffer, DoesNotWritePastASmallDestination) {
  const Buffer x = put({1, 2, 3, 4});
  std::array<std::byte, 15> room;
  EXPECT_THAT([&] { x.to_host(room); },
              testing::Throws<Error>(testing::Property(&Error::code, ErrorCode::invalid_argument)));
}

TEST(Buffer, IsCopiedToDevicesAndMemories) {
  const Buffer x = put({1, 2});

  const Buffer there = x.copy_to_device(dev(3));
  EXPECT_EQ(there.device(), dev(3).handle);
  EXPECT_THAT(get(there), ElementsAre(1, 2));

  const Buffer pinned = there.copy_to_memory(memory("pinned_host"));
  EXPECT_EQ(pinned.memory(), memory("pinned_host").handle);
  EXPECT_THAT(get(pinned), ElementsAre(1, 2));
}

TEST(Buffer, IsNotCopiedToNowhere) {
  const Buffer x = put({1, 2});
  EXPECT_THAT([&] { x.copy_to_device(DeviceDescription{}); },
              ThrowsError(ErrorCode::invalid_argument,
                          "[copy_to_device] the device is none of a client's"));
  EXPECT_THAT([&] { x.copy_to_memory(Memory{}); },
              ThrowsError(ErrorCode::invalid_argument,
                          "[copy_to_memory] the memory is none of a client's"));
}

TEST(Buffer, SharesAlignedMemoryThatIsLentToIt) {
  alignas(64) std::array<float, 4> lent = {1, 2, 3, 4};
  const HostData host = {
      .data = lent.data(), .dims = Dims{4}, .semantics = abi::HostBufferSemantics::zero_copy};
  Client::Upload upload = cpu_client().buffer_from_host(host, *dev(0).default_memory);
  const Event ready = upload.buffer.ready_event();
  ready.await();

  EXPECT_EQ(upload.buffer.unsafe_pointer(ready), lent.data());
  EXPECT_FALSE(upload.host_done.is_ready());
  upload.buffer = {};
  EXPECT_FALSE(upload.host_done.wait().has_value());
}

TEST(Buffer, IsAViewOfTheCallersMemory) {
  static std::atomic<int> deleted;
  deleted = 0;
  alignas(64) std::array<float, 2> memory_of_ours = {1, 2};
  {
    const Buffer view = cpu_client().view_of(
        memory_of_ours.data(), DType::float32, Dims{2}, dev(0),
        [](void*, void*) {
          ++deleted;
          deleted.notify_one();
        },
        nullptr);
    memory_of_ours[0] = 5;
    EXPECT_THAT(get(view), ElementsAre(5, 2));
  }
  deleted.wait(0);  // the read holds the buffer until its thread of the engine is done with it
  EXPECT_EQ(deleted, 1);
  cpu_client().view_of(memory_of_ours.data(), DType::float32, Dims{2}, dev(0), nullptr, nullptr);
}

TEST(Buffer, IsFilledThroughItsPointer) {
  const Buffer x = cpu_client().uninitialized(DType::float32, Dims{2}, *dev(0).default_memory);
  const Event ready = x.ready_event();
  ready.await();
  auto* values = static_cast<float*>(x.unsafe_pointer(ready));
  values[0] = 3;
  values[1] = 4;
  EXPECT_THAT(get(x), ElementsAre(3, 4));
}

TEST(Buffer, KeepsItsShapeAfterDeletion) {
  Buffer x = put({1, 2});
  x.delete_();
  x.delete_();

  EXPECT_TRUE(x.is_deleted());
  EXPECT_THAT(x.dims(), ElementsAre(2));
  EXPECT_THROW(get(x), Error);
  EXPECT_THROW(x.copy_to_device(dev(1)), Error);
  EXPECT_THROW(x.hold(), Error);
}

TEST(Buffer, KeepsItsMemoryWhileItIsHeld) {
  Buffer x = put({1, 2});
  const Event ready = x.ready_event();
  ready.await();
  const auto* values = static_cast<const float*>(x.unsafe_pointer(ready));

  const ExternalReference reference = x.hold();
  x.delete_();
  EXPECT_THAT(std::vector<float>(values, values + 2), ElementsAre(1, 2));
}

TEST(ErrorBuffer, HandsItsFailureToWhoeverWaits) {
  const Buffer x = cpu_client().error_buffer(ErrorCode::data_loss, "the page was torn",
                                             DType::float32, Dims{4}, *dev(0).default_memory);
  const Event ready = x.ready_event();
  EXPECT_THAT([&] { ready.await(); }, ThrowsError(ErrorCode::data_loss, "the page was torn"));
  EXPECT_THAT([&] { x.unsafe_pointer(ready); },
              ThrowsError(ErrorCode::data_loss, "the page was torn"));
  EXPECT_EQ(x.copy_to_device(dev(1)).ready_event().wait()->code(), ErrorCode::data_loss);
}

TEST(GatedBuffer, IsReadyOnceItsGateIsOpen) {
  auto [x, gate] = put({1, 2}).gated();
  const Event ready = x.ready_event();

  EXPECT_FALSE(ready.is_ready());
  const Buffer& pending = x;
  EXPECT_THAT([&] { pending.unsafe_pointer(ready); },
              ThrowsError(ErrorCode::failed_precondition,
                          "[Event::error] the event is pending: wait for it first"));
  gate.open();
  EXPECT_THAT(get(x), ElementsAre(1, 2));
  EXPECT_THAT([&g = gate] { g.open(); },
              ThrowsError(ErrorCode::failed_precondition, "[Gate] the gate is open already"));
}

TEST(GatedBuffer, FailsAsItsGateDoes) {
  auto [x, gate] = put({1, 2}).gated();
  gate.fail(ErrorCode::aborted, "the link is down");
  EXPECT_THAT([&buffer = x] { buffer.ready_event().await(); },
              ThrowsError(ErrorCode::aborted, "the link is down"));
}

TEST(GatedBuffer, FailsWhenItsGateIsGivenUp) {
  Buffer x;
  x = put({1, 2}).gated().first;
  EXPECT_THAT([&] { x.ready_event().await(); },
              ThrowsError(ErrorCode::cancelled, "the gate of this value was given up"));
}

TEST(AliasBuffer, BecomesWhatItWasPromised) {
  auto [alias, promise] = cpu_client().alias(DType::float32, Dims{2}, *dev(0).default_memory);
  const Buffer copy = alias.copy_to_device(dev(1));  // queued before there is a value
  EXPECT_FALSE(copy.ready_event().is_ready());

  promise.fulfill(put({3, 4}));

  EXPECT_THAT(get(copy), ElementsAre(3, 4));
  EXPECT_THAT(
      [&p = promise] {
        p.fulfill(put({3, 4}));
      },
      ThrowsError(ErrorCode::failed_precondition,
                  "[AliasPromise] the alias has its value already: fulfil it once"));
}

TEST(AliasBuffer, FailsAsItsPromiseDoes) {
  auto [alias, promise] = cpu_client().alias(DType::float32, Dims{2}, *dev(0).default_memory);
  promise.fail(ErrorCode::unavailable, "the host is gone");
  EXPECT_THAT([&a = alias] { a.ready_event().await(); },
              ThrowsError(ErrorCode::unavailable, "the host is gone"));

  const Buffer forgotten =
      cpu_client().alias(DType::float32, Dims{2}, *dev(0).default_memory).first;
  EXPECT_THAT([&] { forgotten.ready_event().await(); },
              ThrowsError(ErrorCode::cancelled, "the promise of this value was given up"));
}

TEST(EmptyBuffer, AnswersNothing) {
  const Buffer empty;
  EXPECT_FALSE(empty);
  EXPECT_THAT([&] { empty.dims(); },
              testing::Throws<Error>(testing::Property(&Error::code, ErrorCode::internal)));
}

}  // namespace
}  // namespace berth::pjrt
