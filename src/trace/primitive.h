#pragma once

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "berth/array.h"
#include "core/aval.h"
#include "core/hash.h"
#include "trace/print_params.h"

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

class Application;
using ApplicationRef = std::shared_ptr<const Application>;

/// The parameters of a primitive that has none.
struct NoParams {
  bool operator==(const NoParams&) const = default;
};

/// What a jvp rule gets. Of `x`, `y` and their tangents each is one value of this place and type;
/// an empty Array among the tangents is a zero.
struct Forward {
  std::span<const Array> x;   ///< Operands.
  std::span<const Array> y;   ///< Results.
  std::span<const Array> dx;  ///< Tangents of the operands; not all are zero.
  const ApplicationRef& self;
  /// Whether the results must be computed without the tangents, of which a linear map is made.
  bool apart = false;
};

/// What a transpose rule gets. The operands without a value are those in which it is linear.
struct Backward {
  std::span<const Array> x;   ///< Operands: values, empty for those that are wanted.
  std::span<const Aval> of;   ///< The operands' types.
  std::span<const Array> ct;  ///< Cotangents of the results; an empty Array is a zero; not all are.
  const ApplicationRef& self;
};

/// What a batch rule gets: operands with the batch as axis 0, and operands without.
struct Batch {
  std::span<const Array> x;
  const std::vector<bool>& batched;  ///< Which have it; at least one.
  std::int64_t size;                 ///< Of the batch.
  const ApplicationRef& self;
};

/// One operation that the engine knows, as data: its rules stand together beside the public
/// function that uses it. `Params` is a struct with a defaulted `==`; caches compare it.
///
/// Operands are strict: what the engine wants, with no promotion and no broadcasting. The rules of
/// derivatives and batches are functions of arrays, written with the public functions: they run
/// at once, or are recorded, as everything does.
template <class Params = NoParams>
struct Primitive {
  /// JAX's name; `lower::by_name` emits "stablehlo." and it.
  const char* name;
  /// The results' types. Checks the operands: `trace::fail` for a user's mistake.
  Avals (*infer)(std::span<const Aval> operands, const Params& params);
  /// Emits the operation; returns the results' values.
  lower::Values (*lower)(lower::Emitter& out, std::span<const lower::Value> operands,
                         std::span<const Aval> results, const Params& params);
  /// The results' tangents; an empty Array is a zero. Absent for a primitive that is linear in
  /// all its operands together, which is its own tangent map, and where no result has a tangent.
  Arrays (*jvp)(const Forward& at, const Params& params) = nullptr;
  /// The operands' cotangents; empty for those that have a value, and for zeros. Of primitives
  /// that are linear in those that have none.
  Arrays (*transpose)(const Backward& at, const Params& params) = nullptr;
  /// The results for a batch, which is axis 0 of each. Where absent, no batch can pass.
  Arrays (*batch)(const Batch& at, const Params& params) = nullptr;
  /// In place of `jvp`, for what computes results and tangents together: `y` is empty, and the
  /// results come first, then their tangents.
  Arrays (*jvp_with_results)(const Forward& at, const Params& params) = nullptr;
  /// Instead of a program of its own, where it runs by itself: copies between places.
  Arrays (*run)(std::span<const Array> operands, const Params& params, Here here) = nullptr;
  /// Whether it is kept although nobody uses its results.
  bool has_effect = false;
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

  virtual bool has_jvp() const = 0;
  virtual Arrays jvp(const Forward& at) const = 0;
  virtual bool has_jvp_with_results() const = 0;
  virtual Arrays jvp_with_results(const Forward& at) const = 0;
  virtual bool has_transpose() const = 0;
  virtual Arrays transpose(const Backward& at) const = 0;
  virtual bool has_batch() const = 0;
  virtual Arrays batch(const Batch& at) const = 0;
  virtual bool runs_itself() const = 0;
  virtual Arrays run(std::span<const Array> operands, Here here) const = 0;
  virtual bool has_effect() const = 0;

  /// The address of the primitive is its identity.
  virtual const void* primitive() const = 0;
  virtual std::size_t hash() const = 0;
  virtual bool equals(const Application& other) const = 0;
  /// "{0, 1}, true"; empty if it has no parameters.
  virtual std::string params_text() const = 0;

 protected:
  Application() = default;
};

template <class Params>
class ApplicationOf final : public Application {
 public:
  ApplicationOf(const Primitive<Params>& primitive, Params params)
      : primitive_(primitive), params_(std::move(params)) {}

  const Primitive<Params>& description() const { return primitive_; }

  const char* name() const override { return primitive_.name; }

  Avals infer(std::span<const Aval> operands) const override {
    return primitive_.infer(operands, params_);
  }
  lower::Values lower(lower::Emitter& out, std::span<const lower::Value> operands,
                      std::span<const Aval> results) const override {
    return primitive_.lower(out, operands, results, params_);
  }

  bool has_jvp() const override { return primitive_.jvp != nullptr; }
  Arrays jvp(const Forward& at) const override { return primitive_.jvp(at, params_); }
  bool has_jvp_with_results() const override { return primitive_.jvp_with_results != nullptr; }
  Arrays jvp_with_results(const Forward& at) const override {
    return primitive_.jvp_with_results(at, params_);
  }
  bool has_transpose() const override { return primitive_.transpose != nullptr; }
  Arrays transpose(const Backward& at) const override { return primitive_.transpose(at, params_); }
  bool has_batch() const override { return primitive_.batch != nullptr; }
  Arrays batch(const Batch& at) const override { return primitive_.batch(at, params_); }
  bool runs_itself() const override { return primitive_.run != nullptr; }
  Arrays run(std::span<const Array> operands, Here here) const override {
    return primitive_.run(operands, params_, here);
  }
  bool has_effect() const override { return primitive_.has_effect; }

  const void* primitive() const override { return &primitive_; }
  std::size_t hash() const override { return hash_of(primitive(), params_); }
  bool equals(const Application& other) const override {
    return other.primitive() == primitive() &&
           static_cast<const ApplicationOf&>(other).params_ == params_;
  }
  std::string params_text() const override { return print_params(params_); }

 private:
  const Primitive<Params>& primitive_;
  const Params params_;
};

}  // namespace berth::trace
