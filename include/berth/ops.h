#pragma once

/// All operations on arrays. Each takes arrays and C++ scalars, runs where its committed operands
/// are, and does not wait.
#include "berth/ops/arithmetic.h"
#include "berth/ops/at.h"
#include "berth/ops/creation.h"
#include "berth/ops/elementwise.h"
#include "berth/ops/indexing.h"
#include "berth/ops/linalg.h"
#include "berth/ops/nn.h"
#include "berth/ops/reduce.h"
#include "berth/ops/select.h"
#include "berth/ops/shape.h"
#include "berth/ops/sort.h"
