#include "host/scenario/named_trace.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace fairslot::scenario {

std::shared_ptr<traces::Trace const> named_trace(Place const& place, std::string const& key,
                                                 std::string const& name) {
  auto const path = std::filesystem::path(folder_of(place)) / name;
  if (std::error_code error; !std::filesystem::exists(path, error))
    fail(place, key,
         fmt::format("{}: no such file (fairslot import makes it; those of scenarios/traces are "
                     "made by scripts/traces)",
                     shown_path(path.string())));
  try {
    return traces::share_trace(path.string());
  } catch (InputError const& error) {
    fail(place, key, error.what());
  }
}

}  // namespace fairslot::scenario
