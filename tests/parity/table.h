#pragma once

#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include "berth/array.h"

namespace berth::parity {

using Operands = std::span<const Operand>;
using Params = nlohmann::json;

/// What a case calls: operands and parameters as generate.py wrote them.
using Op = std::function<Arrays(Operands operands, const Params& params)>;
using Table = std::map<std::string, Op>;

void add_elementwise(Table& table);
void add_reductions(Table& table);
void add_creation(Table& table);
void add_shapes(Table& table);
void add_indexing(Table& table);
void add_products(Table& table);
/// Random numbers; sorting.
void add_random(Table& table);
/// Of the operations that are in the table already.
void add_gradients(Table& table);

}  // namespace berth::parity
