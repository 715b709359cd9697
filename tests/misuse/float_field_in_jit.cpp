// So would a float field of a struct.
// expect: would be frozen at its
#include "berth/jit.h"
#include "berth/ops.h"

struct Options {
#ifdef MISUSE
  float rate;
#else
  berth::Static<float> rate;
#endif
};

berth::Array float_field_in_jit(const berth::Array& x) {
  return berth::jit([](const berth::Array& w, const Options& options) {
    return w * static_cast<float>(options.rate);
  })(x, Options{0.1f});
}
