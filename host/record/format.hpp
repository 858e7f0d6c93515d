/// Versions of what a results file holds; analysis/README.md describes the format.
#pragma once

namespace fairslot::record {

inline constexpr int format_version = 4;  ///< of groups, tables and columns
inline constexpr int semantic_version =
    2;  ///< of the numbers: raised when the same input gives others

}  // namespace fairslot::record
