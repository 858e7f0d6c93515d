#include "host/statistics/swept_value.hpp"

#include <nlohmann/json.hpp>

namespace fairslot::statistics {

std::string plain_text(std::string const& toml) {
  auto const value = nlohmann::json::parse(toml, nullptr, false);
  if (value.is_string()) return value.get<std::string>();
  bool const quoted = toml.size() >= 2 && toml.front() == '\'' && toml.back() == '\'';
  return quoted ? toml.substr(1, toml.size() - 2) : toml;
}

}  // namespace fairslot::statistics
