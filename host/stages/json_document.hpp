/// A scenario in JSON as the tree that TOML is read into: every value with its line and column.
#pragma once

#include <string>

#include "host/scenario/document.hpp"

namespace fairslot::stages {

/// `source` names the text in messages. Throws InputError, one line with the place: no strict JSON,
/// or null.
scenario::Value parse_json(std::string const& text, std::string const& source);

}  // namespace fairslot::stages
