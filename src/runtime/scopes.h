#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "berth/ledger.h"
#include "berth/placement.h"

namespace berth::runtime {

class LedgerLog;

/// What the open scopes of a thread say. A value: `current_scopes()` copies it to other threads.
struct Scopes {
  std::optional<Device> default_device;

  struct RunOn {
    Target target;
    Here where;
  };
  std::optional<RunOn> run_on;

  std::array<Guard, 3> guards = {Guard::allow, Guard::allow, Guard::allow};  // by Direction
  std::string name;                                                          // of named_scope
  std::vector<std::shared_ptr<LedgerLog>> ledgers;
};

/// This thread's.
Scopes& scopes();

}  // namespace berth::runtime
