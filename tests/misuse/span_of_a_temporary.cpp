// A span does not keep its memory: of a temporary view it would dangle.
// expect: deleted (member )?function
#include "berth/host.h"

float span_of_a_temporary(const berth::HostArray& x) {
#ifdef MISUSE
  return x.view<float>().span()[0];
#else
  const berth::HostView<float> view = x.view<float>();
  return view.span()[0];
#endif
}
