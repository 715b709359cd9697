#include "lower/emitter.h"

#include <fmt/format.h>

#include <iterator>

#include "berth/error.h"
#include "trace/constant.h"

namespace berth::lower {
namespace {

void append_names(std::string& text, std::span<const Value> values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    fmt::format_to(std::back_inserter(text), "{}%{}", i == 0 ? "" : ", ", values[i].id);
  }
}

void append_types(std::string& text, std::span<const Value> values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i != 0) text += ", ";
    text += tensor_type(values[i].aval);
  }
}

}  // namespace

void Emitter::line_start() { text_.append(static_cast<std::size_t>(2 * depth_), ' '); }

Values Emitter::define(std::span<const Aval> results) {
  Values values;
  for (const Aval& aval : results) values.push_back({next_id_++, aval});
  return values;
}

void Emitter::open(std::span<const Value> results, std::string_view name,
                   std::span<const Value> operands) {
  line_start();
  append_names(text_, results);
  const bool has_dialect = name.find('.') != std::string_view::npos;
  fmt::format_to(std::back_inserter(text_), "{}\"{}{}\"(", results.empty() ? "" : " = ",
                 has_dialect ? "" : "stablehlo.", name);
  append_names(text_, operands);
  text_ += ')';
}

void Emitter::close(std::span<const Value> operands, std::span<const Value> results,
                    std::string_view attributes) {
  if (!attributes.empty()) fmt::format_to(std::back_inserter(text_), " {{{}}}", attributes);
  text_ += " : (";
  append_types(text_, operands);
  text_ += ") -> ";
  if (results.size() != 1) text_ += '(';
  append_types(text_, results);
  if (results.size() != 1) text_ += ')';
  text_ += '\n';
}

Value Emitter::op(std::string_view name, std::span<const Value> operands, const Aval& result,
                  std::string_view attributes) {
  const Values results = define({&result, 1});
  open(results, name, operands);
  close(operands, results, attributes);
  return results[0];
}

Value Emitter::op(std::string_view name, std::initializer_list<Value> operands, const Aval& result,
                  std::string_view attributes) {
  return op(name, std::span(operands.begin(), operands.size()), result, attributes);
}

Values Emitter::op_with_regions(std::string_view name, std::span<const Value> operands,
                                std::span<const Aval> results, std::string_view attributes,
                                std::span<const Avals> block_types,
                                std::span<const Region> regions) {
  BERTH_ASSERT(block_types.size() == regions.size());
  const Values values = define(results);
  open(values, name, operands);
  text_ += regions.empty() ? "" : " (";
  for (std::size_t i = 0; i < regions.size(); ++i) {
    const Values arguments = define(block_types[i]);
    text_ += i == 0 ? "{\n" : ", {\n";
    line_start();
    text_ += "^bb0(";
    for (std::size_t j = 0; j < arguments.size(); ++j) {
      fmt::format_to(std::back_inserter(text_), "{}%{}: {}", j == 0 ? "" : ", ", arguments[j].id,
                     tensor_type(arguments[j].aval));
    }
    text_ += "):\n";
    ++depth_;
    const Values returned = regions[i](*this, arguments);
    open({}, "return", returned);
    close(returned, {}, {});
    --depth_;
    line_start();
    text_ += '}';
  }
  if (!regions.empty()) text_ += ')';
  close(operands, values, attributes);
  return values;
}

Value Emitter::splat(const ScalarBits& value, const Shape& shape) {
  return op("constant", {}, {shape, value.dtype}, "value = " + dense_splat(value, shape));
}

Values constant(Emitter& out, std::span<const Value> /*operands*/,
                std::span<const Aval> /*results*/, const trace::ConstantParams& params) {
  return {out.splat(params.value, params.shape)};
}

}  // namespace berth::lower
