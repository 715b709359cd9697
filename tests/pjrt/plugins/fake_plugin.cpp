// A library with a plugin's entry point and no functions behind it.

#include "pjrt/abi.h"

extern "C" __attribute__((visibility("default"))) const berth::pjrt::abi::Table* GetPjrtApi() {
  static const berth::pjrt::abi::Table table = [] {
    berth::pjrt::abi::Table t;
    t.head.struct_size = sizeof(t);
    t.version = {{sizeof(t.version), nullptr}, 0, FAKE_PLUGIN_MINOR};
    return t;
  }();
  return &table;
}
