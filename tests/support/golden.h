#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

namespace berth {

/// Whether `text` is that of tests/golden/<name>. With BERTH_UPDATE_GOLDEN in the environment the
/// file is written instead: look at the difference before it is committed.
inline testing::AssertionResult IsGolden(const std::string& text, const std::string& name) {
  const std::string path = std::string(BERTH_GOLDEN_DIR) + "/" + name;
  if (std::getenv("BERTH_UPDATE_GOLDEN") != nullptr) {
    std::ofstream(path, std::ios::binary) << text;
    return testing::AssertionSuccess();
  }
  std::ifstream in(path, std::ios::binary);
  const std::string golden{std::istreambuf_iterator<char>(in), {}};
  if (text == golden) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "not the text of tests/golden/" << name << ", but\n"
                                     << text;
}

}  // namespace berth
