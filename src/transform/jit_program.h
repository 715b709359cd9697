#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "berth/jit.h"
#include "runtime/program.h"
#include "transform/trace_function.h"

namespace berth::transform {

/// A traced function, lowered for the one place that it runs at.
struct JitModule {
  runtime::Module module;
  std::vector<std::size_t> inputs;  ///< Which of arguments and captures the program takes.
  /// For each output: the number of the program's result, or of the input that it is.
  struct Output {
    bool is_input = false;
    std::size_t number = 0;
    detail::Residence residence = {};
  };
  std::vector<Output> outputs;
  std::vector<std::size_t> unused_donations;  ///< Of arguments that no result can use.
};

/// Throws `Error(unimplemented)` in the name of `who`, with two lines, unless every value lives at
/// `home`.
void check_one_place(const char* who, const trace::Graph& graph, const Sharding& home, Here here);

/// `donated` has a flag for each argument leaf.
/// Throws what `check_one_place` throws.
JitModule lower_function(const TracedFunction& function, const Sharding& home,
                         const std::vector<bool>& donated, Here here);

}  // namespace berth::transform
