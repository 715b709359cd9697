#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "trace/graph.h"
#include "trace/primitive.h"
#include "transform/linear_map.h"

namespace berth::transform {

class CallBody;
using CallBodyRef = std::shared_ptr<const CallBody>;

/// A graph that runs as one program, with what differentiation and batches made of it: made once,
/// so that calling the derivative again finds its program again.
class CallBody {
 public:
  CallBody(std::string name, trace::Graph graph)
      : name_(std::move(name)), graph_(std::move(graph)) {}

  const std::string& name() const { return name_; }
  const trace::Graph& graph() const { return graph_; }

  /// The two parts of the derivative in the inputs that have a tangent.
  struct Derivative {
    CallBodyRef known;
    CallBodyRef linear;
    std::size_t residuals;
    std::vector<int> outputs;  ///< As in `LinearSplit`.
  };
  const Derivative& derivative(const std::vector<bool>& wanted, Here here) const;

  struct Transpose {
    CallBodyRef body;
    std::vector<int> outputs;  ///< As in `Transposed`.
  };
  const Transpose& transposed(std::size_t residuals, const std::vector<bool>& present,
                              Here here) const;

  /// For a batch of `size` of the inputs that are `batched`; every output has it.
  CallBodyRef batched(const std::vector<bool>& batched, std::int64_t size, Here here) const;

 private:
  const std::string name_;
  const trace::Graph graph_;
  mutable std::mutex mutex_;  // for what follows, whose entries stay where they are
  mutable std::map<std::vector<bool>, Derivative> derivatives_;
  mutable std::map<std::pair<std::size_t, std::vector<bool>>, Transpose> transposes_;
  mutable std::map<std::pair<std::vector<bool>, std::int64_t>, CallBodyRef> batches_;
};

struct CallParams {
  CallBodyRef body;
  bool operator==(const CallParams&) const = default;
};
/// A function that was jitted, inside another trace: one program where the whole is run operation
/// by operation, and no more than its nodes where the whole is compiled. JAX: `jit`'s primitive.
extern const trace::Primitive<CallParams> jit_p;

/// The results of `body` for these inputs: a `jit_p` whose results live where its graph says.
Arrays call_body(const CallBodyRef& body, std::span<const Array> inputs, Here here);

}  // namespace berth::transform
