#pragma once

#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <stdexcept>
#include <string>

namespace berth {

/// How a program ended, and what it wrote to stdout and stderr together.
struct Finished {
  int status = 0;  ///< Of exit; minus the number of the signal that killed it.
  std::string output;
};

/// Runs a shell command and waits for it.
inline Finished run_command(const std::string& command) {
  FILE* const pipe = ::popen((command + " 2>&1").c_str(), "r");
  if (!pipe) throw std::runtime_error("cannot run " + command);
  Finished finished;
  std::array<char, 4096> block;
  while (const std::size_t size = std::fread(block.data(), 1, block.size(), pipe)) {
    finished.output.append(block.data(), size);
  }
  const int status = ::pclose(pipe);
  if (WIFEXITED(status)) {
    const int code = WEXITSTATUS(status);
    finished.status = code > 128 ? 128 - code : code;  // how the shell reports a signal
  } else {
    finished.status = -WTERMSIG(status);
  }
  return finished;
}

}  // namespace berth
