/// Rows of SWIM's workloads: what jobs read and shuffle.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fairslot::stages {

struct SwimRow {
  std::int64_t input, shuffle;  ///< bytes
};

/// Rows that the program has: Facebook's day, and jobs by how many maps are reported of one.
inline constexpr std::array<std::string_view, 2> swim_names = {"fb2009_0", "table"};

/// Of a name in the program or a .csv file. Throws InputError.
std::string swim_text(std::string const& source);
std::vector<SwimRow> swim_rows(std::string const& source);

}  // namespace fairslot::stages
