/// How deep a TOML text nests, found out without recursion.
#pragma once

#include <string_view>

#include "host/scenario/document.hpp"

namespace fairslot::scenario {

/// Throws InputError where keys, lists and tables nest deeper than any scenario's: the parser and
/// what walks its tree recurse over them.
void refuse_deep_nesting(std::string_view text, std::shared_ptr<Source const> const& source);

}  // namespace fairslot::scenario
