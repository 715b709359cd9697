// default_device decides for everything in a block that nobody placed.
#include <berth/berth.h>

#include <iostream>
#include <thread>

using namespace berth;

int main() {
  set_cpu_device_count(3);
  const Array fixed = device_put(ones({2}), device("cpu:2"));

  Array inside, mixed;
  {
    const auto scope = default_device(device("cpu:1"));
    inside = zeros({2}) + 1.0;
    mixed = inside + fixed;  // a committed operand still decides
  }
  const Array outside = zeros({2});
  std::cout << "inside the block: " << to_string(inside.device()) << "\n"
            << "with an operand committed elsewhere: " << to_string(mixed.device()) << "\n"
            << "after the block: " << to_string(outside.device()) << "\n";

  // As an expression; and carried to another thread, which sees none of its own.
  const Array one_liner = with(default_device(device("cpu:1")), [] { return ones({2}); });
  const ScopeSet scopes = with(default_device(device("cpu:1")), [] { return current_scopes(); });
  Device in_thread;
  std::thread([&] {
    const auto scope = scopes.enter();
    in_thread = ones({2}).device();
  }).join();
  std::cout << "in a thread that entered the scopes: " << to_string(in_thread) << "\n";

  const bool as_said = inside.device() == device("cpu:1") && mixed.device() == device("cpu:2") &&
                       outside.device() == device("cpu:0") && one_liner.device() == in_thread;
  return as_said ? 0 : 1;
}
