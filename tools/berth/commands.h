#pragma once

#include <iosfwd>

/// The subcommands; each returns the exit status.
namespace berth::cli {

/// A table of devices, or JSON: an array with an object for each device.
int devices(bool json, std::ostream& out);

/// A paragraph for each plugin. 1 if the default platform does not work.
int doctor(std::ostream& out);

}  // namespace berth::cli
