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
  ModuleWriter(const trace::Graph& graph, std::span<const MemoryKind> result_memory)
      : graph_(graph), result_memory_(result_memory) {}

  std::string write() {
    std::string& text = out_.text_;
    text += "\"builtin.module\"() ({\n  \"func.func\"() ({\n  ^bb0(";
    out_.depth_ = 2;
    values_ = out_.define(graph_.input_avals());
    for (const Value& input : values_) {
      fmt::format_to(std::back_inserter(text), "{}%{}: {}", input.id == 0 ? "" : ", ", input.id,
                     tensor_type(input.aval));
    }
    text += "):\n";
    for (const trace::Node& node : graph_.nodes()) write_node(node);
    write_return();
    fmt::format_to(std::back_inserter(text),
                   "  }}) {{function_type = ({}) -> ({}), sym_name = \"main\"{}}} : () -> ()\n"
                   "}}) : () -> ()\n",
                   types(graph_.input_avals()), types(graph_.output_avals()), result_attributes());
    return std::move(text);
  }

 private:
  void write_node(const trace::Node& node) {
    const Values operands = select(node.operands);
    Avals results;
    for (int i = 0; i < node.result_count; ++i)
      results.push_back(graph_.aval(node.first_result + i));
    out_.primitive_ = node.application->name();
    const Values lowered = node.application->lower(out_, operands, results);
    BERTH_ASSERT(lowered.size() == results.size());
    values_.insert(values_.end(), lowered.begin(), lowered.end());
  }

  void write_return() {
    const Values outputs = select(graph_.outputs());
    std::string& text = out_.text_;
    out_.line_start();
    text += "\"func.return\"(";
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      fmt::format_to(std::back_inserter(text), "{}%{}", i == 0 ? "" : ", ", outputs[i].id);
    }
    fmt::format_to(std::back_inserter(text), ") : ({}) -> ()\n", types(graph_.output_avals()));
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

  Values select(std::span<const trace::ValueId> ids) const {
    Values result;
    for (const trace::ValueId id : ids) result.push_back(values_[static_cast<std::size_t>(id)]);
    return result;
  }

  static std::string types(const Avals& avals) {
    std::string text;
    for (const Aval& aval : avals) text += (text.empty() ? "" : ", ") + tensor_type(aval);
    return text;
  }

  const trace::Graph& graph_;
  const std::span<const MemoryKind> result_memory_;
  Emitter out_;
  Values values_;  // by ValueId
};

std::string module_text(const trace::Graph& graph, std::span<const MemoryKind> result_memory) {
  return ModuleWriter(graph, result_memory).write();
}

}  // namespace berth::lower
