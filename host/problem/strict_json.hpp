/// JSON as the standard has it, and nothing twice: nlohmann's parser keeps the last of two equal
/// keys, here that is an error that names the place.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace fairslot::problem {

/// The text of a whole file, which `path` names in messages. Throws InputError, one line with the
/// place: empty, not UTF-8 JSON, a key twice.
nlohmann::json parse_strict_json(std::string const& path, std::string const& text);

}  // namespace fairslot::problem
