#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include "trace/graph.h"

namespace berth::trace {

/// A graph that is a parameter of a primitive: shared, and compared by what it computes, so that a
/// function that is traced again finds its program again.
class GraphRef {
 public:
  GraphRef(Graph graph);  // NOLINT(google-explicit-constructor): a graph, made immutable

  const Graph& operator*() const { return held_->graph; }
  const Graph* operator->() const { return &held_->graph; }

  std::size_t hash() const { return held_->hash; }
  /// Types, primitives and their order; neither lines nor places.
  friend bool operator==(const GraphRef& a, const GraphRef& b);

 private:
  struct Held {
    Graph graph;
    std::size_t hash;
  };
  std::shared_ptr<const Held> held_;
};

inline std::string to_string(const GraphRef& graph) { return to_string(*graph); }

}  // namespace berth::trace

template <>
struct std::hash<berth::trace::GraphRef> {
  std::size_t operator()(const berth::trace::GraphRef& graph) const { return graph.hash(); }
};
