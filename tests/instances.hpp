/// Which files of scenarios/ are for `fairslot solve`.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

namespace fairslot {

inline bool has_key(std::filesystem::path const& path, std::string const& key) {
  if (path.extension() != ".toml") return false;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);)
    if (line.starts_with(key + " = ")) return true;
  return false;
}

/// TOML that says what is to be solved.
inline bool is_instance(std::filesystem::path const& path) { return has_key(path, "solve"); }
/// TOML that says which experiment is to be made: tests/pool.
inline bool is_experiment(std::filesystem::path const& path) { return has_key(path, "experiment"); }

}  // namespace fairslot
