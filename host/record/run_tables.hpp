/// The tables that every policy has: what a run leaves in each of them.
#pragma once

#include <string>
#include <vector>

#include "host/record/recorder.hpp"
#include "host/record/sink.hpp"
#include "host/record/tables.hpp"
#include "host/statistics/run_metrics.hpp"
#include "host/statistics/summary.hpp"

namespace fairslot::record {

/// -1 in a column: null. Times are slots, counted from 1.
Columns runs_columns(std::vector<std::string> const& resources);
Columns jobs_columns();
Columns users_columns();
Columns slots_columns(std::vector<std::string> const& resources);
Columns picks_columns();

/// /policies: jobs, users and runs of each policy, and what else is recorded.
Sink run_sink(std::vector<std::string> const& policies, List<statistics::SweepPoint> const& points,
              std::vector<std::string> const& resources, RunTables which);

/// Rows of these tables, a value a table: of a run that has come to its end, ...
std::vector<Rows> rows_of(int point, std::int64_t sample, Problem const& problem,
                          RunResult const& run, statistics::RunMetrics const& metrics,
                          RunTables which);
/// ... of a part of it, ...
std::vector<Rows> rows_of(int point, std::int64_t sample, Problem const& problem,
                          Records const& records, RunTables which);
/// ... or of one that came to none: how far it got.
std::vector<Rows> row_of_failed(int point, std::int64_t sample, RunStatus status,
                                RunResult const& run, std::size_t resources);

/// A column's name from a resource's: "used_cpu_milli".
std::vector<std::string> column_names(std::string const& prefix,
                                      std::vector<std::string> const& resources);

}  // namespace fairslot::record
