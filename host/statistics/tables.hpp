/// What a sweep prints: tables for the screen, one object for --json.
#pragma once

#include <string>

#include "host/statistics/summary.hpp"

namespace fairslot {

/// Waiting, queueing and completion by point and policy, then the gains of compared_pairs(): where
/// tsf or cdrf take part only those of tvtsf over the better of the two, for each memory apart,
/// beside the gains that Li and Wang 2024 report where the points are its loads. Ends with a
/// newline.
std::string format_tables(Summary const& summary);

/// {"scenario","samples","points":[{"set","policies":[...],"paired":[...]}]}, a line with its
/// newline; undefined values are null.
std::string to_json(Summary const& summary);

}  // namespace fairslot
