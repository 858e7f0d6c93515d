/// What runs that were killed have left behind.
#pragma once

#include <string>
#include <vector>

namespace fairslot::record {

/// Looks for temporary files of `target`, one line to say for each. Removed are those whose process
/// is gone: of this machine, and nobody holds the file's lock. Others stay.
/// Without a target there are none.
std::vector<std::string> clear_leftovers(std::string const& target);

}  // namespace fairslot::record
