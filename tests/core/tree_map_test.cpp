#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string_view>

#include "berth/error.h"
#include "core/tree_support.h"
#include "support/error_of.h"

namespace berth {
namespace {

using testing::ElementsAre;

Array doubled(const Array& x) { return numbered(2 * number(x)); }
Array sum_of(const Array& a, const Array& b) { return numbered(number(a) + number(b)); }

TEST(TreeMap, KeepsTheTypeAndTheStaticValues) {
  const Model mapped = tree_map(doubled, model());

  EXPECT_THAT(leaf_numbers(mapped), ElementsAre(2, 4, 6, 8, 10));
  EXPECT_EQ(mapped.name, "digits");
  EXPECT_EQ(mapped.steps, 7);
}

TEST(TreeMap, LeavesItsArgumentAlone) {
  const Model before = model();
  (void)tree_map(doubled, before);

  EXPECT_THAT(leaf_numbers(before), ElementsAre(1, 2, 3, 4, 5));
}

TEST(TreeMap, OfAnArrayIsTheResult) { EXPECT_EQ(number(tree_map(doubled, numbered(4))), 8); }

TEST(TreeMap, TakesLeavesFromSeveralTreesInOnePlace) {
  const Model a = model();
  const Linear one = {numbered(1), numbered(2)};
  const auto all = [](const auto&... leaves) { return numbered((number(leaves) + ...)); };

  EXPECT_THAT(leaf_numbers(tree_map(sum_of, a, a)), ElementsAre(2, 4, 6, 8, 10));
  EXPECT_THAT(leaf_numbers(tree_map(all, one, one, one)), ElementsAre(3, 6));
  EXPECT_THAT(leaf_numbers(tree_map(all, one, one, one, one)), ElementsAre(4, 8));
  EXPECT_THAT(leaf_numbers(tree_map(all, one, one, one, one, one)), ElementsAre(5, 10));
}

TEST(TreeMap, GivesATreeOfOtherResults) {
  const Tree<int> tree = tree_map(number, model());

  EXPECT_THAT(tree, ElementsAre(1, 2, 3, 4, 5));
  EXPECT_EQ(tree.at("layers.1.w"), 3);
}

TEST(TreeMap, GivesATreeOfBools) {
  const Tree<bool> even = tree_map([](const Array& x) { return number(x) % 2 == 0; }, model());

  EXPECT_THAT(even, ElementsAre(false, true, false, true, false));
  EXPECT_TRUE(even.at("layers.0.b"));
}

TEST(TreeMap, GivesATupleOfTreesForTuples) {
  const auto [larger, values, texts] = tree_map(
      [](const Array& x) { return std::tuple(doubled(x), number(x), std::to_string(number(x))); },
      Linear{numbered(1), numbered(2)});

  static_assert(std::same_as<decltype(larger), const Linear>);
  EXPECT_THAT(leaf_numbers(larger), ElementsAre(2, 4));
  EXPECT_THAT(values, ElementsAre(1, 2));
  EXPECT_EQ(texts.at("b"), "2");
}

TEST(TreeMap, GivesAPairOfTreesForPairs) {
  const std::pair<Linear, Tree<int>> pair = tree_map(
      [](const Array& x) { return std::pair(x, number(x)); }, Linear{numbered(1), numbered(2)});

  EXPECT_THAT(leaf_numbers(pair.first), ElementsAre(1, 2));
  EXPECT_THAT(pair.second, ElementsAre(1, 2));
}

TEST(TreeMap, MixesArraysWithATreeOfOtherLeaves) {
  const Model tree = model();
  const Tree<int> factors = tree_map([](const Array& x) { return 10 * number(x); }, tree);
  const auto scale = [](const Array& x, int factor) { return numbered(number(x) * factor); };

  const Model scaled = tree_map(scale, tree, factors);
  EXPECT_THAT(leaf_numbers(scaled), ElementsAre(10, 40, 90, 160, 250));
  const Tree<Array> made = tree_map([](int n) { return numbered(n); }, factors);
  EXPECT_THAT(leaf_numbers(made), ElementsAre(10, 20, 30, 40, 50));
}

TEST(TreeMap, IgnoresStaticValuesWhenItComparesStructures) {
  Model later = model();
  later.steps = 8;
  later.name = "other";

  const Model sums = tree_map(sum_of, model(), later);
  EXPECT_THAT(leaf_numbers(sums), ElementsAre(2, 4, 6, 8, 10));
  EXPECT_EQ(sums.steps, 7);
}

TEST(TreeMap, CallsInTheOrderOfTheLeaves) {
  std::vector<int> order;
  const auto note = [&order](const Array& x) {
    order.push_back(number(x));
    return x;
  };

  (void)tree_map(note, model());
  EXPECT_THAT(order, ElementsAre(1, 2, 3, 4, 5));
}

TEST(TreeMap, TakesCallablesOfEveryKind) {
  const Linear tree = {numbered(1), numbered(2)};
  const std::function<Array(const Array&)> function = doubled;
  const auto factor = std::make_unique<int>(3);
  auto counter = [calls = 0](const Array&) mutable { return numbered(++calls); };

  EXPECT_THAT(leaf_numbers(tree_map(&doubled, tree)), ElementsAre(2, 4));
  EXPECT_THAT(leaf_numbers(tree_map(function, tree)), ElementsAre(2, 4));
  EXPECT_THAT(leaf_numbers(tree_map(counter, tree)), ElementsAre(1, 2));
  EXPECT_THAT(
      leaf_numbers(tree_map([f = factor.get()](auto x) { return numbered(*f * number(x)); }, tree)),
      ElementsAre(3, 6));
  EXPECT_THAT(tree_map(&Array::ndim, tree), ElementsAre(1, 1));
}

TEST(TreeMap, GivesItsCallersLineToWhatItCalls) {
  const auto line_of = [](const Array&) { return detail::user_line(Here("inside.cpp", 1)).line(); };
  const Tree<int> lines = tree_map(line_of, Linear{numbered(1), numbered(2)});
  const int line = __LINE__ - 1;

  EXPECT_THAT(lines, ElementsAre(line, line));
  EXPECT_EQ(detail::user_line(Here("after.cpp", 1)), Here("after.cpp", 1));
}

TEST(TreeMap, LetsExceptionsOfTheFunctionPass) {
  const auto fail = [](const Array&) -> Array { throw std::runtime_error("mine"); };

  EXPECT_THROW((void)tree_map(fail, model()), std::runtime_error);
}

TEST(TreeMap, NamesThePathWhereSequencesDiffer) {
  Model longer = model();
  longer.layers.emplace_back();

  EXPECT_EQ(error_of([&] { (void)tree_map(sum_of, model(), longer); }),
            "[tree_map] trees 1 and 2 differ at \"layers\": a sequence of 2 against a sequence of "
            "3; give trees of one structure");
}

TEST(TreeMap, NamesThePathWhereAnOptionalIsAbsent) {
  Model headless = model();
  headless.head.reset();
  const auto first = [](const Array& x, const Array&, const Array&) { return x; };

  EXPECT_EQ(
      error_of([&] { (void)tree_map(first, model(), model(), headless); }),
      "[tree_map] trees 1 and 3 differ at \"head\": a leaf against nothing; give trees of one "
      "structure");
}

TEST(TreeMap, NamesTheRootWhereTheClassesDiffer) {
  const std::vector<Array> sequence(2);
  const std::pair<Array, Array> pair;
  const std::map<std::string, Array> map = {{"w", {}}, {"b", {}}};
  const std::map<std::string, Array> empty;

  EXPECT_EQ(
      error_of([&] { (void)tree_map(sum_of, Linear(), sequence); }),
      "[tree_map] trees 1 and 2 differ at the root: a struct of w, b against a sequence of 2; "
      "give trees of one structure");
  EXPECT_EQ(error_of([&] { (void)tree_map(sum_of, map, pair); }),
            "[tree_map] trees 1 and 2 differ at the root: a map of b, w against a tuple of 2; "
            "give trees of one structure");
  EXPECT_EQ(error_of([&] { (void)tree_map(sum_of, Array(), empty); }),
            "[tree_map] trees 1 and 2 differ at the root: a leaf against an empty map; give trees "
            "of one structure");
  EXPECT_EQ(error_of([&] { (void)tree_map(sum_of, Array(), Tree<Array>()); }),
            "[tree_map] trees 1 and 2 differ at the root: a leaf against no leaves; give trees of "
            "one structure");
}

TEST(TreeMap, NamesThePathWhereKeysDiffer) {
  using Maps = std::vector<std::map<std::string, Array>>;
  const Maps a = {{{"w", {}}}, {{"w", {}}, {"b", {}}}};
  const Maps b = {{{"w", {}}}, {{"w", {}}, {"c", {}}}};

  EXPECT_EQ(error_of([&] { (void)tree_map(sum_of, a, b); }),
            "[tree_map] trees 1 and 2 differ at \"1\": a map of b, w against a map of c, w; give "
            "trees of one structure");
}

TEST(TreeMapWithPath, GivesThePathOfEachLeaf) {
  const Tree<std::string> paths = tree_map_with_path(
      [](std::string_view path, const Array& x) {
        return std::string(path) + "=" + std::to_string(number(x));
      },
      model());
  const Linear linear = {numbered(1), numbered(2)};
  const Linear only_w = tree_map_with_path(
      [](std::string_view path, const Array& x, const Array& y) { return path == "w" ? x : y; },
      linear, tree_map(doubled, linear));

  EXPECT_THAT(
      paths, ElementsAre("layers.0.w=1", "layers.0.b=2", "layers.1.w=3", "layers.1.b=4", "head=5"));
  EXPECT_THAT(leaf_numbers(only_w), ElementsAre(1, 4));
}

TEST(TreeReduce, FoldsTheLeavesInOrder) {
  const auto append = [](std::string text, const Array& x) {
    return text + std::to_string(number(x));
  };

  EXPECT_EQ(tree_reduce(append, model(), std::string("0")), "012345");
  EXPECT_EQ(number(tree_reduce(sum_of, model())), 15);
  EXPECT_EQ(tree_reduce(std::plus<>(), tree_map(number, model())), 15);
}

TEST(TreeReduce, OfNoLeavesIsTheInitialValue) {
  EXPECT_EQ(tree_reduce(std::plus<>(), Tree<int>(), 3), 3);
  EXPECT_EQ(error_of([] { (void)tree_reduce(std::plus<>(), Tree<int>()); }),
            "[tree_reduce] the tree has no leaves: give an initial value");
}

TEST(TreeVerbs, NameTheirCallersLineInErrors) {
  const Tree<int> none;
  const Array x;
  const auto first_of = [](std::string_view, const Array& a, const Array&) { return a; };
  const int first = __LINE__;
  const auto map = [&] { (void)tree_map(sum_of, x, Tree<Array>()); };
  const auto map_with_path = [&] { (void)tree_map_with_path(first_of, x, Tree<Array>()); };
  const auto reduce = [&] { (void)tree_reduce(std::plus<>(), none); };
  const auto at = [&] { (void)none.at("w"); };
  const auto unflatten = [&] { (void)tree_unflatten(TreeDef<Array>(x), {}); };
  const auto make = [&] { (void)Tree<int>(TreeStructure(), {1}); };

  EXPECT_EQ(error_line_of(map), first + 1);
  EXPECT_EQ(error_line_of(map_with_path), first + 2);
  EXPECT_EQ(error_line_of(reduce), first + 3);
  EXPECT_EQ(error_line_of(at), first + 4);
  EXPECT_EQ(error_line_of(unflatten), first + 5);
  EXPECT_EQ(error_line_of(make), first + 6);
}

}  // namespace
}  // namespace berth
