#pragma once

#include <span>
#include <string>

#include "berth/ledger.h"

namespace berth::observe {

/// What `Ledger::table` prints of `rows`, which are in the order of issue.
std::string ledger_table(std::span<const LedgerRow> rows);

}  // namespace berth::observe
