/// The tables that every policy has, read back a row at a time. Throw FormatError where a row is
/// impossible by itself.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "host/record/recorder.hpp"
#include "host/record/tables.hpp"
#include "host/statistics/run_metrics.hpp"

namespace fairslot::record {

/// Where a row belongs.
struct RunPlace {
  std::int32_t point = 0, sample = 0;
  bool operator==(RunPlace const&) const = default;
  bool operator<(RunPlace const& other) const {
    return std::pair(point, sample) < std::pair(other.point, other.sample);
  }
};

struct StoredRun {
  RunPlace place;
  RunStatus status = RunStatus::complete;
  std::int64_t started = 0;
  std::int64_t unstarted = 0, cancelled = 0, lost = 0;  ///< and makespan: of a complete run
  std::optional<std::int64_t> makespan;

  /// Of tasks, those that were lost again among them.
  std::int64_t starts() const { return started + lost; }
};

std::vector<StoredRun> read_runs(StoredTable const& runs,
                                 std::vector<std::string> const& resources);

void for_each_job(StoredTable const& jobs,
                  std::function<void(RunPlace, statistics::JobMetrics const&)> const& body);
void for_each_user(
    StoredTable const& users,
    std::function<void(RunPlace, std::int32_t, statistics::UserMetrics const&)> const& body);
/// Which of the columns that may be asked for the table `slots` has, by their names.
RunTables columns_asked_for(StoredTable const& slots);
/// Of the tables `slots`, `picks` and `shares`, which have these `columns`.
void for_each_slot(StoredTable const& table, Columns const& columns,
                   std::function<void(RunPlace, std::int64_t slot, RowReader& rest)> const& body);

}  // namespace fairslot::record
