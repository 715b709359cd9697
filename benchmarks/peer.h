#pragma once

#include <string>

#include "benchmarks/child.h"
#include "benchmarks/measure.h"

namespace berth::bench {

/// JAX in a process of its own, which measures itself when it is asked to.
class Peer {
 public:
  /// `name` heads its column. `plugin`: the engine it runs on; empty: its own.
  Peer(std::string name, std::string python, const std::string& platform,
       const std::string& plugin);

  const std::string& name() const { return name_; }
  /// The version of JAX, and the devices that it found.
  const std::string& greeting() const { return greeting_; }

  /// What measures `what`, by the name that jax_peer.py has for it. This must outlive it.
  Sampler sampler(const std::string& what);

 private:
  Seconds time_to_first_result() const;

  std::string name_;
  std::vector<std::string> arguments_;
  std::vector<std::string> environment_;
  Child child_;
  std::string greeting_;
};

}  // namespace berth::bench
