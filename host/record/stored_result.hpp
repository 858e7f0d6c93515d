/// Looks into a results file without computing anything. The file may be any file at all: what is
/// no results file, damaged or held by another program is an InputError of one line that names it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "host/statistics/run_metrics.hpp"
#include "host/statistics/summary.hpp"

namespace fairslot::record {

/// What there is at the name of a file of results that is to be written.
enum class Standing { nothing, this_result, something_else };

/// this_result: a finished run of this part of the scenario with this hash under these policies, in
/// today's format and with today's numbers.
Standing standing_of(std::string const& path, std::string const& hash,
                     std::vector<std::string> const& policies, statistics::Shard shard = {});

/// The stored summary, as finish() returned it.
statistics::Summary read_summary(std::string const& path);

/// What a run has to show.
struct StoredResult {
  statistics::Summary summary;
  std::optional<statistics::ProblemOutcome> outcome;  ///< of a problem
};
StoredResult read_result(std::string const& path);

/// A file found whole: every row, name and attribute is as it was written.
struct Verified {
  std::string digest;  ///< equal for equal runs
  std::size_t tables = 0;
  std::uint64_t rows = 0;
  bool complete = false;  ///< not of an interrupted run
};
Verified verify_results(std::string const& path);

}  // namespace fairslot::record
