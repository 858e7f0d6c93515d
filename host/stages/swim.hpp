/// Rows of SWIM's workloads: what jobs read and shuffle.
#pragma once

#include <algorithm>
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

/// Whose rows are drawn: a name in the program, or a .csv file as the scenario names it.
struct SwimSource {
  std::string name = "fb2009_0";
  std::string folder = {};  ///< in which such a file lies; empty: in that of the program's caller

  bool is_file() const { return std::ranges::count(swim_names, name) == 0; }
  std::string path() const;  ///< of a file; else the name
  bool operator==(SwimSource const&) const = default;
};

/// Of a name in the program or a file's path. Throw InputError.
std::string swim_text(std::string const& source);
std::vector<SwimRow> swim_rows(std::string const& source);

}  // namespace fairslot::stages
