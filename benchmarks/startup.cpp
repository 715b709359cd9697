#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "benchmarks/child.h"
#include "benchmarks/raw.h"
#include "benchmarks/row.h"
#include "berth/berth.h"
#include "pjrt/client.h"
#include "pjrt/loader.h"
#include "runtime/process.h"

namespace berth::bench {
namespace {

constexpr int rounds = 9;

// From the start of a process until it says that it has its first result.
Sampler time_to_first_result(const std::vector<std::string>& arguments) {
  return [=](int calls) {
    Seconds total{};
    for (int i = 0; i < calls; ++i) {
      const auto begin = std::chrono::steady_clock::now();
      Child child(arguments, {"BERTH_CPU_DEVICES=1"});
      child.read_line();
      total += std::chrono::steady_clock::now() - begin;
    }
    return total;
  };
}

void say_done() {
  std::puts("done");
  std::fflush(stdout);
}

void start_up_with_berth() {
  const Array x = device_put(std::vector<float>(16, 1.f), devices()[0]);
  if (device_get(x + x).view<float>()[15] != 2.f) throw std::runtime_error("1 + 1 is not 2");
  say_done();
}

// Loads the plugin, makes a client and loads a program that was compiled before.
void start_up_raw(const std::string& platform, const std::string& library,
                  const std::string& program_file) {
  const pjrt::Plugin& plugin = pjrt::load(library);
  const pjrt::Client client(
      plugin.api(), platform == "cpu" ? pjrt::cpu_client_options(1) : pjrt::gpu_client_options());
  std::ifstream file(program_file, std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(file)), {});
  const pjrt::Executable program = client.deserialize(bytes);
  const pjrt::DeviceDescription& device = client.devices()[0];
  const std::vector<float> data(16, 1.f);
  const std::int64_t elements = 16;
  const auto [x, host_done] = client.buffer_from_host(
      {.data = data.data(), .dtype = float32, .dims = {&elements, 1}}, *device.default_memory);
  pjrt::abi::Buffer* const arguments[] = {x.get(), x.get()};
  const std::vector<pjrt::Buffer> results = program.execute(arguments, {.device = &device});
  std::vector<float> sum(16);
  results[0].to_host(std::as_writable_bytes(std::span(sum))).await();
  if (sum[15] != 2.f) throw std::runtime_error("1 + 1 is not 2");
  say_done();
}

// A compiled program, left for the children, in a folder that goes with this process.
class ProgramFile {
 public:
  explicit ProgramFile(const pjrt::Client& client)
      : path_(std::filesystem::temp_directory_path() /
              ("berth-benchmark-" + std::to_string(::getpid()))) {
    std::ofstream(path_, std::ios::binary) << client.compile(raw::add_text(), {}).serialize();
  }
  ProgramFile(const ProgramFile&) = delete;
  ProgramFile& operator=(const ProgramFile&) = delete;
  ~ProgramFile() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }

  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

}  // namespace

void start_up(const std::vector<std::string>& arguments) {
  if (arguments.empty()) {
    start_up_with_berth();
  } else {
    start_up_raw(arguments.at(0), arguments.at(1), arguments.at(2));
  }
}

std::vector<Row> startup_rows(const Place& place) {
  const std::string self = std::filesystem::read_symlink("/proc/self/exe").string();
  const runtime::Platform& platform = runtime::platform_of(place.device);
  const auto program = std::make_shared<const ProgramFile>(platform.client);
  const Sampler floor = time_to_first_result(
      {self, "--startup", platform.name, platform.client.api().library(), program->path()});
  return {{.what = "process start to first result, warm disk cache",
           .berth = time_to_first_result({self, "--startup"}),
           .floor = [=](int calls) { return program ? floor(calls) : Seconds{}; },
           .floor_name = "load, client, deserialize",
           .budget = Budget::time(Seconds(30e-3)),
           .jax = "startup",
           .rounds = rounds}};
}

}  // namespace berth::bench
