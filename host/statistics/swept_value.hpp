/// Swept values as people read them.
#pragma once

#include <string>

namespace fairslot::statistics {

/// Of a TOML text what is between its quotes; any other TOML scalar as it is.
std::string plain_text(std::string const& toml);

}  // namespace fairslot::statistics
