#include "berth/array.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "core/array_state.h"
#include "support/matchers.h"

namespace berth {
namespace {

struct Accessor {
  const char* who;
  std::function<void(const Array&)> call;
};

const std::vector<Accessor>& of_the_description() {
  static const std::vector<Accessor> accessors = {
      {"Array::shape", [](const Array& x) { x.shape(); }},
      {"Array::shape", [](const Array& x) { x.shape(0); }},
      {"Array::ndim", [](const Array& x) { x.ndim(); }},
      {"Array::size", [](const Array& x) { x.size(); }},
      {"Array::dtype", [](const Array& x) { x.dtype(); }},
      {"Array::weak_type", [](const Array& x) { x.weak_type(); }},
      {"Array::nbytes", [](const Array& x) { x.nbytes(); }},
  };
  return accessors;
}

const std::vector<Accessor>& of_the_place() {
  static const std::vector<Accessor> accessors = {
      {"Array::device", [](const Array& x) { x.device(); }},
      {"Array::devices", [](const Array& x) { x.devices(); }},
      {"Array::sharding", [](const Array& x) { x.sharding(); }},
      {"Array::memory_kind", [](const Array& x) { x.memory_kind(); }},
      {"Array::committed", [](const Array& x) { x.committed(); }},
  };
  return accessors;
}

Array traced(Aval aval) {
  auto trace = std::make_shared<detail::TraceRecord>();
  trace->who = "jit";
  trace->here = Here("model.cpp", 7);
  auto state = std::make_shared<detail::ArrayState>();
  state->aval = std::move(aval);
  state->trace = std::move(trace);
  return Array(std::move(state));
}

TEST(Array, DescribesItsValue) {
  const Array x = traced({{6, 4}, bfloat16, true});
  EXPECT_EQ(x.shape(), (Shape{6, 4}));
  EXPECT_EQ(x.shape(-1), 4);
  EXPECT_EQ(x.ndim(), 2);
  EXPECT_EQ(x.size(), 24);
  EXPECT_EQ(x.dtype(), bfloat16);
  EXPECT_TRUE(x.weak_type());
  EXPECT_EQ(x.nbytes(), 48);
}

TEST(Array, CountsABytePerSmallElement) { EXPECT_EQ(traced({{9}, int4}).nbytes(), 9); }

TEST(Array, RefusesAnAxisThatItLacks) {
  EXPECT_THAT(([] {
                traced({{6, 4}, float32}).shape(2);
              }),
              ThrowsError(ErrorCode::out_of_range,
                          "[Array::shape] axis 2: the array has rank 2, so axes are -2 to 1"));
}

TEST(Array, ThatIsEmptySaysSoInEveryAccessor) {
  Array moved_from = traced({{1}, float32});
  const Array taken = std::move(moved_from);
  const Array empty[] = {Array(), moved_from};  // NOLINT(bugprone-use-after-move)
  for (const Array& array : empty) {
    for (const auto* accessors : {&of_the_description(), &of_the_place()}) {
      for (const Accessor& accessor : *accessors) {
        EXPECT_THAT([&] { accessor.call(array); },
                    ThrowsError(ErrorCode::invalid_argument,
                                std::string("[") + accessor.who +
                                    "] the Array is empty: it was default-constructed or moved "
                                    "from"));
      }
    }
  }
}

TEST(Array, ThatIsTracedHasNoPlace) {
  const Array x = traced({{6, 4}, float32});
  for (const Accessor& accessor : of_the_place()) {
    EXPECT_THAT([&] { accessor.call(x); },
                ThrowsError<TracerError>(
                    ErrorCode::failed_precondition,
                    std::string("[") + accessor.who +
                        "] f32[6, 4] was traced by jit at model.cpp:7: it has no value until the "
                        "function runs; return it and use the result, or choose with where"));
  }
}

}  // namespace
}  // namespace berth
