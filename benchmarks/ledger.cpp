#include "benchmarks/row.h"
#include "berth/berth.h"
#include "runtime/ledger_log.h"

namespace berth::bench {
namespace {

// What the ledger costs is the difference between these and the same without one.
template <class F>
Sampler with_ledger(F f) {
  return [repeated = repeat(f)](int calls) {
    const Ledger ledger;
    return repeated(calls);
  };
}

template <class F>
Row open(const std::string& what, F f) {
  return {.what = "an open ledger's row of " + what,
          .berth = with_ledger(f),
          .floor = repeat(f),
          .floor_name = "the same, no ledger",
          .budget = Budget::extra(Seconds(0.2e-6))};
}

}  // namespace

std::vector<Row> ledger_rows(const Place& place) {
  const Array x = device_put(std::vector<float>(16), place.device);
  x.block_until_ready();
  // A copy asks twice whether a ledger is open, an execution once.
  const auto ask = [] {
    bool open = runtime::recording();
    asm volatile("" : "+r"(open));
    open = runtime::recording();
    asm volatile("" : "+r"(open));
  };
  return {open("a device_get", [x] { return device_get(x); }),
          open("an operation", [x] { return x + x; }),
          {.what = "a row when no ledger is open",
           .berth = repeat(ask),
           .budget = Budget::time(Seconds(0.03e-6))}};
}

}  // namespace berth::bench
