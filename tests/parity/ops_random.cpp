#include "berth/ops.h"
#include "berth/random.h"
#include "parity/params.h"
#include "parity/table.h"

namespace berth::parity {
namespace {

using random::Key;

Key key_of(Operands x) { return {*x[0].array()}; }

using Sampler = Array (*)(const Key& key, const Shape& shape, DType dtype, Here here);

Op of_key(Sampler sampler) {
  return [sampler](Operands x, const Params& p) {
    return Arrays{sampler(key_of(x), shape_of(p), dtype_of(p).value(), {})};
  };
}

Array uniform_of(Operands x, const Params& p) {
  if (x.size() == 1) return random::uniform(key_of(x), shape_of(p), dtype_of(p).value());
  return random::uniform(key_of(x), shape_of(p), dtype_of(p).value(), x[1], x[2]);
}

Array truncated_normal_of(Operands x, const Params& p) {
  if (!p.contains("shape")) return random::truncated_normal(key_of(x), x[1], x[2]);
  return random::truncated_normal(key_of(x), x[1], x[2], shape_of(p), dtype_of(p).value());
}

Array bernoulli_of(Operands x, const Params& p) {
  if (!p.contains("shape")) return random::bernoulli(key_of(x), x[1]);
  return random::bernoulli(key_of(x), x[1], shape_of(p));
}

Array categorical_of(Operands x, const Params& p) {
  const int axis = p["axis"].get<int>();
  if (!p.contains("shape")) return random::categorical(key_of(x), x[1], axis);
  return random::categorical(key_of(x), x[1], axis, shape_of(p));
}

Array permutation_of(Operands x, const Params& p) {
  if (x.size() == 1) return random::permutation(key_of(x), p["n"].get<std::int64_t>());
  return random::permutation(
      key_of(x), *x[1].array(),
      {.axis = p["axis"].get<int>(), .independent = p.value("independent", false)});
}

Array choice_of(Operands x, const Params& p) {
  const random::Choice options = {.replace = p["replace"].get<bool>(), .axis = p.value("axis", 0)};
  if (x.size() == 1) {
    return random::choice(key_of(x), p["n"].get<std::int64_t>(), shape_of(p), options);
  }
  return random::choice(key_of(x), *x[1].array(), shape_of(p), options);
}

Sort sort_options(const Params& p) { return {.descending = p["descending"].get<bool>()}; }

void add_keys(Table& table) {
  table["random.key"] = [](Operands x, const Params&) { return Arrays{random::key(x[0]).data}; };
  table["random.fold_in"] = [](Operands x, const Params&) {
    return Arrays{random::fold_in(key_of(x), x[1]).data};
  };
  table["random.split"] = [](Operands x, const Params& p) {
    Arrays keys;
    for (const Key& key : random::split(key_of(x), p["count"].get<int>())) keys.push_back(key.data);
    return keys;
  };
  table["random.split_batch"] = [](Operands x, const Params& p) {
    return Arrays{random::split_batch(key_of(x), p["count"].get<int>()).data};
  };
}

void add_order(Table& table) {
  table["sort"] = [](Operands x, const Params& p) {
    return Arrays{sort(x[0], p["axis"].get<int>(), sort_options(p))};
  };
  table["argsort"] = [](Operands x, const Params& p) {
    return Arrays{argsort(x[0], p["axis"].get<int>(), sort_options(p))};
  };
  table["sort_together"] = [](Operands x, const Params& p) {
    return sort({*x[0].array(), *x[1].array()}, p["axis"].get<int>(), p["num_keys"].get<int>());
  };
  table["top_k"] = [](Operands x, const Params& p) {
    const TopK found = top_k(x[0], p["k"].get<std::int64_t>(), p["axis"].get<int>());
    return Arrays{found.values, found.indices};
  };
}

}  // namespace

void add_random(Table& table) {
  add_keys(table);
  add_order(table);
  table["random.bits"] = of_key(random::bits);
  table["random.normal"] = of_key(random::normal);
  table["random.exponential"] = of_key(random::exponential);
  table["random.gumbel"] = of_key(random::gumbel);
  table["random.laplace"] = of_key(random::laplace);
  table["random.logistic"] = of_key(random::logistic);
  table["random.rademacher"] = of_key(random::rademacher);
  const auto add = [&](const char* name, Array (*call)(Operands, const Params&)) {
    table[name] = [call](Operands x, const Params& p) { return Arrays{call(x, p)}; };
  };
  add("random.uniform", uniform_of);
  add("random.truncated_normal", truncated_normal_of);
  add("random.bernoulli", bernoulli_of);
  add("random.categorical", categorical_of);
  add("random.permutation", permutation_of);
  add("random.choice", choice_of);
  table["random.randint"] = [](Operands x, const Params& p) {
    return Arrays{random::randint(key_of(x), shape_of(p), x[1], x[2], dtype_of(p).value())};
  };
  table["erf_inv"] = [](Operands x, const Params&) { return Arrays{erf_inv(x[0])}; };
  table["bitcast_convert_type"] = [](Operands x, const Params& p) {
    return Arrays{bitcast_convert_type(x[0], dtype_of(p).value())};
  };
}

}  // namespace berth::parity
