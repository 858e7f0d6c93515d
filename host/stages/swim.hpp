/// Rows of SWIM's workloads: what jobs read and shuffle.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace fairslot::stages {

struct SwimRow {
  std::int64_t input, shuffle;  ///< bytes
};

/// Of a name in the program or a .csv file. Throws InputError.
std::string swim_text(std::string const& source);
std::vector<SwimRow> swim_rows(std::string const& source);

}  // namespace fairslot::stages
