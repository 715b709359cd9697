#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "berth/tree_placement.h"
#include "support/devices.h"
#include "support/error_of.h"
#include "support/logs.h"
#include "support/matchers.h"

namespace berth {
namespace {

using testing::ElementsAre;

using TreePut = WithDevices<1>;
using TreePutBetween = WithDevices<2>;
using TreeGet = WithDevices<1>;
using TreeWait = WithDevices<1>;

struct Layer {
  Array w, b;
  BERTH_FIELDS(Layer, w, b)
};
struct Params {
  std::vector<Layer> layers;
  std::string name;
  BERTH_FIELDS(Params, layers, name)
};

Array vector_of(float value) { return device_put(std::vector<float>{value, value}); }

Params params() {
  return {.layers = {{vector_of(1), vector_of(2)}, {vector_of(3), vector_of(4)}}, .name = "net"};
}

TEST_F(TreePutBetween, PutsEachLeafOnADevice) {
  const Params placed = device_put(params(), dev(1));

  for (const Array& leaf : tree_leaves(placed)) EXPECT_THAT(leaf, IsCommittedTo(dev(1)));
  EXPECT_THAT(placed.layers[1].b, Holds<float>({4, 4}));
  EXPECT_EQ(placed.name, "net");
}

TEST_F(TreePutBetween, CopiesEachLeafOnceHoweverManyThereAre) {
  for (const int leaves : {10, 100, 1000}) {
    const std::vector<Array> tree(static_cast<std::size_t>(leaves), device_put(1.f, dev(0)));
    const TransferLog log;
    const std::vector<Array> placed = device_put(tree, dev(1));
    EXPECT_EQ(log.copies(), static_cast<std::size_t>(leaves));
    EXPECT_EQ(log.bytes(), 4 * leaves);
  }
}

TEST_F(TreePut, ToWhereItAlreadyLivesMovesNoByte) {
  const Params placed = device_put(params(), dev(0));
  const TransferLog log;

  const Params again = device_put(placed, dev(0));

  EXPECT_EQ(log.copies(), 0u);
  EXPECT_THAT(again.layers[0].w, IsCommittedTo(dev(0)));
}

TEST_F(TreePut, TakesContainersOfArrays) {
  const std::vector<Array> sequence = device_put(std::vector<Array>{vector_of(1)}, dev(0));
  const auto map = device_put(std::map<std::string, Array>{{"w", vector_of(2)}}, dev(0));

  EXPECT_THAT(sequence[0], IsCommittedTo(dev(0)));
  EXPECT_THAT(map.at("w"), IsCommittedTo(dev(0)));
}

TEST_F(TreePutBetween, AsksTheRuleForEachLeaf) {
  const auto by_layer = [](std::string_view path, const Array&) -> Target {
    return path.starts_with("layers.0") ? dev(0) : dev(1);
  };
  const Params placed = device_put(params(), by_layer);

  EXPECT_THAT(placed.layers[0].w, IsCommittedTo(dev(0)));
  EXPECT_THAT(placed.layers[0].b, IsCommittedTo(dev(0)));
  EXPECT_THAT(placed.layers[1].w, IsCommittedTo(dev(1)));
  EXPECT_THAT(placed.layers[1].b, IsCommittedTo(dev(1)));
}

TEST_F(TreePutBetween, AsksTheRuleForAllLeavesBeforeItCopies) {
  const Params tree = params();
  const TransferLog log;
  const auto fails_late = [](std::string_view path, const Array&) -> Device {
    if (path == "layers.1.b") throw std::runtime_error("no place");
    return dev(1);
  };

  EXPECT_THROW((void)device_put(tree, fails_late), std::runtime_error);
  EXPECT_EQ(log.copies(), 0u);
}

TEST_F(TreePutBetween, TakesATreeOfShardings) {
  const auto by_layer = [](std::string_view path, const Array&) -> Sharding {
    return SingleDeviceSharding(path.starts_with("layers.0") ? dev(0) : dev(1));
  };
  const Tree<Sharding> places = tree_map_with_path(by_layer, params());
  const Params placed = device_put(params(), places);

  EXPECT_EQ(tree_map([](const Array& leaf) { return leaf.sharding(); }, placed), places);
}

TEST_F(TreePut, NamesThePathWhereThePlacesHaveAnotherStructure) {
  Params shorter = params();
  shorter.layers.pop_back();
  const Tree<Sharding> places =
      tree_map([](const Array& leaf) { return leaf.sharding(); }, shorter);

  EXPECT_EQ(
      error_of([&] { (void)device_put(params(), places); }),
      "[device_put] trees 1 and 2 differ at \"layers\": a sequence of 2 against a sequence of "
      "1; give trees of one structure");
}

TEST_F(TreePutBetween, ConsumesEachLeafThatIsDonated) {
  const Params tree = params();
  const Params placed = device_put(tree, dev(1), {.donate = true});

  for (const Array& leaf : tree_leaves(tree)) EXPECT_TRUE(leaf.is_deleted());
  EXPECT_THAT(placed.layers[0].w, Holds<float>({1, 1}));
}

TEST_F(TreePut, RefusesToDonateOneArrayTwiceAndConsumesNothing) {
  const Array x = vector_of(1);
  const Params tree = {.layers = {{x, vector_of(2)}, {vector_of(3), x}}, .name = ""};

  EXPECT_EQ(
      error_of([&] { (void)device_put(tree, dev(0), {.donate = true}); }),
      "[device_put] the leaves \"layers.0.w\" and \"layers.1.b\" share their memory: it cannot "
      "be donated twice; leave out donate, or copy one of them first");
  EXPECT_THAT(tree.layers[0].b, Holds<float>({2, 2}));
}

TEST_F(TreePutBetween, ConsumesNothingWhenALeafIsDeleted) {
  const Params tree = params();
  tree.layers[1].b.delete_();

  EXPECT_THROW((void)device_put(tree, dev(1), {.donate = true}), DeletedArrayError);
  EXPECT_FALSE(tree.layers[0].w.is_deleted());
}

TEST_F(TreePutBetween, WritesItsCallersLineOnTheLedger) {
  const Params tree = params();
  const TransferLog log;
  const int line = __LINE__ + 1;
  const Params placed = device_put(tree, dev(1));

  const std::vector<LedgerRow> rows = log.rows();
  ASSERT_EQ(rows.size(), 4u);
  for (const LedgerRow& row : rows) EXPECT_EQ(row.where.line(), line);
}

TEST_F(TreePut, LeavesDataAlone) {
  const std::vector<float> data = {1, 2};

  static_assert(std::same_as<decltype(device_put(data, dev(0))), Array>);
  EXPECT_THAT(device_put(data, dev(0)), Holds<float>({1, 2}));
}

TEST_F(TreeGet, GivesATreeOfHostArrays) {
  const Tree<HostArray> values = device_get(params());

  EXPECT_EQ(values.size(), 4u);
  EXPECT_THAT(values.at("layers.1.w").view<float>(), ElementsAre(3, 3));
}

TEST_F(TreeGet, IsUndoneByAPut) {
  const Tree<HostArray> values = device_get(params());
  const Tree<Array> placed = device_put(values, dev(0));
  const Params again = tree_unflatten(TreeDef(params()), tree_leaves(placed));

  EXPECT_THAT(again.layers[1].b, IsCommittedTo(dev(0)));
  EXPECT_THAT(again.layers[1].b, Holds<float>({4, 4}));
  EXPECT_EQ(again.name, "net");
}

TEST_F(TreeGet, OfADeletedLeafThrows) {
  const Params tree = params();
  tree.layers[0].b.delete_();

  EXPECT_THROW((void)device_get(tree), DeletedArrayError);
}

TEST_F(TreeWait, WaitsForEachLeafAndGivesTheTreeBack) {
  const Params tree = params();

  EXPECT_EQ(&block_until_ready(tree), &tree);
  for (const Array& leaf : tree_leaves(tree)) EXPECT_TRUE(leaf.is_ready());
  const Params owned = block_until_ready(params());
  EXPECT_THAT(owned.layers[0].w, Holds<float>({1, 1}));
}

TEST_F(TreeWait, ThrowsTheErrorOfTheFirstLeafThatFailed) {
  const Params tree = params();
  tree.layers[1].w.delete_();

  EXPECT_THROW(block_until_ready(tree), DeletedArrayError);
}

}  // namespace
}  // namespace berth
