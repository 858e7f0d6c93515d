/// Findings of audits as tables of a results file: /audit/POLICY/summary, series and witnesses.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "host/audit/gaps.hpp"
#include "host/record/sink.hpp"

namespace fairslot::record {

/// The tables, of these policies and audits.
Sink audit_sink(std::vector<std::string> const& policies, std::vector<std::string> const& audits);

/// The rows of a run's findings, one an audit in the sink's order: a value a table.
std::vector<Rows> audit_rows(int point, std::int64_t sample,
                             std::vector<audit::Finding> const& findings);

}  // namespace fairslot::record
