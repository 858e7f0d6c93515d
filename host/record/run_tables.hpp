/// The tables that every policy has: what a run leaves in each of them.
#pragma once

#include <string>
#include <vector>

#include "host/dfe.hpp"
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
/// `more`: of them the columns that are asked for.
Columns slots_columns(std::vector<std::string> const& resources, RunTables const& more);
Columns picks_columns();
Columns shares_columns();

/// "dfe_0.5"
std::string dfe_column(double beta);

/// /policies: jobs, users and runs of each policy, and what else is recorded.
Sink run_sink(std::vector<std::string> const& policies, List<statistics::SweepPoint> const& points,
              std::vector<std::string> const& resources, RunTables const& which);

/// What users of a run hold, where the DFE of it is asked for: rows of shares in order, also from
/// part to part.
class HeldShares {
 public:
  /// Up to and with the slot, from `next` on, which is moved.
  void take(std::vector<ShareRow> const& rows, std::size_t& next, std::int64_t slot);
  /// Of users that have tasks queued or running.
  Dfe dfe() const;

 private:
  struct User {
    double share = 0;
    bool present = false;
  };
  List<User> users_;
};

/// Rows of these tables, a value a table: of a run that has come to its end, ...
std::vector<Rows> rows_of(int point, std::int64_t sample, Problem const& problem,
                          RunResult const& run, statistics::RunMetrics const& metrics,
                          RunTables const& which, HeldShares& held);
/// ... of a part of it, ...
std::vector<Rows> rows_of(int point, std::int64_t sample, Problem const& problem,
                          Records const& records, RunTables const& which, HeldShares& held);
/// ... or of one that came to none: how far it got.
std::vector<Rows> row_of_failed(int point, std::int64_t sample, RunStatus status,
                                RunResult const& run, std::size_t resources);

/// A column's name from a resource's: "used_cpu_milli".
std::vector<std::string> column_names(std::string const& prefix,
                                      std::vector<std::string> const& resources);

}  // namespace fairslot::record
