/// Memory of this process, as Linux counts it. Nothing is known where /proc is not there or may not
/// be written.
#pragma once

#include <cstdint>
#include <optional>

namespace fairslot {

/// From now on what a run frees serves the next one: handed back and taken anew, page by page, it
/// would cost short runs a quarter of their time.
void keep_freed_memory();
/// Hands freed memory back to the system.
void give_back_memory();
/// The same, and starts the peak anew; false where that is not possible.
[[nodiscard]] bool reset_peak_memory();
/// Bytes: the most that was resident since.
std::optional<std::int64_t> peak_memory();
/// Bytes resident now.
std::optional<std::int64_t> resident_memory();
/// Bytes of addresses in use.
std::optional<std::int64_t> address_space();

}  // namespace fairslot
