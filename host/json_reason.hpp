/// What the JSON library found wrong, for messages that give the place themselves.
#pragma once

#include <exception>
#include <string>

namespace fairslot {

/// Without its number and place: the library counts a line break that it stopped at as passed.
inline std::string json_reason(std::exception const& error) {
  std::string const what = error.what();
  auto const column = what.find(", column ");
  auto const before = column == std::string::npos ? what.find("] ") : what.find(": ", column);
  return before == std::string::npos ? what : what.substr(before + 2);
}

}  // namespace fairslot
