#include <algorithm>
#include <array>
#include <boost/container/small_vector.hpp>
#include <cstddef>
#include <utility>

#include "core/array_state.h"
#include "core/scalar.h"
#include "placement/place.h"
#include "placement/program_cache.h"
#include "runtime/launch.h"
#include "runtime/transfer.h"
#include "trace/routine.h"

namespace berth {
namespace {

using placement::Place;
using runtime::BufferRef;

// Few operations have more operands: no allocation for those that have not.
constexpr std::size_t usual = 8;
template <class T>
using Few = boost::container::small_vector<T, usual>;

bool is_scalar(const Operand& operand) { return operand.array() == nullptr; }

// The type of a C++ scalar that became a `dtype`: it still yields to typed operands.
const Aval& scalar_aval(DType dtype) {
  static const auto avals = [] {
    std::array<Aval, 32> all;
    for (std::size_t i = 0; i < all.size(); ++i) {
      all[i].dtype = static_cast<DType>(i);
      all[i].weak_type = all[i].dtype != bool_;
    }
    return all;
  }();
  return avals[static_cast<std::size_t>(dtype)];
}

BufferRef argument(const Operand& operand, DType scalar_type, const char* who, const Place& place,
                   Here here) {
  const Array* array = operand.array();
  if (array == nullptr) {
    return runtime::scalar(convert(operand.scalar(), scalar_type, who, here), place.sharding, here);
  }
  const detail::ArrayState& state = detail::concrete_state_of(*array, who, here);
  if (*state.sharding == place.sharding) return state.buffer;
  return runtime::copy(*state.buffer, place.sharding, {who, place.reason, here});
}

Place decided(const detail::Residence& residence) {
  return {.sharding = *residence.sharding,
          .committed = residence.committed,
          .placed_at = residence.placed_at};
}

}  // namespace

Arrays trace::run_eagerly(const Call& call, std::span<const Operand> operands,
                          const CallSite& site) {
  const char* who = call.name();
  const bool is_decided = !site.residences.empty() && site.residences[0].sharding;
  const Place place = is_decided ? decided(site.residences[0])
                                 : placement::place(who, operands, site.where, site.here);
  const Device device = place.sharding.single_device();

  Few<DType> scalar_types(operands.size());
  if (std::ranges::any_of(operands, is_scalar)) call.scalar_types(operands, scalar_types);
  Few<const Aval*> avals;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const Array* array = operands[i].array();
    avals.push_back(array != nullptr ? &array->state()->aval : &scalar_aval(scalar_types[i]));
  }

  // The program first: what is wrong with the operands' types is said before a byte moves.
  const auto program =
      placement::program_for({call, avals, place.sharding.memory_kind(), device}, site.here);

  Few<BufferRef> arguments;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    arguments.push_back(argument(operands[i], scalar_types[i], who, place, site.here));
  }
  Few<BufferRef> results(program->results.size());
  runtime::launch(*program, device, arguments, results, site.here);

  Arrays arrays;
  arrays.reserve(results.size());
  for (std::size_t i = 0; i < results.size(); ++i) {
    const bool own = site.residences.size() > 1;
    arrays.push_back(placement::make_array(std::move(results[i]),
                                           own ? site.residences[i].committed : place.committed,
                                           own ? site.residences[i].placed_at : place.placed_at));
  }
  return arrays;
}

}  // namespace berth
