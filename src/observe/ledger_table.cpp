#include "observe/ledger_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/human_bytes.h"
#include "runtime/text_table.h"

namespace berth {
namespace observe {
namespace {

using runtime::human_bytes;
using runtime::TextTable;
using enum TextTable::Align;

/// Groups under a key, in the order in which the keys were first seen.
template <class Key, class Group>
class Groups {
 public:
  Group& operator[](const Key& key) {
    const auto [found, is_new] = places_.try_emplace(key, groups_.size());
    if (is_new) groups_.emplace_back(key, Group{});
    return groups_[found->second].second;
  }

  auto begin() const { return groups_.begin(); }
  auto end() const { return groups_.end(); }
  bool empty() const { return groups_.empty(); }

 private:
  std::map<Key, std::size_t> places_;
  std::vector<std::pair<Key, Group>> groups_;
};

struct Sum {
  std::int64_t count = 0;
  std::int64_t bytes_asked = 0;
  std::int64_t bytes_moved = 0;

  void add(const LedgerRow& row) {
    ++count;
    bytes_asked += row.bytes_asked;
    bytes_moved += row.bytes_moved;
  }
};

std::string place(const std::optional<Sharding>& sharding) {
  return sharding ? to_string(*sharding) : "host";
}

std::string edge(const LedgerRow& row) { return place(row.from) + " -> " + place(row.to); }

struct Edge {
  Sum sum;
  Groups<std::string_view, std::int64_t> reasons;
};

std::string by_edge(std::span<const LedgerRow> rows) {
  Groups<std::string, Edge> edges;
  for (const LedgerRow& row : rows) {
    if (row.kind != LedgerRow::Kind::copy) continue;
    Edge& one = edges[edge(row)];
    one.sum.add(row);
    ++one.reasons[to_string(row.reason)];
  }
  if (edges.empty()) return "nothing moved\n";

  TextTable table({left, right, right, right, left});
  table.add({"edge", "copies", "asked", "moved", "why"});
  for (const auto& [name, one] : edges) {
    std::vector<std::string> reasons;
    for (const auto& [reason, count] : one.reasons) {
      reasons.push_back(fmt::format("{} {}", reason, count));
    }
    table.add({name, std::to_string(one.sum.count), human_bytes(one.sum.bytes_asked),
               human_bytes(one.sum.bytes_moved), fmt::format("{}", fmt::join(reasons, ", "))});
  }
  return table.to_string();
}

/// What one line of source did, told apart by its cells in the table.
struct Deed {
  std::string scope;
  std::string what;
  std::string why;
  bool moved_bytes = false;

  explicit Deed(const LedgerRow& row)
      : scope(row.scope), moved_bytes(row.kind == LedgerRow::Kind::copy) {
    if (moved_bytes) {
      what = fmt::format("{} {}", row.what, edge(row));
      why = to_string(row.reason);
    } else {
      what = fmt::format("{} on {}", row.what, place(row.to));
      why = "run";
    }
  }
  auto operator<=>(const Deed&) const = default;
};

std::string by_line(std::span<const LedgerRow> rows) {
  Groups<std::string, Groups<Deed, Sum>> lines;
  for (const LedgerRow& row : rows) lines[to_string(row.where)][Deed(row)].add(row);
  if (lines.empty()) return "nothing ran\n";

  TextTable table({left, left, left, left, right, right, right});
  table.add({"line", "scope", "what", "why", "times", "asked", "moved"});
  for (const auto& [line, deeds] : lines) {
    std::string shown = line;  // once, above what else the line did
    for (const auto& [deed, sum] : deeds) {
      table.add({std::exchange(shown, ""), deed.scope, deed.what, deed.why,
                 std::to_string(sum.count), deed.moved_bytes ? human_bytes(sum.bytes_asked) : "",
                 deed.moved_bytes ? human_bytes(sum.bytes_moved) : ""});
    }
  }
  return table.to_string();
}

}  // namespace

std::string ledger_table(std::span<const LedgerRow> rows) {
  return by_edge(rows) + '\n' + by_line(rows);
}

}  // namespace observe

std::string Ledger::table() const { return observe::ledger_table(rows()); }

}  // namespace berth
