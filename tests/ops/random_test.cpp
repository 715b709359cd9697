#include "berth/random.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <set>
#include <vector>

#include "berth/jit.h"
#include "berth/ops.h"
#include "berth/placement.h"
#include "berth/tree.h"
#include "berth/tree_placement.h"
#include "berth/vmap.h"
#include "support/devices.h"
#include "support/logs.h"
#include "support/matchers.h"

namespace berth {
namespace {

using random::Key;

using Keys = WithDevices<1>;
using Samples = WithDevices<1>;
using Orders = WithDevices<1>;
using PlacedKeys = WithDevices<2>;

// Explicitly: item() would be an implicit transfer.
double number(const Array& x) { return values<double>(astype(x, float64))[0]; }

// What follows from JAX was printed by JAX 0.10.2.

TEST_F(Keys, AreJaxs) {
  EXPECT_THAT(random::key(0).data, Holds<std::uint32_t>({0, 0}));
  EXPECT_THAT(random::key(42).data, Holds<std::uint32_t>({0, 42}));
  EXPECT_THAT(random::key((std::uint64_t{5} << 32) + 7).data, Holds<std::uint32_t>({5, 7}));
  EXPECT_THAT(random::key(-1).data, Holds<std::uint32_t>({4294967295, 4294967295}));

  const auto [first, second] = random::split(random::key(0));
  EXPECT_THAT(first.data, Holds<std::uint32_t>({1797259609, 2579123966}));
  EXPECT_THAT(second.data, Holds<std::uint32_t>({928981903, 3453687069}));
  EXPECT_THAT(random::fold_in(random::key(42), 7).data,
              Holds<std::uint32_t>({2547012911, 1371500959}));
}

TEST_F(Keys, TheFirstOfASplitDoNotDependOnTheirNumber) {
  const Key key = random::key(3);
  const std::array<Key, 3> three = random::split<3>(key);
  const std::vector<Key> five = random::split(key, 5);
  const auto batch = values<std::uint32_t>(random::split_batch(key, 5).data);
  for (std::size_t i = 0; i < three.size(); ++i) {
    EXPECT_EQ(values<std::uint32_t>(three[i].data), values<std::uint32_t>(five[i].data));
    EXPECT_EQ(values<std::uint32_t>(five[i].data),
              std::vector<std::uint32_t>(batch.begin() + 2 * static_cast<std::ptrdiff_t>(i),
                                         batch.begin() + 2 * static_cast<std::ptrdiff_t>(i) + 2));
  }
  EXPECT_TRUE(random::split(key, 0).empty());
}

TEST_F(Keys, OfSeedsInArraysAreTheSame) {
  EXPECT_THAT(random::key(array(42)).data, Holds<std::uint32_t>({0, 42}));
  EXPECT_THAT(random::key(array({1, 2}, int64)[1]).data, Holds<std::uint32_t>({0, 2}));
}

TEST_F(Keys, AreTreesOfOneLeaf) {
  const Key key = random::key(1);
  EXPECT_THAT(tree_structure(key).paths(), testing::ElementsAre("data"));
  const auto sample = jit([](const Key& k) { return random::uniform(k, {3}); });
  EXPECT_EQ(values<float>(sample(key)), values<float>(random::uniform(key, {3})));
}

TEST_F(Keys, AreMappedOver) {
  const Key keys = random::split_batch(random::key(1), 4);
  const auto rows = vmap([](const Key& key) {
    const auto [a, b] = random::split(key);
    return random::normal(a, {2}) + random::uniform(random::fold_in(b, 3), {2});
  })(keys);
  ASSERT_EQ(rows.shape(), Shape({4, 2}));
  const auto [a, b] = random::split(Key{keys.data[2]});
  EXPECT_EQ(values<float>(rows[2]),
            values<float>(random::normal(a, {2}) + random::uniform(random::fold_in(b, 3), {2})));
}

TEST_F(Keys, MustHoldTwoWords) {
  const Key floats{ones({2})};
  EXPECT_THAT(
      [&] {
        (void)random::normal(floats, {}, float32, {"model.cpp", 3});
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[random::normal] the key holds f32[2], not u32[2]: keys come from key, "
                  "split and fold_in\n  at model.cpp:3"));
  const Key many = random::split_batch(random::key(0), 3);
  EXPECT_THAT(
      [&] {
        (void)random::bits(many, {}, uint32, {"model.cpp", 4});
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[random::bits] the key holds u32[3, 2], not u32[2]: these are many "
                  "keys, to map over with vmap\n  at model.cpp:4"));
}

TEST_F(Keys, ComeFromOneInteger) {
  const Array half = array(0.5);
  EXPECT_THAT(
      [&] {
        (void)random::key({half, {"model.cpp", 5}});
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[random::key] float32 is not taken, only integers: convert with "
                  "astype\n  at model.cpp:5"));
  const Array steps = array({1, 2});
  EXPECT_THAT(
      [&] {
        (void)random::fold_in(random::key(0), {steps, {"model.cpp", 6}});
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[random::fold_in] the data is i32[2]: it must be one integer; map over "
                  "many with vmap\n  at model.cpp:6"));
  EXPECT_THAT(
      [&] {
        (void)random::split(random::key(0), -1, {"model.cpp", 7});
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[random::split] count is -1: it must not be negative\n"
                  "  at model.cpp:7"));
}

TEST_F(Keys, ANewSeedDoesNotCompile) {
  (void)random::normal(random::fold_in(random::key(0), 1), {5});
  const CompileCount compiles;
  for (int seed = 1; seed < 5; ++seed) {
    (void)random::normal(random::fold_in(random::key(seed), seed), {5});
  }
  EXPECT_EQ(compiles(), 0);
}

TEST_F(PlacedKeys, DecideWhereSamplesAre) {
  const Key key = device_put(random::key(0), dev(1));
  EXPECT_THAT(random::normal(key, {3}), IsCommittedTo(dev(1)));
  EXPECT_THAT(random::split(key)[0].data, IsCommittedTo(dev(1)));
  EXPECT_THAT(random::normal(random::key(0), {3}), IsUncommittedOn(dev(0)));
}

TEST_F(Samples, AreJaxs) {
  const Key key = random::key(42);
  EXPECT_THAT(random::bits(key, {3}), Holds<std::uint32_t>({2098992034, 2919706841, 2646866425}));
  EXPECT_THAT(random::uniform(key, {3}),
              Holds<float>({0x1.f47048p-2F, 0x1.5c0e6p-1F, 0x1.3b87fp-1F}));
  EXPECT_THAT(random::randint(key, {5}, 0, 100), Holds<std::int32_t>({44, 14, 71, 69, 9}));
  EXPECT_THAT(random::permutation(key, 8), Holds<std::int32_t>({7, 4, 2, 5, 3, 6, 0, 1}));
  EXPECT_THAT(random::normal(key), Holds<float>({-0x1.cfbe2ap-6F}));
}

TEST_F(Samples, OfAShapeAreThoseOfItsElementsInARow) {
  const Key key = random::key(9);
  EXPECT_EQ(values<float>(random::normal(key, {2, 3, 4})),
            values<float>(random::normal(key, {24})));
  EXPECT_EQ(random::uniform(key, {2, 0, 3}).shape(), Shape({2, 0, 3}));
  EXPECT_EQ(random::gumbel(key).shape(), Shape());
}

TEST_F(Samples, StayBetweenTheirBounds) {
  const Key key = random::key(2);
  const Array even = random::uniform(key, {1000}, bfloat16, -3, array({2.0}));
  EXPECT_THAT(all((even >= -3) & (even <= 2)), Holds<bool>({true}));
  const Array inside = random::truncated_normal(key, -0.5, 0.25, {1000});
  EXPECT_THAT(all((inside > -0.5) & (inside < 0.25)), Holds<bool>({true}));
  const Array integers = random::randint(key, {1000}, -3, 4, int8);
  EXPECT_EQ(number(min(integers)), -3);
  EXPECT_EQ(number(max(integers)), 3);
  EXPECT_EQ(number(max(random::randint(key, {5000}, 0, 256, uint8))), 255);
}

TEST_F(Samples, HaveTheirMoments) {
  const auto expect_moments = [](const Array& x, double mean_of_x, double variance) {
    EXPECT_NEAR(number(mean(x)), mean_of_x, 0.05);
    EXPECT_NEAR(number(var(x)), variance, 0.05 * variance);
  };
  const Key key = random::key(8);
  const Shape many = {20000};
  expect_moments(random::uniform(key, many, float64), 0.5, 1.0 / 12);
  expect_moments(random::normal(key, many, float64), 0, 1);
  expect_moments(random::exponential(key, many), 1, 1);
  expect_moments(random::gumbel(key, many), 0.5772, 1.6449);
  expect_moments(random::laplace(key, many), 0, 2);
  expect_moments(random::logistic(key, many), 0, 3.2899);
  expect_moments(astype(random::bernoulli(key, 0.3, many), float32), 0.3, 0.21);
  expect_moments(astype(random::rademacher(key, many), float32), 0, 1);
}

TEST_F(Samples, OfCategoriesFollowTheLogits) {
  const Array logits = log(array({0.1, 0.6, 0.3}));
  const Array drawn = random::categorical(random::key(4), logits, -1, {20000});
  EXPECT_NEAR(number(mean(astype(drawn == 1, float32))), 0.6, 0.02);
  EXPECT_NEAR(number(mean(astype(drawn == 2, float32))), 0.3, 0.02);
  EXPECT_EQ(random::categorical(random::key(4), zeros({2, 3, 5}), 1).shape(), Shape({2, 5}));
}

TEST_F(Samples, AreOfTypesThatCanBeSampled) {
  const Key key = random::key(0);
  EXPECT_THAT(
      [&] {
        (void)random::uniform(key, {}, int32, {"model.cpp", 3});
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[random::uniform] int32 is not taken, only floating-point numbers: "
                  "convert with astype\n  at model.cpp:3"));
  EXPECT_THAT(
      [&] {
        (void)random::normal(key, {}, DType::float8_e5m2, {"model.cpp", 4});
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[random::normal] float8_e5m2 is for storage: sample float32 and convert "
                  "with astype\n  at model.cpp:4"));
  EXPECT_THAT(
      [&] {
        (void)random::bits(key, {}, int32, {"model.cpp", 5});
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[random::bits] int32 is not taken, only uint8, uint16, uint32 and "
                  "uint64: convert with bitcast_convert_type\n  at model.cpp:5"));
  EXPECT_THAT(
      [&] {
        (void)random::bernoulli(key, {1, {"model.cpp", 6}});
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[random::bernoulli] int32 is not taken, only floating-point numbers: "
                  "convert with astype\n  at model.cpp:6"));
  const Array two = zeros({2});
  EXPECT_THAT(
      [&] {
        (void)random::uniform(key, {3}, float32, {two, {"model.cpp", 7}});
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[random::uniform] f32[2] does not broadcast to [3]: an axis must have "
                  "the size asked for, or 1\n  at model.cpp:7"));
}

TEST_F(Orders, HoldEveryElementOnce) {
  std::vector<std::int32_t> order = values<std::int32_t>(random::permutation(random::key(1), 3000));
  std::ranges::sort(order);
  std::vector<std::int32_t> all(3000);
  std::iota(all.begin(), all.end(), 0);
  EXPECT_EQ(order, all);
  EXPECT_EQ(random::permutation(random::key(1), 0).shape(), Shape({0}));
}

TEST_F(Orders, OfSlicesKeepThemWhole) {
  const Array x = reshape(arange(12), {4, 3});
  const Array rows = random::permutation(random::key(3), x);
  const Array firsts = take(rows, 0, 1);
  EXPECT_THAT(sort(firsts), Holds<std::int32_t>({0, 3, 6, 9}));
  EXPECT_THAT(take(rows, 2, 1) - firsts, Holds<std::int32_t>({2, 2, 2, 2}));
  const Array apart = random::permutation(random::key(3), x, {.axis = 1, .independent = true});
  EXPECT_THAT(ravel(sort(apart, 1)), Holds<std::int32_t>({0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}));
}

TEST_F(Orders, WithoutReplacementNothingIsChosenTwice) {
  const std::vector<std::int32_t> chosen =
      values<std::int32_t>(random::choice(random::key(5), 20, {4, 5}, {.replace = false}));
  EXPECT_EQ(std::set<std::int32_t>(chosen.begin(), chosen.end()).size(), 20U);
  EXPECT_EQ(random::choice(random::key(5), zeros({6, 2}), {3, 4}).shape(), Shape({3, 4, 2}));
  EXPECT_THAT(
      [&] {
        (void)random::choice(random::key(5), 3, {4}, {.replace = false}, {"model.cpp", 8});
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[random::choice] 4 of 3 are too many without replacement: ask for fewer, or "
                  "replace\n  at model.cpp:8"));
  EXPECT_THAT(
      [&] {
        (void)random::choice(random::key(5), 0, {4}, {}, {"model.cpp", 9});
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[random::choice] there are 0 to choose from: there must be some\n"
                  "  at model.cpp:9"));
}

}  // namespace
}  // namespace berth
