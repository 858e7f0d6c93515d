/// What the machine has left for a run.
#pragma once

#include <cstdint>
#include <string>

namespace fairslot {

/// Bytes of memory that this process may still take: what the machine has, what its control groups
/// (v1 or v2) and its limit on addresses (ulimit -v) leave. The largest number where nothing says.
std::int64_t free_memory();

/// Bytes that a file at `path` may take, whose folders need not be there yet.
std::int64_t free_disk(std::string const& path);

}  // namespace fairslot
