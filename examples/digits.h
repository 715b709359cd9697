#pragma once

#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

/// The digits of data/digits.csv; every fifth image is kept for the test.
struct Digits {
  struct Part {
    std::vector<float> pixels;  ///< 64 for each image, in [0, 1].
    std::vector<int> labels;
  };
  Part train;
  Part test;
};

inline Digits load_digits(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path + ": run from the repository's root");
  Digits digits;
  char comma = ',';
  for (int image = 0, value = 0; file >> value; ++image) {
    Digits::Part& part = image % 5 == 0 ? digits.test : digits.train;
    for (int i = 0; i < 64; ++i) {
      part.pixels.push_back(static_cast<float>(value) / 16.f);
      file >> comma >> value;
    }
    part.labels.push_back(value);
  }
  return digits;
}
