/// JSON as the standard has it, and nothing twice: nlohmann's parser keeps the last of two equal
/// keys, here that is an error that names the place.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace fairslot::problem {

/// The whole file. Throws InputError: no such file, a folder, not UTF-8 JSON, a key twice.
nlohmann::json read_strict_json(std::string const& path, std::string& text);

}  // namespace fairslot::problem
