#pragma once

#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include "berth/array.h"

namespace berth::parity {

/// What a case calls: operands and parameters as generate.py wrote them.
using Op = std::function<Arrays(std::span<const Operand> operands, const nlohmann::json& params)>;
using Table = std::map<std::string, Op>;

void add_elementwise(Table& table);
void add_reductions(Table& table);
void add_creation(Table& table);

}  // namespace berth::parity
