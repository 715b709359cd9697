#include <filesystem>
#include <fstream>

#include "benchmarks/child.h"
#include "benchmarks/row.h"

namespace berth::bench {
namespace {

// How long the compiler takes for a file that includes `header` and nothing else.
Sampler time_to_include(const std::string& header) {
  const std::string script = "echo '#include <" + header +
                             ">' | " BERTH_BENCH_COMPILER " -std=c++20 -I '" BERTH_BENCH_INCLUDE
                             "' -x c++ -c -o /dev/null - && echo done";
  return repeat([=] { Child({"/bin/sh", "-c", script}).read_line(); });
}

}  // namespace

std::vector<Row> include_rows() {
  if (!std::filesystem::exists(BERTH_BENCH_COMPILER)) return {};
  return {{.what = "including berth/berth.h",
           .berth = time_to_include("berth/berth.h"),
           .floor = time_to_include("memory"),
           .floor_name = "including <memory>",
           .budget = Budget::ratio(2.5),
           .rounds = 5}};
}

}  // namespace berth::bench
