/// Where results have got their name.
#pragma once

#include <string>

namespace fairslot::record {

struct Published {
  std::string path;         ///< not the one asked for where something else has got that name
  bool by_another = false;  ///< another run has published the same results there first
};
/// Throws std::runtime_error, one line, where that is not the place asked for.
void require_place(Published const& published, std::string const& asked);

}  // namespace fairslot::record
