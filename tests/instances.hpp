/// Which files of scenarios/ are instances of `fairslot solve`.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

namespace fairslot {

/// TOML that says what is to be solved.
inline bool is_instance(std::filesystem::path const& path) {
  if (path.extension() != ".toml") return false;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("solve = ")) return true;
  return false;
}

}  // namespace fairslot
