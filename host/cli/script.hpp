/// Python of analysis/, which draws.
#pragma once

#include <string>
#include <vector>

namespace fairslot::cli {

/// Becomes analysis/NAME with these arguments; returns only by an exception, one line: the script
/// is not there, or Python cannot be run.
[[noreturn]] void become_script(std::string const& name, std::vector<std::string> const& arguments);

}  // namespace fairslot::cli
