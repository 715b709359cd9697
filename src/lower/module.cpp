#include "lower/module.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "berth/error.h"
#include "lower/emitter.h"

namespace berth::lower {

/// Writes the frame around the operations: module, function, arguments, results.
class ModuleWriter {
 public:
  ModuleWriter(const trace::Graph& graph, std::span<const MemoryKind> result_memory,
               std::span<const int> taken_by)
      : graph_(graph), result_memory_(result_memory), taken_by_(taken_by) {}

  std::string write() {
    std::string& text = out_.text_;
    text += "\"builtin.module\"() ({\n  \"func.func\"() ({\n  ^bb0(";
    out_.depth_ = 2;
    const Values inputs = out_.define(graph_.input_avals());
    for (const Value& input : inputs) {
      fmt::format_to(std::back_inserter(text), "{}%{}: {}", input.id == 0 ? "" : ", ", input.id,
                     tensor_type(input.aval));
    }
    text += "):\n";
    write_return(out_.graph(graph_, inputs));
    fmt::format_to(std::back_inserter(text),
                   "  }}) {{function_type = ({}) -> ({}), sym_name = \"main\"{}{}}} : () -> ()\n"
                   "}}) : () -> ()\n",
                   types(graph_.input_avals()), types(graph_.output_avals()), argument_attributes(),
                   result_attributes());
    return std::move(text);
  }

 private:
  void write_return(std::span<const Value> outputs) {
    std::string& text = out_.text_;
    out_.line_start();
    text += "\"func.return\"(";
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      fmt::format_to(std::back_inserter(text), "{}%{}", i == 0 ? "" : ", ", outputs[i].id);
    }
    fmt::format_to(std::back_inserter(text), ") : ({}) -> ()\n", types(graph_.output_avals()));
  }

  std::string argument_attributes() const {
    if (std::ranges::all_of(taken_by_, [](int output) { return output < 0; })) return "";
    std::string text;
    for (const int output : taken_by_) {
      text += text.empty() ? "{" : ", {";
      if (output >= 0) text += fmt::format("tf.aliasing_output = {} : i32", output);
      text += "}";
    }
    return ", arg_attrs = [" + text + "]";
  }

  std::string result_attributes() const {
    if (std::ranges::all_of(result_memory_, [](MemoryKind k) { return k == MemoryKind::device; })) {
      return "";
    }
    std::string text;
    for (const MemoryKind kind : result_memory_) {
      fmt::format_to(std::back_inserter(text), "{}{{mhlo.memory_kind = \"{}\"}}",
                     text.empty() ? "" : ", ", to_string(kind));
    }
    return ", res_attrs = [" + text + "]";
  }

  static std::string types(const Avals& avals) {
    std::string text;
    for (const Aval& aval : avals) text += (text.empty() ? "" : ", ") + tensor_type(aval);
    return text;
  }

  const trace::Graph& graph_;
  const std::span<const MemoryKind> result_memory_;
  const std::span<const int> taken_by_;
  Emitter out_;
};

Values Emitter::graph(const trace::Graph& graph, std::span<const Value> inputs) {
  Values values(static_cast<std::size_t>(graph.value_count()));
  const auto value = [&](trace::ValueId id) -> Value& {
    return values[static_cast<std::size_t>(id)];
  };
  const auto select = [&](std::span<const trace::ValueId> ids) {
    Values result;
    for (const trace::ValueId id : ids) result.push_back(value(id));
    return result;
  };
  BERTH_ASSERT(inputs.size() == graph.inputs().size());
  for (std::size_t i = 0; i < inputs.size(); ++i) value(graph.inputs()[i]) = inputs[i];

  const std::vector<bool> live = trace::live_values(graph);
  const std::string_view outer = primitive_;
  for (const trace::Node& node : graph.nodes()) {
    if (node.result_count > 0 && !live[static_cast<std::size_t>(node.first_result)]) continue;
    Avals results;
    for (int i = 0; i < node.result_count; ++i) {
      results.push_back(graph.aval(node.first_result + i));
    }
    primitive_ = node.application->name();
    const Values lowered = node.application->lower(*this, select(node.operands), results);
    BERTH_ASSERT(lowered.size() == results.size());
    for (std::size_t i = 0; i < lowered.size(); ++i) {
      value(node.first_result + static_cast<int>(i)) = lowered[i];
    }
  }
  primitive_ = outer;
  return select(graph.outputs());
}

std::string module_text(const trace::Graph& graph, std::span<const MemoryKind> result_memory,
                        std::span<const int> taken_by) {
  return ModuleWriter(graph, result_memory, taken_by).write();
}

}  // namespace berth::lower
