#pragma once

#include "pjrt/abi/buffer.h"
#include "pjrt/abi/client.h"
#include "pjrt/abi/device.h"
#include "pjrt/abi/event.h"
#include "pjrt/abi/executable.h"
