/// Formats that can be imported: an importer is one file in formats/ and a line in formats.cpp.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "host/traces/import.hpp"

namespace fairslot::traces {

struct Format {
  std::string_view name;
  std::string_view inputs;     ///< what is given, in order
  std::size_t least, most;     ///< so many inputs
  std::string_view resources;  ///< of a task
  std::string_view user, job;  ///< what becomes one
  std::vector<Setting> settings;
  void (*read)(Import&);
};

std::span<Format const> all_formats();
/// Throws InputError.
Format const& format_of(std::string_view name);

/// "key=value" each, over the format's own. Throws InputError.
Settings settings_of(Format const& format, std::vector<std::string> const& sets);

}  // namespace fairslot::traces
