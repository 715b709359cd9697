#include "berth/abstract.h"

#include "core/array_state.h"
#include "placement/place.h"
#include "transform/trace_function.h"

namespace berth {
Array abstract(const Shape& shape, const Create& create, Here here) {
  here = detail::user_line(here);
  const placement::Place place = placement::place("abstract", {}, create.where(), here);
  return transform::abstract_array({shape, create.dtype_or(float32)},
                                   {place.sharding, place.committed, place.placed_at});
}

Arrays detail::abstract_results(LeafFunction& f, const Arrays& leaves, Here here) {
  const transform::TracedFunction function =
      transform::trace_function("eval_shape", f, leaves, user_line(here));
  Arrays results;
  for (const trace::ValueId id : function.graph.outputs()) {
    results.push_back(
        transform::abstract_array(function.graph.aval(id), function.graph.residence(id)));
  }
  return results;
}

std::string detail::jaxpr_text(LeafFunction& f, const Arrays& leaves, Here here) {
  return to_string(transform::trace_function("make_jaxpr", f, leaves, user_line(here)).graph);
}

}  // namespace berth
