/// What the program says to a scenario.
#pragma once

#include <string>
#include <vector>

#include "host/error.hpp"
#include "host/scenario/scenario.hpp"

namespace fairslot::scenario {

/// The message by which the text is refused; "accepted" where it is not.
inline std::string refusal(std::string const& text, std::vector<std::string> const& sets = {}) {
  try {
    parse_scenario(text, "s.toml", sets);
  } catch (InputError const& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace fairslot::scenario
