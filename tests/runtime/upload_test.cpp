#include <atomic>
#include <cstring>

#include "runtime/engine.h"

namespace berth::runtime {
namespace {

using testing::ElementsAre;
using Upload = WithDevices<2>;

BufferRef give(const std::shared_ptr<std::byte>& block, const Shape& shape, Device device) {
  return upload(HostRef(block.get(), float32, shape), false, on(device), HostMemory::given, block,
                because(Reason::put));
}

float* floats(const std::shared_ptr<std::byte>& block) {
  return reinterpret_cast<float*>(block.get());
}

TEST_F(Upload, BorrowedMemoryMayChangeAtOnce) {
  const auto block = aligned_block(1024 * sizeof(float));  // aligned, so that it could be shared
  for (int i = 0; i < 1024; ++i) floats(block)[i] = static_cast<float>(i);
  const HostRef ref(block.get(), float32, {1024});
  const BufferRef a =
      upload(ref, false, on(dev(0)), HostMemory::borrowed, nullptr, because(Reason::put));
  const BufferRef b =
      upload(ref, false, on(dev(1)), HostMemory::borrowed, nullptr, because(Reason::put));
  for (int i = 0; i < 1024; ++i) floats(block)[i] = -1;

  EXPECT_EQ(values(*a)[1000], 1000);
  EXPECT_EQ(values(*b)[1000], 1000);
}

TEST_F(Upload, ReusedStagingMemoryNeverLeaksIntoEarlierLaunches) {
  const auto twice = add({2048}, dev(0));
  std::vector<float> staging(2048);
  std::vector<BufferRef> results;
  for (int i = 0; i < 200; ++i) {
    std::fill(staging.begin(), staging.end(), static_cast<float>(i));
    const BufferRef x = put(staging, dev(0));
    results.push_back(run(*twice, {x, x}));
  }
  for (int i = 0; i < 200; ++i) {
    ASSERT_THAT(values(*results[static_cast<std::size_t>(i)]),
                testing::Each(static_cast<float>(2 * i)));
  }
}

TEST_F(Upload, GivenMemoryIsSharedWhenItIsAlignedAndFreedOnce) {
  std::atomic<int> freed = 0;
  {
    const auto block = aligned_block(1024 * sizeof(float));
    std::fill_n(floats(block), 1024, 3.0f);
    const std::shared_ptr<std::byte> guarded(block.get(), [&, block](std::byte*) { ++freed; });
    BufferRef x = give(guarded, {1024}, dev(0));
    const HostArray view = download(*x, because(Reason::get));
    EXPECT_EQ(view.data(), block.get());
    x->end(Buffer::End::deleted, Here::current());
    EXPECT_EQ(view.view<float>()[7], 3);
  }
  platform_of(dev(0)).client.api();  // nothing is left that could read it
  EXPECT_EQ(freed, 1);
}

TEST_F(Upload, GivenMemoryOutlivesItsGiverWhileProgramsReadIt) {
  const auto negate_it = negate({4096}, dev(0));
  std::vector<BufferRef> results;
  std::atomic<int> freed = 0;
  for (int i = 0; i < 100; ++i) {
    const auto block = aligned_block(4096 * sizeof(float));
    std::fill_n(floats(block), 4096, static_cast<float>(i));
    const std::shared_ptr<std::byte> guarded(block.get(), [&, block](std::byte* data) {
      std::memset(data, 0xff, 4096 * sizeof(float));
      ++freed;
      freed.notify_one();
    });
    results.push_back(run(*negate_it, {give(guarded, {4096}, dev(0))}));
  }
  for (int i = 0; i < 100; ++i) {
    ASSERT_EQ(values(*results[static_cast<std::size_t>(i)])[4095], static_cast<float>(-i));
  }
  // The engine lets go of the last argument after its result is there.
  for (int so_far = freed; so_far < 100; so_far = freed) freed.wait(so_far);
  EXPECT_EQ(freed, 100);
}

TEST_F(Upload, GivenMemoryThatCannotBeSharedIsCopiedAndFreed) {
  std::atomic<int> freed = 0;
  const auto block = aligned_block(64);
  std::shared_ptr<std::byte> unaligned(block.get() + 4, [&, block](std::byte*) { ++freed; });
  std::fill_n(reinterpret_cast<float*>(unaligned.get()), 4, 5.0f);
  Ledger ledger;
  const BufferRef x = give(unaligned, {4}, dev(0));
  unaligned.reset();

  EXPECT_EQ(freed, 1);
  EXPECT_THAT(values(*x), ElementsAre(5, 5, 5, 5));
  EXPECT_EQ(ledger.bytes(Direction::host_to_device), 16);
}

TEST_F(Upload, TakesAnyStrides) {
  std::vector<float> data(12);
  for (int i = 0; i < 12; ++i) data[static_cast<std::size_t>(i)] = static_cast<float>(i);
  const auto upload_strided = [&](const float* start, Shape shape, std::vector<std::int64_t> by) {
    const HostRef ref(start, std::move(shape), std::move(by));
    return values(
        *upload(ref, false, on(dev(0)), HostMemory::borrowed, nullptr, because(Reason::put)));
  };
  EXPECT_THAT(upload_strided(data.data(), {4, 3}, {4, 16}),  // transposed
              ElementsAre(0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11));
  EXPECT_THAT(upload_strided(data.data() + 11, {6}, {-8}), ElementsAre(11, 9, 7, 5, 3, 1));
  EXPECT_THAT(upload_strided(data.data() + 2, {2, 3}, {0, 0}), ElementsAre(2, 2, 2, 2, 2, 2));
  EXPECT_THAT(upload_strided(data.data(), {1, 3, 1}, {999, 4, -5}), ElementsAre(0, 1, 2));
}

TEST_F(Upload, TakesLentStridedMemoryWithoutSharingIt) {
  std::vector<float> data = {0, 1, 2, 3};
  const HostRef backwards(data.data() + 3, Shape{4}, {-4});
  const BufferRef x =
      upload(backwards, false, on(dev(0)), HostMemory::lent, nullptr, because(Reason::put));
  data[0] = -1;
  EXPECT_THAT(values(*x), ElementsAre(3, 2, 1, 0));
}

TEST_F(Upload, TakesArraysWithoutElements) {
  for (const HostMemory memory : {HostMemory::borrowed, HostMemory::given, HostMemory::lent}) {
    const BufferRef x = upload(HostRef(nullptr, float32, {3, 0, 2}), false, on(dev(1)), memory,
                               nullptr, because(Reason::put));
    EXPECT_EQ(x->aval().shape, (Shape{3, 0, 2}));
    EXPECT_EQ(values(*x).size(), 0u);
  }
}

TEST_F(Upload, PacksSmallIntegersOnTheDevice) {
  const std::vector<std::int8_t> data = {-8, -1, 0, 7, 3};
  const BufferRef x = upload(HostRef(data.data(), int4, {5}), false, on(dev(0)), HostMemory::given,
                             nullptr, because(Reason::put));
  EXPECT_LT(x->on_device_size(), 5);
  EXPECT_THAT(values<std::int8_t>(*x), testing::ElementsAreArray(data));
}

TEST_F(Upload, GoesToEveryMemoryKind) {
  for (const MemoryKind kind : dev(1).memories()) {
    const BufferRef x = put<float>({1, 2}, on(dev(1), kind));
    EXPECT_EQ(x->sharding(), on(dev(1), kind));
    EXPECT_THAT(values(*x), ElementsAre(1, 2));
  }
}

TEST_F(Upload, WithoutRoomIsAnOutOfMemoryErrorAndLosesNothing) {
  const BufferRef before = put<float>({1, 2}, on(dev(0)));
  const float element = 0;
  const HostRef huge(&element, Shape{std::int64_t{1} << 46}, {0});
  try {
    upload(huge, false, on(dev(0)), HostMemory::borrowed, nullptr, because(Reason::put));
    FAIL() << "there is no such memory";
  } catch (const OutOfMemoryError& error) {
    EXPECT_EQ(error.device(), dev(0));
    EXPECT_EQ(error.requested(), std::int64_t{1} << 48);
  }
  EXPECT_THAT(values(*before), ElementsAre(1, 2));
}

}  // namespace
}  // namespace berth::runtime
