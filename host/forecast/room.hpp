/// What the machine has left for a run.
#pragma once

#include <cstdint>
#include <string>

namespace fairslot::forecast {

/// Bytes of memory that this process may still take: what the machine has, what its control groups
/// (v1 or v2) and its limit on addresses (ulimit -v) leave. The largest number where nothing says.
std::int64_t free_memory();

/// The file system of a file at `path`, whose folders need not be there yet.
struct Disk {
  std::uint64_t device;  ///< tells it from others
  std::int64_t free;     ///< bytes
};
Disk disk_of(std::string const& path);

}  // namespace fairslot::forecast
