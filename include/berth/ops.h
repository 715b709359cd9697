#pragma once

#include "berth/ops/arithmetic.h"
#include "berth/ops/elementwise.h"
#include "berth/ops/indexing.h"
#include "berth/ops/linalg.h"
#include "berth/ops/select.h"
#include "berth/ops/shape.h"

/// All operations on arrays. Each may be called on arrays and C++ scalars, runs where its
/// committed operands are, and does not wait.
