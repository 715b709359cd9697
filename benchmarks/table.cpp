#include "benchmarks/table.h"

#include <fmt/format.h>

namespace berth::bench {
namespace {

constexpr int what_width = 48;
constexpr int floor_width = 26;

std::string time_text(double seconds) {
  if (seconds < 1e-6) return fmt::format("{:.0f} ns", seconds * 1e9);
  if (seconds < 1e-3) return fmt::format("{:.2f} us", seconds * 1e6);
  return fmt::format("{:.1f} ms", seconds * 1e3);
}

std::string ratio_text(double ratio) {
  return ratio < 0.1 ? fmt::format("{:.3f}", ratio) : fmt::format("{:.2f}", ratio);
}

std::string budget_text(const Budget& budget) {
  switch (budget.of) {
    case Budget::Of::none:
      break;
    case Budget::Of::ratio:
      return fmt::format("<= {:.2f}", budget.limit);
    case Budget::Of::time:
      return "<= " + time_text(budget.limit);
    case Budget::Of::extra:
      return "<= + " + time_text(budget.limit);
  }
  return "";
}

// What the budget is about: a ratio, or the difference.
std::string relation_text(const Row& row, const Measured& measured) {
  if (!measured.floor) return "";
  if (row.budget.of != Budget::Of::extra) return ratio_text(measured.berth / *measured.floor);
  const double extra = measured.berth - *measured.floor;
  return (extra < 0 ? "- " : "+ ") + time_text(extra < 0 ? -extra : extra);
}

std::string columns(const std::string& what, const std::string& berth, const std::string& floor,
                    const std::string& relation, const std::string& budget) {
  return fmt::format("{:<{}} {:>9} {:<{}} {:>9} {:>10}", what, what_width, berth, floor,
                     floor_width + 10, relation, budget);
}

std::string trimmed(const std::string& text) {
  return text.substr(0, text.find_last_not_of(' ') + 1);
}

}  // namespace

bool is_over(const Budget& budget, const Measured& measured) {
  switch (budget.of) {
    case Budget::Of::none:
      return false;
    case Budget::Of::ratio:
      return measured.berth > budget.limit * measured.floor.value();
    case Budget::Of::time:
      return measured.berth > budget.limit;
    case Budget::Of::extra:
      return measured.berth - measured.floor.value() > budget.limit;
  }
  return false;
}

std::string head_line(const std::vector<std::string>& peers) {
  std::string text = columns("what", "berth", "    floor", "berth / it", "budget") + "      ";
  for (const std::string& peer : peers) text += fmt::format(" {:>16} {:>10}", peer, "berth / it");
  return trimmed(text);
}

std::string line(const Row& row, const Measured& measured) {
  const std::string floor =
      measured.floor ? fmt::format("{:>9} {}", time_text(*measured.floor), row.floor_name) : "";
  std::string text = columns(row.what, time_text(measured.berth), floor,
                             relation_text(row, measured), budget_text(row.budget));
  text += is_over(row.budget, measured) ? "  OVER" : "      ";
  for (const std::optional<double>& peer : measured.peers) {
    text +=
        peer ? fmt::format(" {:>16} {:>10}", time_text(*peer), ratio_text(measured.berth / *peer))
             : fmt::format(" {:>16} {:>10}", "", "");
  }
  return trimmed(text);
}

}  // namespace berth::bench
