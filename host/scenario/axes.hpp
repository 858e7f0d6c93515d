/// The [[sweep]] tables of a document and what is made of them, whatever the document describes.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "host/scenario/document.hpp"

namespace fairslot::scenario {

/// Swept keys with their values as TOML text.
using SetValues = std::vector<std::pair<std::string, std::string>>;
/// One text for all spellings that a key reads as the same.
using Meaning = std::function<std::string(std::string_view key, Value const&)>;
using Visit = std::function<void(SetValues, Value const& document)>;

/// Every combination, the last table fastest, with a document that has neither sweep nor compare.
/// The document of a point is made of the one before: every swept key is assigned anew. Its
/// [[sweep]] must have been read; a key swept twice, equal values and too many points throw
/// InputError.
void for_each_point(Value const& root, Meaning const&, Visit const&);

/// A value set by hand is not swept: drops the sweep tables of this key and of those inside of it.
void stop_sweeping(Value& root, std::string const& key);

/// What a file is called by default: its own name, as far as it can name results.
std::string default_name(std::string const& source);

}  // namespace fairslot::scenario
