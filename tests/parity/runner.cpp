#include <fmt/core.h>
#include <fmt/ranges.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "berth/error.h"
#include "berth/ops.h"
#include "berth/placement.h"
#include "parity/compare.h"
#include "parity/table.h"

// Replays the cases of generate.py: runner <folder>. Prints each disagreement, and how many cases
// there were; returns 1 if any disagreed.
namespace berth::parity {
namespace {

using nlohmann::json;

std::vector<char> read(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + path);
  return {std::istreambuf_iterator<char>(in), {}};
}

class Cases {
 public:
  explicit Cases(const std::string& folder)
      : list_(json::parse(read(folder + "/cases.json"))), blob_(read(folder + "/cases.bin")) {}

  const json& list() const { return list_; }

  HostRef host(const json& value) const {
    const auto dims = value["shape"].get<std::vector<std::int64_t>>();
    return {blob_.data() + value["offset"].get<std::size_t>(),
            dtype_from_name(value["dtype"].get<std::string>()),
            Shape(std::span<const std::int64_t>(dims))};
  }

 private:
  json list_;
  std::vector<char> blob_;
};

Operand scalar(const json& value) {
  if (value.is_boolean()) return value.get<bool>();
  if (value.is_number_integer()) return value.get<std::int64_t>();
  return value.get<double>();
}

HostArray hosted(const HostRef& data) { return {nullptr, data.data(), data.dtype(), data.shape()}; }

// Empty if berth does what JAX did.
std::string disagreement(const Cases& cases, const json& test, const Op& op) {
  Arrays arrays;
  arrays.reserve(test["operands"].size());  // operands point into it
  std::vector<Operand> operands;
  for (const json& value : test["operands"]) {
    if (value.contains("scalar")) {
      operands.push_back(scalar(value["scalar"]));
    } else {
      operands.push_back(arrays.emplace_back(device_put(cases.host(value))));
    }
  }

  const bool throws = test.value("throws", false);
  Arrays results;
  try {
    results = op(operands, test["params"]);
    for (const Array& result : results) result.block_until_ready();
  } catch (const Error& error) {
    return throws ? "" : fmt::format("threw {}", error.what());
  }
  if (throws) return "returned a value where JAX raises";

  if (results.size() != test["results"].size()) {
    return fmt::format("{} results where JAX has {}", results.size(), test["results"].size());
  }
  const Tolerance tolerance{test["ulps"].get<double>(), test["floor"].get<double>()};
  for (std::size_t i = 0; i < results.size(); ++i) {
    const HostArray expected = hosted(cases.host(test["results"][i]));
    const std::string text = difference(device_get(results[i]), expected, tolerance);
    if (!text.empty()) return text;
  }
  return "";
}

std::string describe(const Cases& cases, const json& test) {
  std::vector<std::string> operands;
  for (const json& value : test["operands"]) {
    operands.push_back(value.contains("scalar")
                           ? value["scalar"].dump()
                           : to_string(cases.host(value).dtype(), cases.host(value).shape()));
  }
  return fmt::format("{}({}) {}", test["op"].get<std::string>(), fmt::join(operands, ", "),
                     test["params"].dump());
}

int run(const std::string& folder) {
  Table table;
  add_elementwise(table);
  add_reductions(table);
  add_creation(table);
  add_shapes(table);
  add_indexing(table);
  add_products(table);
  add_random(table);
  add_gradients(table);

  const Cases cases(folder);
  int failures = 0;
  for (const json& test : cases.list()) {
    const auto op = table.find(test["op"].get<std::string>());
    const std::string text =
        op == table.end() ? "is not in the table" : disagreement(cases, test, op->second);
    if (text.empty()) continue;
    fmt::print("{}: {}\n", describe(cases, test), text);
    ++failures;
  }
  fmt::print("parity: {} cases, {} disagree\n", cases.list().size(), failures);
  return failures == 0 ? 0 : 1;
}

}  // namespace
}  // namespace berth::parity

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "usage: {} <folder of cases>\n", argv[0]);
    return 2;
  }
  return berth::parity::run(argv[1]);
}
