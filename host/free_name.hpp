/// Gives a file a name that nobody has: never takes it from another file.
#pragma once

#include <string>

namespace fairslot {

/// unsupported: by this file system or kernel; failed: errno says why.
enum class Move { done, taken, unsupported, failed };

/// The first of the three below that the file system supports.
[[nodiscard]] Move move_to_free_name(std::string const& from, std::string const& to);

[[nodiscard]] Move move_by_rename(std::string const& from,
                                  std::string const& to);                         ///< renameat2(2)
[[nodiscard]] Move move_by_link(std::string const& from, std::string const& to);  ///< link(2)
/// Makes an empty file of that name first: whoever comes later finds it taken.
[[nodiscard]] Move move_by_claim(std::string const& from, std::string const& to);

}  // namespace fairslot
