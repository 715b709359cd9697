#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "berth/control.h"
#include "core/array_state.h"
#include "core/promotion.h"
#include "transform/arrays.h"
#include "transform/control_loop.h"

/// `fori_loop`: a scan or a while_loop that carries a counter.
namespace berth {
namespace {

constexpr const char* who = "fori_loop";

/// A step whose carry begins with the counter.
class Counted final : public detail::LeafFunction {
 public:
  explicit Counted(detail::LeafFunction& body) : body_(body) {}

  Arrays operator()(std::span<const Array> leaves) override {
    const Arrays next = body_(leaves);
    return transform::joined(Arrays{leaves[0] + 1}, next);
  }
  std::vector<std::size_t> leaves_of_arguments() const override {
    return body_.leaves_of_arguments();
  }
  std::shared_ptr<const void> result_tree() const override { return body_.result_tree(); }
  TreeStructure result_structure() const override { return body_.result_structure(); }

 private:
  detail::LeafFunction& body_;
};

/// Whether the counter is below a bound.
class Below final : public detail::LeafFunction {
 public:
  explicit Below(const Array& bound) : bound_(bound) {}

  Arrays operator()(std::span<const Array> leaves) override { return {leaves[0] < bound_}; }
  std::vector<std::size_t> leaves_of_arguments() const override { return {1}; }
  std::shared_ptr<const void> result_tree() const override { return nullptr; }

 private:
  const Array& bound_;
};

[[noreturn]] void refuse_bound(const std::string& what, Here here) {
  transform::refuse(who, fmt::format("a bound is {}: an integer scalar is needed", what), here);
}

void check_bound(const Operand& bound, Here here) {
  if (bound.array() == nullptr) {
    const ScalarValue::Kind kind = bound.scalar().kind;
    const bool is_integer =
        kind == ScalarValue::Kind::integer || kind == ScalarValue::Kind::unsigned_integer;
    if (!is_integer) refuse_bound(to_string(bound.scalar()), here);
    return;
  }
  const Aval& aval = detail::state_of(*bound.array(), who, here).aval;
  if (aval.shape.rank() != 0 || !is_integer(aval.dtype)) {
    refuse_bound(transform::type_text(aval), here);
  }
}

ResultType type_of_bound(const Operand& bound) {
  return bound.array() == nullptr ? type_of(bound.scalar().kind)
                                  : type_of(bound.array()->state()->aval);
}

// Both bounds in the type that they have together, weak only if both are.
Array as_bound(const Operand& bound, ResultType type, Here here) {
  const Array array =
      bound.array() == nullptr ? detail::scalar_argument(bound.scalar(), here) : *bound.array();
  const bool has_type = type_of(array.state()->aval) == type;
  return has_type ? array : array.astype(type.dtype, here);
}

}  // namespace

Arrays detail::fori_leaves(const Operand& lower, const Operand& upper, LeafFunction& body,
                           const Arrays& init, const TreeStructure& carry) {
  const Here here = user_line(lower.here());
  check_bound(lower, here);
  check_bound(upper, here);
  const std::array types = {type_of_bound(lower), type_of_bound(upper)};
  const ResultType type = result_type(types, who, here);
  const Array first = as_bound(lower, type, here);

  Counted step(body);
  transform::Loop loop{.who = who,
                       .here = here,
                       .functions = {&step},
                       .init = transform::joined(Arrays{first}, init),
                       .names = transform::leaf_names("carry", carry),
                       .carry = carry};
  loop.names.insert(loop.names.begin(), "i");
  Arrays results;
  if (lower.array() == nullptr && upper.array() == nullptr) {
    const auto length = static_cast<std::int64_t>(upper.scalar().integer) -
                        static_cast<std::int64_t>(lower.scalar().integer);
    results = transform::run_scan(std::move(loop), {.length = std::max<std::int64_t>(length, 0)});
  } else {
    const Array last = as_bound(upper, type, here);
    Below condition(last);
    loop.functions.insert(loop.functions.begin(), &condition);
    results = transform::run_while(std::move(loop));
  }
  results.erase(results.begin());
  return results;
}

}  // namespace berth
