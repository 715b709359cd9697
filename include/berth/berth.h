#pragma once

/// All of berth.
#include "berth/array.h"
#include "berth/device.h"
#include "berth/dtype.h"
#include "berth/error.h"
#include "berth/fields.h"
#include "berth/host.h"
#include "berth/ledger.h"
#include "berth/memory.h"
#include "berth/ops.h"
#include "berth/placement.h"
#include "berth/shape.h"
#include "berth/sharding.h"
#include "berth/source_location.h"
#include "berth/tree.h"
