/// Sorts of the host's own integers: Thrust's, by digits, for data that no kernel touches. On more
/// threads they merge, which is slower than one that goes by digits.
#pragma once

#include <cstdint>
#include <vector>

namespace fairslot {

/// Ascending.
void sort_numbers(std::vector<std::int64_t>& numbers);
/// Ascending, each once.
void sort_distinct(std::vector<std::int64_t>& numbers);

}  // namespace fairslot
