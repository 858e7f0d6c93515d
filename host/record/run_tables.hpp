/// The tables that every policy has: what a run leaves in each of them.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "host/record/table.hpp"
#include "host/statistics/run_metrics.hpp"

namespace fairslot::record {

/// -1 in a column: null. Times are slots, counted from 1.
Columns runs_columns(std::vector<std::string> const& resources);
Columns jobs_columns();
Columns users_columns();
Columns slots_columns(std::vector<std::string> const& resources);
Columns picks_columns();

/// The rows of one run, each beginning with its point and sample.
struct RunRows {
  Rows runs, jobs, users, slots, picks;
  std::size_t bytes() const;
};
inline constexpr std::array run_tables{&RunRows::runs, &RunRows::jobs, &RunRows::users,
                                       &RunRows::slots, &RunRows::picks};

RunRows rows_of(int point, std::int64_t sample, Problem const& problem, RunResult const& run,
                statistics::RunMetrics const& metrics);

/// Those of a part of it.
RunRows rows_of(int point, std::int64_t sample, Problem const& problem, Records const& records);

/// A column's name from a resource's: "used_cpu_milli".
std::vector<std::string> column_names(std::string const& prefix,
                                      std::vector<std::string> const& resources);

}  // namespace fairslot::record
