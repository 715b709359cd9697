#include "benchmarks/child.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <stdexcept>
#include <system_error>

namespace berth::bench {
namespace {

struct Pipe {
  int ends[2];  // to read from, to write to

  // Other children must not keep the ends open.
  Pipe() {
    if (::pipe2(ends, O_CLOEXEC) != 0) throw std::system_error(errno, std::system_category());
  }
};

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (std::string& text : texts) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

// The child takes the first of two values of one name.
std::vector<std::string> with_ours(std::vector<std::string> environment) {
  for (char** entry = environ; *entry != nullptr; ++entry) environment.emplace_back(*entry);
  return environment;
}

}  // namespace

Child::Child(const std::vector<std::string>& arguments, const std::vector<std::string>& environment)
    : name_(arguments.at(0)) {
  const Pipe to_child;
  const Pipe from_child;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, to_child.ends[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, from_child.ends[1], STDOUT_FILENO);
  std::vector<std::string> words = arguments;
  std::vector<std::string> variables = with_ours(environment);
  const int failure = ::posix_spawnp(&pid_, name_.c_str(), &actions, nullptr,
                                     pointers(words).data(), pointers(variables).data());
  posix_spawn_file_actions_destroy(&actions);
  ::close(to_child.ends[0]);
  ::close(from_child.ends[1]);
  input_ = ::fdopen(to_child.ends[1], "w");
  output_ = ::fdopen(from_child.ends[0], "r");
  if (failure != 0) {
    std::fclose(input_);
    std::fclose(output_);
    throw std::system_error(failure, std::system_category(), name_);
  }
}

Child::~Child() {
  std::fclose(input_);
  ::waitpid(pid_, nullptr, 0);
  std::fclose(output_);
}

void Child::write_line(const std::string& line) {
  std::fputs((line + "\n").c_str(), input_);
  std::fflush(input_);
}

std::string Child::read_line() {
  std::string line;
  for (int c = std::fgetc(output_); c != '\n'; c = std::fgetc(output_)) {
    if (c == EOF) throw std::runtime_error(name_ + " ended and said nothing");
    line.push_back(static_cast<char>(c));
  }
  return line;
}

}  // namespace berth::bench
