/// A problem's results, read back from the tables of its policies.
#pragma once

#include <optional>
#include <string>

#include "host/record/consistency.hpp"
#include "host/statistics/run_metrics.hpp"

namespace fairslot::record {

/// Is it the text of a problem, not of a scenario?
bool is_of_a_problem(std::string const& text);

/// As its run had it when it ended; nullopt: the file holds a scenario's results. Throws
/// FormatError.
std::optional<statistics::ProblemOutcome> read_outcome(StoredFile const& file);

}  // namespace fairslot::record
