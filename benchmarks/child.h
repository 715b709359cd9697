#pragma once

#include <sys/types.h>

#include <cstdio>
#include <string>
#include <vector>

namespace berth::bench {

/// A process that is spoken to in lines. Its standard error is ours.
class Child {
 public:
  /// Starts `arguments[0]`, looked up on PATH, with `environment` ("NAME=value") on top of ours.
  explicit Child(const std::vector<std::string>& arguments,
                 const std::vector<std::string>& environment = {});
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  /// Closes its input and waits for its end.
  ~Child();

  void write_line(const std::string& line);
  /// Throws `std::runtime_error` if it ended before it wrote one.
  std::string read_line();

 private:
  std::string name_;
  pid_t pid_ = 0;
  std::FILE* input_ = nullptr;
  std::FILE* output_ = nullptr;
};

}  // namespace berth::bench
