#pragma once

#include <string>

namespace berth {

/// A line of source: the place that an array, an error or a ledger row names.
///
/// Functions take it as a defaulted last parameter, so it is the caller's line. A function
/// whose first argument is an array takes `Operand`, whose conversion captures the line.
class SourceLocation {
 public:
  /// No line: `line()` is 0 and `to_string` says "unknown".
  constexpr SourceLocation() = default;
  constexpr SourceLocation(const char* file, int line) : file_(file), line_(line) {}

  /// The caller's line when used as a default argument.
  static constexpr SourceLocation current(const char* file = __builtin_FILE(),
                                          int line = __builtin_LINE()) {
    return {file, line};
  }

  /// As the compiler was given it; lives as long as the process.
  constexpr const char* file() const { return file_; }
  constexpr int line() const { return line_; }
  constexpr explicit operator bool() const { return line_ != 0; }

  friend bool operator==(SourceLocation a, SourceLocation b);

 private:
  const char* file_ = "";
  int line_ = 0;
};

/// The short name used in signatures: `Here here = Here::current()`.
using Here = SourceLocation;

/// "model.cpp:42", or "unknown".
std::string to_string(SourceLocation location);

namespace detail {

/// While one is open on this thread, `user_line` answers with its line.
///
/// A public function made of other public functions opens one, so that everything inside
/// carries its caller's line. The outermost decides; inner ones change nothing.
class Origin {
 public:
  explicit Origin(Here here);
  ~Origin();
  Origin(const Origin&) = delete;
  Origin& operator=(const Origin&) = delete;

 private:
  bool opened_;
};

/// The line of the outermost open origin of this thread, else `here`.
Here user_line(Here here);

}  // namespace detail
}  // namespace berth
