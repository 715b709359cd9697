#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>
#include <functional>
#include <string_view>
#include <unordered_map>
#include <variant>

#include "berth/memory.h"
#include "berth/placement.h"
#include "core/tree_support.h"

namespace berth {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

struct Empty {};
struct Node {
  Array x;
  std::vector<Node> kids;
};
struct KidsFirst {
  std::vector<KidsFirst> kids;
  Array x;
};
struct Everything {
  Empty nothing;
  std::array<Array, 2> fixed_size;
  std::map<std::string, Array> by_name;
  std::optional<Array> maybe;
  std::pair<Array, int> pair;
  std::tuple<Array, std::string> tuple;
  Linear linear;
  bool flag = true;
  DType dtype = DType::float16;
  std::vector<int> sizes;
  const int constant = 3;
};

struct Wide {
  Array a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x;
};

class Attention {
 public:
  Attention(Array query, Array key, int heads)
      : query_(std::move(query)), key_(std::move(key)), heads_(heads) {}
  int heads() const { return heads_; }
  BERTH_FIELDS(Attention, query_, key_)

 private:
  Array query_;
  Array key_;
  int heads_;
};

namespace elsewhere {
struct Plain {
  Array w, b;
};
BERTH_FIELDS(Plain, w, b)
}  // namespace elsewhere

TEST(Tree, OfOneArrayIsItsLeaf) {
  EXPECT_THAT(leaf_numbers(numbered(3)), ElementsAre(3));
  EXPECT_EQ(to_string(tree_structure(numbered(3))), "*");
  EXPECT_THAT(tree_structure(numbered(3)).paths(), ElementsAre(""));
}

TEST(Tree, NestsContainersAndStructs) {
  const Everything tree{
      .nothing = {},
      .fixed_size = {numbered(1), numbered(2)},
      .by_name = {{"b", numbered(4)}, {"a", numbered(3)}},
      .maybe = numbered(5),
      .pair = {numbered(6), 1},
      .tuple = {numbered(7), "text"},
      .linear = {numbered(8), numbered(9)},
      .sizes = {4, 5},
  };

  EXPECT_THAT(leaf_numbers(tree), ElementsAre(1, 2, 3, 4, 5, 6, 7, 8, 9));
  EXPECT_EQ(to_string(tree_structure(tree)),
            R"({[*, *], {"a": *, "b": *}, *, (*), (*), {w: *, b: *}})");
}

TEST(Tree, MayBeRecursive) {
  const Node node{numbered(1), {{numbered(2), {{numbered(3), {}}}}, {numbered(4), {}}}};
  const KidsFirst kids{{{{}, numbered(1)}}, numbered(2)};

  EXPECT_THAT(leaf_numbers(node), ElementsAre(1, 2, 3, 4));
  EXPECT_EQ(to_string(tree_structure(node)), "{*, [{*, [{*, []}]}, {*, []}]}");
  EXPECT_THAT(leaf_numbers(kids), ElementsAre(1, 2));
}

TEST(Tree, HasUpTo24UnnamedFields) {
  Wide wide;
  wide.a = numbered(1);
  wide.x = numbered(24);
  const Arrays leaves = tree_leaves(wide);

  ASSERT_EQ(leaves.size(), 24u);
  EXPECT_EQ(number(leaves.front()), 1);
  EXPECT_EQ(number(leaves.back()), 24);
}

TEST(Tree, OfAnEmptyStructHasNoLeaves) {
  EXPECT_THAT(leaf_numbers(Empty()), IsEmpty());
  EXPECT_EQ(to_string(tree_structure(Empty())), "{}");
  EXPECT_EQ(tree_structure(Empty()), TreeStructure());
}

TEST(Tree, OfAnAbsentOptionalHasNoLeafThere) {
  Model tree = model();
  tree.head.reset();

  EXPECT_THAT(leaf_numbers(tree), ElementsAre(1, 2, 3, 4));
  EXPECT_EQ(to_string(tree_structure(tree)), "{layers: [{w: *, b: *}, {w: *, b: *}], head: none}");
}

TEST(Tree, OrdersMapsByKey) {
  const std::unordered_map<std::string, Array> names = {
      {"c", numbered(3)}, {"a", numbered(1)}, {"b", numbered(2)}};
  const std::unordered_map<int, Array> counts = {
      {10, numbered(3)}, {-1, numbered(1)}, {2, numbered(2)}};
  const std::map<DType, Array> dtypes = {{DType::float32, numbered(1)}};

  EXPECT_THAT(leaf_numbers(names), ElementsAre(1, 2, 3));
  EXPECT_THAT(leaf_numbers(counts), ElementsAre(1, 2, 3));
  EXPECT_THAT(tree_structure(counts).paths(), ElementsAre("-1", "2", "10"));
  EXPECT_THAT(tree_structure(dtypes).paths(), ElementsAre("11"));
}

TEST(Tree, SeesPrivateMembersThatBerthFieldsNames) {
  const Attention attention(numbered(1), numbered(2), 8);
  const Attention doubled =
      tree_map([](const Array& x) { return numbered(2 * number(x)); }, attention);

  EXPECT_THAT(tree_structure(attention).paths(), ElementsAre("query_", "key_"));
  EXPECT_THAT(leaf_numbers(doubled), ElementsAre(2, 4));
  EXPECT_EQ(doubled.heads(), 8);
}

TEST(Tree, TakesFieldNamesFromBehindTheClass) {
  EXPECT_THAT(tree_structure(elsewhere::Plain()).paths(), ElementsAre("w", "b"));
}

TEST(Tree, MayBeOfALocalClass) {
  struct Local {
    Array w;
    int n = 0;
    BERTH_FIELDS(Local, w, n)
  };

  EXPECT_THAT(tree_structure(Local()).paths(), ElementsAre("w"));
}

TEST(TreePath, CountsUnnamedFieldsStaticOnesIncluded) {
  struct Unnamed {
    Array x;
    int n = 0;
    std::pair<Array, Array> y;
  };

  EXPECT_THAT(tree_structure(Unnamed()).paths(), ElementsAre("0", "2.0", "2.1"));
}

TEST(TreePath, JoinsFieldsKeysAndPositions) {
  EXPECT_THAT(tree_structure(model()).paths(),
              ElementsAre("layers.0.w", "layers.0.b", "layers.1.w", "layers.1.b", "head"));
}

TEST(TreeLike, IsASequenceOnlyIfItsElementIs) {
  EXPECT_TRUE(TreeContainer<std::vector<Array>>);
  EXPECT_TRUE(TreeContainer<std::deque<Linear>>);
  EXPECT_FALSE(TreeLike<std::vector<float>>);
  EXPECT_FALSE((TreeLike<std::array<int, 3>>));
  EXPECT_FALSE((TreeLike<std::map<std::string, float>>));
  EXPECT_FALSE(TreeLike<std::vector<bool>>);
  EXPECT_FALSE(TreeLike<std::string>);
}

TEST(TreeLike, IsAnArrayButNoContainer) {
  EXPECT_TRUE(TreeLike<Array>);
  EXPECT_FALSE(TreeContainer<Array>);
}

TEST(TreeLike, IsATreeOfAnything) {
  EXPECT_TRUE(TreeLike<Tree<int>>);
  EXPECT_FALSE(ArrayTree<Tree<int>>);
  EXPECT_TRUE(ArrayTree<Tree<Array>>);
}

TEST(TreeLike, IsNothingWithoutArrays) {
  struct Sizes {
    int rows, columns;
  };
  union Either {
    int i;
    float f;
  };
  EXPECT_FALSE(TreeLike<int>);
  EXPECT_FALSE(TreeLike<Sizes>);
  EXPECT_FALSE(TreeLike<Either>);
  EXPECT_FALSE(TreeLike<Array*>);
  EXPECT_FALSE(TreeLike<float[3]>);
  EXPECT_FALSE(TreeLike<std::function<void()>>);
}

TEST(TreeLike, IsNotATypeOfBerthsOwn) {
  EXPECT_FALSE(TreeLike<MemoryStats>);
  EXPECT_FALSE(TreeLike<LiveArray>);
  EXPECT_FALSE(TreeLike<DevicePutOptions>);
  EXPECT_FALSE(TreeLike<Shape>);
  EXPECT_FALSE(TreeLike<Device>);
  EXPECT_FALSE(TreeLike<Sharding>);
  EXPECT_FALSE(TreeLike<Target>);
  EXPECT_FALSE(TreeLike<HostArray>);
  EXPECT_FALSE(TreeLike<HostRef>);
  EXPECT_FALSE(TreeLike<Here>);
}

TEST(TreeLike, TellsFloatingStaticValues) {
  struct Rate {
    Array w;
    float rate = 0;
  };
  struct Rates {
    std::map<std::string, std::vector<Rate>> rates;
  };
  struct Halves {
    Array w;
    std::optional<bfloat16_t> half;
  };
  EXPECT_FALSE(has_floating_static<Model>);
  EXPECT_FALSE(has_floating_static<Everything>);
  EXPECT_FALSE(has_floating_static<Node>);
  EXPECT_TRUE(has_floating_static<Rate>);
  EXPECT_TRUE(has_floating_static<Rates>);
  EXPECT_TRUE(has_floating_static<Halves>);
}

}  // namespace
}  // namespace berth
