// A library that only uses the entry point's name.

extern "C" const void* GetPjrtApi();

extern "C" __attribute__((visibility("default"))) const void* ask() { return GetPjrtApi(); }
