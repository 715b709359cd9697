#include <fmt/format.h>

#include "trace/graph.h"

namespace berth::trace {
namespace {

// a, b, ..., z, ba, bb, ...
std::string name(ValueId id) {
  std::string letters;
  do {
    letters.insert(letters.begin(), static_cast<char>('a' + id % 26));
    id /= 26;
  } while (id > 0);
  return letters;
}

std::string typed(const Graph& graph, ValueId id) {
  std::string text = name(id) + ":" + to_string(graph.aval(id));
  const detail::Residence& residence = graph.residence(id);
  if (residence.committed) text += "@" + to_string(*residence.sharding);
  return text;
}

template <class Ids, class F>
std::string joined(const Ids& ids, F&& print) {
  std::string text;
  for (const ValueId id : ids) text += (text.empty() ? "" : " ") + print(id);
  return text;
}

}  // namespace

std::string to_string(const Graph& graph) {
  const auto with_type = [&](ValueId id) { return typed(graph, id); };
  std::string text = fmt::format("{{ lambda {}. let\n", joined(graph.inputs(), with_type));
  for (const Node& node : graph.nodes()) {
    std::vector<ValueId> results;
    for (int i = 0; i < node.result_count; ++i) results.push_back(node.first_result + i);
    std::string params = node.application->params_text();
    if (!params.empty()) params = "[" + params + "]";
    text += fmt::format("    {} = {}{} {}\n", joined(results, with_type), node.application->name(),
                        params, joined(node.operands, name));
  }
  return text + fmt::format("  in ({}) }}", joined(graph.outputs(), name));
}

}  // namespace berth::trace
