#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/aval.h"

namespace berth::lower {
class Emitter;

/// A value of the StableHLO module that is being written. Here because rules speak of it.
struct Value {
  int id = -1;
  Aval aval;
};
using Values = std::vector<Value>;
}  // namespace berth::lower

namespace berth::trace {

/// The parameters of a primitive that has none.
struct NoParams {
  bool operator==(const NoParams&) const = default;
};

/// One operation that the engine knows, as data: its rules stand together beside the public
/// function that uses it. `Params` is a struct with a defaulted `==`; caches compare it.
///
/// Operands are strict: what the engine wants, with no promotion and no broadcasting.
/// Derivative, batching and cost rules are further members, absent until a part reads them.
template <class Params = NoParams>
struct Primitive {
  /// JAX's name; `lower::by_name` emits "stablehlo." and it.
  const char* name;
  /// The results' types. Checks the operands: `trace::fail` for a user's mistake.
  Avals (*infer)(std::span<const Aval> operands, const Params& params);
  /// Emits the operation; returns the results' values.
  lower::Values (*lower)(lower::Emitter& out, std::span<const lower::Value> operands,
                         std::span<const Aval> results, const Params& params);
};

/// A primitive with its parameters, whatever their type: what a node of a graph holds.
class Application {
 public:
  virtual ~Application() = default;
  Application(const Application&) = delete;
  Application& operator=(const Application&) = delete;

  virtual const char* name() const = 0;
  virtual Avals infer(std::span<const Aval> operands) const = 0;
  virtual lower::Values lower(lower::Emitter& out, std::span<const lower::Value> operands,
                              std::span<const Aval> results) const = 0;

 protected:
  Application() = default;
};

template <class Params>
class ApplicationOf final : public Application {
 public:
  ApplicationOf(const Primitive<Params>& primitive, Params params)
      : primitive_(primitive), params_(std::move(params)) {}

  const char* name() const override { return primitive_.name; }

  Avals infer(std::span<const Aval> operands) const override {
    return primitive_.infer(operands, params_);
  }

  lower::Values lower(lower::Emitter& out, std::span<const lower::Value> operands,
                      std::span<const Aval> results) const override {
    return primitive_.lower(out, operands, results, params_);
  }

 private:
  const Primitive<Params>& primitive_;
  const Params params_;
};

}  // namespace berth::trace
