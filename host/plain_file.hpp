/// Results take the place of what has their name: never of a device, a pipe or a folder.
#pragma once

#include <filesystem>
#include <string>

#include "host/error.hpp"

namespace fairslot {

/// Throws InputError where `path` exists and is no plain file.
inline void require_plain_file(std::string const& path) {
  std::error_code error;
  auto const status = std::filesystem::status(path, error);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
    throw InputError("--out " + shown_path(path) + ": is no plain file (allowed: a file's name)");
}

}  // namespace fairslot
