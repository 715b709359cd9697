#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "berth/error.h"
#include "core/tree_support.h"
#include "support/error_of.h"

namespace berth {
namespace {

using testing::ElementsAre;

TEST(TreeUnflatten, MakesTheTreeAgainWithOtherLeaves) {
  const auto [leaves, treedef] = tree_flatten(model());
  const Model other = tree_unflatten(
      treedef, {numbered(11), numbered(12), numbered(13), numbered(14), numbered(15)});

  EXPECT_THAT(numbers(leaves), ElementsAre(1, 2, 3, 4, 5));
  EXPECT_THAT(leaf_numbers(other), ElementsAre(11, 12, 13, 14, 15));
  EXPECT_EQ(number(other.layers[1].w), 13);
  EXPECT_EQ(other.name, "digits");
  EXPECT_EQ(treedef.structure(), tree_structure(model()));
}

TEST(TreeUnflatten, NeedsALeafForEachPlace) {
  const TreeDef<Linear> treedef(Linear{numbered(1), numbered(2)});

  EXPECT_EQ(error_of([&] { (void)tree_unflatten(treedef, {numbered(1)}); }),
            "[tree_unflatten] 1 values for the 2 leaves of {w: *, b: *}: give one for each");
}

TEST(TreeDef, HoldsNoArrays) {
  const Array x = numbered(1);
  const TreeDef<Linear> treedef(Linear{x, x});

  EXPECT_EQ(x.state().use_count(), 1);
}

TEST(TreeStructure, IsAValueThatKnowsNestingAlone) {
  Model longer = model();
  longer.layers.emplace_back();
  Model later = model();
  later.steps = 100;

  EXPECT_EQ(tree_structure(model()), tree_structure(later));
  EXPECT_NE(tree_structure(model()), tree_structure(longer));
  EXPECT_NE(tree_structure(model()), TreeStructure());
  EXPECT_EQ(tree_structure(model()).num_leaves(), 5u);
  EXPECT_EQ(TreeStructure().num_leaves(), 0u);
  EXPECT_EQ(to_string(TreeStructure()), "{}");
}

TEST(TreeStructure, OfAVectorAndAnArrayOfOneSizeIsOne) {
  EXPECT_EQ(tree_structure(Arrays(2)), tree_structure(std::array<Array, 2>()));
  EXPECT_NE(tree_structure(Arrays(2)), tree_structure(std::pair<Array, Array>()));
}

TEST(TreeOf, ValuesNeedsOneForEachLeaf) {
  const TreeStructure structure = tree_structure(Linear());

  EXPECT_EQ(error_of([&] {
              Tree<int>(structure, {1, 2, 3});
            }),
            "[Tree] 3 values for the 2 leaves of {w: *, b: *}: give one for each");
}

TEST(TreeOf, ValuesFindsAndChangesLeavesByPath) {
  Tree<int> tree = tree_map(number, model());
  tree.at("layers.1.b") = 40;

  EXPECT_THAT(tree.leaves(), ElementsAre(1, 2, 3, 40, 5));
  EXPECT_EQ(tree.at("head"), 5);
  EXPECT_EQ((Tree<int>(tree_structure(Array()), {6}).at("")), 6);
}

TEST(TreeOf, ValuesFindsKeysThatHoldDots) {
  const std::map<std::string, std::map<std::string, Array>> maps = {
      {"a", {{"b.c", numbered(1)}}}, {"a.b", {{"c", numbered(2)}, {"d", numbered(3)}}}};
  const Tree<int> tree = tree_map(number, maps);

  EXPECT_EQ(tree.at("a.b.c"), 1);
  EXPECT_EQ(tree.at("a.b.d"), 3);
}

TEST(TreeOf, ValuesShowsItsStructureWhenAPathIsWrong) {
  const Tree<int> tree = tree_map(number, Linear{numbered(1), numbered(2)});

  EXPECT_EQ(error_of([&] { (void)tree.at("weights"); }),
            "[Tree::at] no leaf \"weights\" in {w: *, b: *}");
  EXPECT_EQ(error_of([&] { (void)tree.at("w.0"); }), "[Tree::at] no leaf \"w.0\" in {w: *, b: *}");
  EXPECT_EQ(error_of([&] { (void)tree.at(""); }), "[Tree::at] no leaf \"\" in {w: *, b: *}");
  EXPECT_EQ(error_of([&] { (void)Tree<int>().at("w"); }), "[Tree::at] no leaf \"w\" in {}");
}

TEST(TreeOf, ValuesShortensAStructureThatIsLong) {
  const Tree<int> tree = tree_map(number, Arrays(100, numbered(1)));
  std::string shown = "[";
  for (int i = 0; i < 66; ++i) shown += "*, ";

  EXPECT_EQ(error_of([&] { (void)tree.at("100"); }),
            "[Tree::at] no leaf \"100\" in " + shown + "*...");
}

TEST(TreeOf, ValuesAreEqualWhenStructureAndLeavesAre) {
  const Tree<int> a = tree_map(number, model());
  Tree<int> b = a;

  EXPECT_EQ(a, b);
  b.at("head") = 6;
  EXPECT_NE(a, b);
  EXPECT_NE((Tree<int>(tree_structure(Arrays(1)), {1})), (Tree<int>(tree_structure(Array()), {1})));
}

TEST(TreeOf, ArraysCanBePartOfATree) {
  struct State {
    Tree<Array> moments;
    Array step;
    Tree<int> counts;
    BERTH_FIELDS(State, moments, step, counts)
  };
  const auto as_tree = [](const Model& tree) {
    return Tree<Array>(tree_structure(tree), tree_leaves(tree));
  };
  const State state = {as_tree(model()), numbered(6), tree_map(number, model())};
  const State doubled = tree_map([](const Array& x) { return numbered(2 * number(x)); }, state);

  EXPECT_EQ(to_string(tree_structure(state)),
            "{moments: {layers: [{w: *, b: *}, {w: *, b: *}], head: *}, step: *}");
  EXPECT_THAT(leaf_numbers(doubled), ElementsAre(2, 4, 6, 8, 10, 12));
  EXPECT_EQ(number(doubled.moments.at("head")), 10);
}

}  // namespace
}  // namespace berth
