#include "observe/ledger_table.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "runtime/process.h"

namespace berth::observe {
namespace {

using Kind = LedgerRow::Kind;

/// A device of no engine, which only has a name.
Device pretend(const char* name) {
  static std::vector<std::unique_ptr<detail::DeviceInfo>> infos;
  auto& info = infos.emplace_back(std::make_unique<detail::DeviceInfo>());
  info->name = name;
  info->kinds = {MemoryKind::device, pinned_host};
  return Device(info.get());
}

const Device cpu0 = pretend("cpu:0");
const Device gpu1 = pretend("gpu:1");

LedgerRow copy(const char* what, std::optional<Sharding> from, std::optional<Sharding> to,
               std::int64_t bytes, Reason reason, Here where, const char* scope = "") {
  LedgerRow row;
  row.what = what;
  row.from = from;
  row.to = to;
  row.bytes_asked = row.bytes_moved = bytes;
  row.reason = reason;
  row.where = where;
  row.scope = scope;
  return row;
}

LedgerRow execution(const char* what, Device on, Here where, const char* scope = "") {
  LedgerRow row = copy(what, std::nullopt, SingleDeviceSharding(on), 0, Reason::put, where, scope);
  row.kind = Kind::execution;
  return row;
}

TEST(LedgerTable, ListsEdgesAndThenLinesInTheOrderOfTheProgram) {
  const SingleDeviceSharding host_side(cpu0);
  const SingleDeviceSharding gpu(gpu1);
  const SingleDeviceSharding pinned(gpu1, pinned_host);
  std::vector<LedgerRow> rows = {
      copy("f32[1024, 1024]", {}, host_side, 4 << 20, Reason::put, Here("model.cpp", 12)),
      execution("matmul", cpu0, Here("model.cpp", 14), "layer1"),
      copy("f32[1024, 512]", host_side, gpu, 2 << 20, Reason::put, Here("model.cpp", 15), "layer2"),
      execution("add", gpu1, Here("model.cpp", 15), "layer2"),
      execution("add", gpu1, Here("model.cpp", 15), "layer2"),
      copy("f32[]", {}, gpu, 4, Reason::scalar, Here("model.cpp", 15), "layer2"),
      copy("f32[1024, 512]", host_side, gpu, 2 << 20, Reason::implicit, Here("model.cpp", 20)),
      copy("f32[1024, 512]", host_side, gpu, 2 << 20, Reason::implicit, Here("model.cpp", 20)),
      copy("f32[1024, 512]", gpu, pinned, 2 << 20, Reason::put, Here("model.cpp", 22)),
      copy("f32[10]", gpu, {}, 40, Reason::get, Here()),
      execution("matmul", cpu0, Here("model.cpp", 14), "layer1"),
  };
  rows[9].bytes_moved = 0;  // shared

  EXPECT_EQ(ledger_table(rows),
            "edge                          copies    asked    moved  why\n"
            "host -> cpu:0                      1  4.0 MiB  4.0 MiB  put 1\n"
            "cpu:0 -> gpu:1                     3  6.0 MiB  6.0 MiB  put 1, implicit 2\n"
            "host -> gpu:1                      1      4 B      4 B  scalar 1\n"
            "gpu:1 -> gpu:1 (pinned_host)       1  2.0 MiB  2.0 MiB  put 1\n"
            "gpu:1 -> host                      1     40 B      0 B  get 1\n"
            "\n"
            "line          scope   what                                         why       times  "
            "  asked    moved\n"
            "model.cpp:12          f32[1024, 1024] host -> cpu:0                put           1  "
            "4.0 MiB  4.0 MiB\n"
            "model.cpp:14  layer1  matmul on cpu:0                              run           2\n"
            "model.cpp:15  layer2  f32[1024, 512] cpu:0 -> gpu:1                put           1  "
            "2.0 MiB  2.0 MiB\n"
            "              layer2  add on gpu:1                                 run           2\n"
            "              layer2  f32[] host -> gpu:1                          scalar        1  "
            "    4 B      4 B\n"
            "model.cpp:20          f32[1024, 512] cpu:0 -> gpu:1                implicit      2  "
            "4.0 MiB  4.0 MiB\n"
            "model.cpp:22          f32[1024, 512] gpu:1 -> gpu:1 (pinned_host)  put           1  "
            "2.0 MiB  2.0 MiB\n"
            "unknown               f32[10] gpu:1 -> host                        get           1  "
            "   40 B      0 B\n");
}

TEST(LedgerTable, SaysThatNothingMovedWhereOnlyCodeRan) {
  const std::vector<LedgerRow> rows = {execution("add", cpu0, Here("model.cpp", 3))};

  EXPECT_EQ(ledger_table(rows),
            "nothing moved\n"
            "\n"
            "line         scope  what          why  times  asked  moved\n"
            "model.cpp:3         add on cpu:0  run      1\n");
}

TEST(LedgerTable, SaysThatNothingRanWhereNothingDid) {
  EXPECT_EQ(ledger_table({}), "nothing moved\n\nnothing ran\n");
}

}  // namespace
}  // namespace berth::observe
