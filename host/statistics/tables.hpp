/// What a sweep prints: tables for the screen, one object for --json, CSV files.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "host/statistics/summary.hpp"

namespace fairslot::statistics {

struct TableOptions {
  bool long_form = false;  ///< every moment of every metric, gains with both ends of the interval
  bool all_pairs = false;  ///< gains of every pair of policies, not the points' comparisons only
};

/// Waiting, queueing and completion by point and policy, what was used of the cluster, then the
/// gains of the points' comparisons beside the published ones, then notes(). Ends with a newline.
std::string format_tables(Summary const& summary, TableOptions const& options = {});

/// {"scenario","samples","interrupted","points":[{"set","samples","waiting","policies","paired"}]},
/// a line with its newline (analysis/README.md); undefined values are null.
std::string to_json(Summary const& summary, TableOptions const& options = {});

/// Name and text of each file: points, moments, sample_means, gains (every policy against every
/// other), comparisons and utilisation, as the tables of that name in a results file. Undefined:
/// empty.
std::vector<std::pair<std::string, std::string>> csv_tables(Summary const& summary);

}  // namespace fairslot::statistics
