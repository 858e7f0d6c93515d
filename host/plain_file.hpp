/// Results take the place of what has their name: never of a device, a pipe or a folder.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "host/error.hpp"

namespace fairslot {

/// Throws InputError where no file system takes the name: better before a run than after it.
inline void require_short_name(std::string_view option, std::string const& path) {
  constexpr std::size_t longest = 255, longest_path = 4095 - 255;  // the temporary's name is longer
  if (std::filesystem::path(path).filename().string().size() <= longest &&
      path.size() <= longest_path)
    return;
  throw InputError(std::string(option) + " " + shown(path) +
                   ": too long (allowed: 255 bytes of name, 3840 of path)");
}

/// Throws InputError where `path` exists and is no plain file, or cannot be a file's name.
inline void require_plain_file(std::string const& path) {
  require_short_name("--out", path);
  std::error_code error;
  auto const status = std::filesystem::status(path, error);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
    throw InputError("--out " + shown_path(path) + ": is no plain file (allowed: a file's name)");
}

}  // namespace fairslot
