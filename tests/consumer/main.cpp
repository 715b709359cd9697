#include <cstring>

#include "berth/error.h"

// Without an engine: a missing package, header or symbol is what this program is to find.
int main() {
  try {
    throw berth::DeviceMismatchError("[add] cpu:0 and cpu:1");
  } catch (const berth::Error& error) {
    return std::strncmp(error.what(), "[add] cpu:0 and cpu:1", 21);
  }
}
