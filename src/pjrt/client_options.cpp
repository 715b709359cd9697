#include "pjrt/client_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

#include "berth/error.h"
#include "core/environment.h"

namespace berth::pjrt {
namespace {

constexpr std::string_view cpu_device_count = "cpu_device_count";

[[noreturn]] void refuse(const std::string& what) {
  throw Error(ErrorCode::invalid_argument, "[client options] " + what);
}

[[noreturn]] void refuse_variable(const char* name, const std::string& value, const char* wanted) {
  refuse(fmt::format("{}={}: it must be {}", name, value, wanted));
}

bool boolean(const char* name, std::string value) {
  std::ranges::transform(value, value.begin(), [](unsigned char c) { return std::tolower(c); });
  constexpr std::array<std::string_view, 5> yes = {"true", "1", "yes", "y", "on"};
  constexpr std::array<std::string_view, 5> no = {"false", "0", "no", "n", "off"};
  if (std::ranges::find(yes, value) != yes.end()) {
    return true;
  }
  if (std::ranges::find(no, value) != no.end()) {
    return false;
  }
  refuse_variable(name, value, "true or false");
}

template <class T>
T number(const char* name, const std::string& value, T least, T most, const char* wanted) {
  T result = {};
  const char* end = value.data() + value.size();
  const auto [stop, failure] = std::from_chars(value.data(), end, result);
  if (failure != std::errc() || stop != end || !(result >= least) || !(result <= most)) {
    refuse_variable(name, value, wanted);
  }
  return result;
}

void add_memory_fraction(ClientOptions& options) {
  for (const char* name : {"XLA_CLIENT_MEM_FRACTION", "XLA_PYTHON_CLIENT_MEM_FRACTION"}) {
    if (const std::string value = environment(name); !value.empty()) {
      // More than all of it is unified memory, which the engine supports.
      options.set("memory_fraction",
                  number(name, value, 1e-6F, 1e6F, "a fraction of the memory, such as 0.75"));
      return;
    }
  }
}

void add_allocator(ClientOptions& options) {
  constexpr const char* name = "XLA_PYTHON_CLIENT_ALLOCATOR";
  constexpr std::array<std::string_view, 6> allocators = {"default", "platform",   "address",
                                                          "bfc",     "cuda_async", "vmm"};
  if (const std::string value = environment(name); !value.empty()) {
    if (std::ranges::find(allocators, value) == allocators.end()) {
      refuse_variable(name, value, "default, platform, bfc, cuda_async or vmm");
    }
    options.set("allocator", value);
  }
}

void add_collective_memory(ClientOptions& options) {
  constexpr const char* name = "XLA_PYTHON_CLIENT_COLLECTIVE_MEM_SIZE_MB";
  constexpr std::int64_t mebibyte = 1 << 20;
  if (const std::string value = environment(name); !value.empty()) {
    const auto size =
        number<std::int64_t>(name, value, 0, std::int64_t{1} << 40, "a number of mebibytes");
    if (size > 0) {  // 0 is the engine's default
      options.set("collective_memory_size", size * mebibyte);
    }
  }
}

}  // namespace

ClientOptions& ClientOptions::set(std::string name, Value value) {
  const auto found = std::ranges::find(
      values, name, [](const auto& option) -> const std::string& { return option.first; });
  if (found == values.end()) {
    values.emplace_back(std::move(name), std::move(value));
  } else {
    found->second = std::move(value);
  }
  return *this;
}

const ClientOptions::Value* ClientOptions::find(std::string_view name) const {
  for (const auto& [option, value] : values) {
    if (option == name) {
      return &value;
    }
  }
  return nullptr;
}

ClientOptions cpu_client_options(int count) {
  ClientOptions options;
  options.set(std::string(cpu_device_count), std::int64_t{count});
  validate(options);
  return options;
}

ClientOptions gpu_client_options() {
  ClientOptions options;
  if (const std::string value = environment("XLA_PYTHON_CLIENT_PREALLOCATE"); !value.empty()) {
    options.set("preallocate", boolean("XLA_PYTHON_CLIENT_PREALLOCATE", value));
  }
  add_memory_fraction(options);
  add_allocator(options);
  add_collective_memory(options);
  return options;
}

void validate(const ClientOptions& options) {
  const ClientOptions::Value* count = options.find(cpu_device_count);
  if (!count) {
    return;
  }
  const auto* number = std::get_if<std::int64_t>(count);
  if (!number) {
    refuse("cpu_device_count must be an integer");
  }
  if (*number < 1 || *number > max_cpu_devices) {
    refuse(fmt::format("{} CPU devices: between 1 and {} are possible", *number, max_cpu_devices));
  }
}

}  // namespace berth::pjrt
