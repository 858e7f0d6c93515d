#include "host/record/run_tables_read.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "host/record/run_tables.hpp"
#include "host/statistics/summary.hpp"

namespace fairslot::record {
namespace {

using statistics::JobMetrics;
using statistics::UserMetrics;

std::optional<std::int64_t> or_nothing(std::int64_t value) {
  return value == -1 ? std::nullopt : std::optional(value);
}

RunPlace place_of(RowReader& row) {
  auto const point = row.get<std::int32_t>();
  return {point, row.get<std::int32_t>()};
}

/// `body` takes one row from the reader and says whether it is possible.
template <class Body>
void for_each_row(StoredTable const& table, Columns const& columns, Body body) {
  table.require_columns(columns);
  std::size_t const size = row_size(columns);
  std::size_t number = 0;
  table.read_rows([&](std::string_view rows) {
    for (; !rows.empty(); rows.remove_prefix(size), ++number) {
      RowReader row({rows.data(), size});
      if (!body(row))
        throw FormatError(
            fmt::format("{} holds impossible numbers in row {}", table.place(), number));
    }
  });
}

bool is_share(double value) { return std::isnan(value) || (value >= 0 && value <= 1); }

bool take(RowReader& row, std::size_t resources, StoredRun& run) {
  run.place = place_of(row);
  auto const status = row.get<std::int32_t>();
  bool possible = status >= 0 && status < static_cast<int>(statistics::status_names.size());
  run.status = static_cast<RunStatus>(status);
  possible &= row.get<std::int64_t>() >= 0;  // slots
  run.started = row.get<std::int64_t>();
  run.makespan = or_nothing(row.get<std::int64_t>());
  run.unstarted = row.get<std::int64_t>();
  run.cancelled = row.get<std::int64_t>(), run.lost = row.get<std::int64_t>();
  bool shares = true, any_share = false;
  for (std::size_t r = 0; r < resources; ++r) {
    auto const share = row.get<double>();
    shares &= is_share(share), any_share |= !std::isnan(share);
  }
  for (std::size_t r = 0; r < resources; ++r) {
    auto const lost_time = row.get<double>();
    possible &= std::isnan(lost_time) ? run.status != RunStatus::complete : lost_time >= 0;
    possible &= std::isnan(lost_time) || (lost_time > 0) <= (run.lost > 0);
  }
  possible &= shares && run.started >= 0;
  if (run.status != RunStatus::complete)
    return possible && !run.makespan && run.unstarted == -1 && run.cancelled == -1 &&
           run.lost == -1 && !any_share;
  return possible && run.cancelled >= 0 && run.unstarted >= run.cancelled && run.lost >= 0 &&
         run.makespan.value_or(1) >= 1 && run.makespan.has_value() == (run.started > 0);
}

bool take(RowReader& row, JobMetrics& job) {
  job.user = row.get<std::int32_t>(), job.job = row.get<std::int32_t>();
  job.tasks = row.get<std::int32_t>(), job.started = row.get<std::int32_t>();
  job.submit = row.get<std::int32_t>();
  job.first_start = or_nothing(row.get<std::int64_t>());
  job.completion = or_nothing(row.get<std::int64_t>());
  job.queue_sum = row.get<std::int64_t>();
  auto const blocked = row.get<std::int32_t>();
  job.blocked = blocked == 1;
  bool const counts = job.user >= 0 && job.started >= 0 && job.started <= job.tasks;
  bool const started = (job.started == 0 || job.first_start) &&
                       job.first_start.value_or(job.submit) >= job.submit && job.queue_sum >= 0;
  bool const ended = !job.completion || (job.first_start && job.started == job.tasks &&
                                         *job.completion > *job.first_start);
  bool const can_run = blocked == 0 || (blocked == 1 && job.started < job.tasks);
  return counts && job.submit >= 0 && started && ended && can_run;
}

bool take(RowReader& row, std::int32_t& number, UserMetrics& user) {
  number = row.get<std::int32_t>();
  user.submit = row.get<std::int32_t>();
  user.waiting = or_nothing(row.get<std::int64_t>());
  user.started = row.get<std::int64_t>(), user.queue_sum = row.get<std::int64_t>();
  user.cancelled = row.get<std::int64_t>(), user.lost = row.get<std::int64_t>();
  auto const blocked = row.get<std::int32_t>();
  user.blocked = blocked == -1 ? std::nullopt : std::optional(blocked);
  return number >= 0 && user.submit >= 0 && user.started >= 0 && user.queue_sum >= 0 &&
         user.cancelled >= 0 && user.lost >= 0 && blocked >= -1 && user.waiting.value_or(0) >= 0 &&
         (user.started == 0 || user.waiting) && (!user.waiting || user.started + user.lost > 0);
}

}  // namespace

std::vector<StoredRun> read_runs(StoredTable const& table,
                                 std::vector<std::string> const& resources) {
  std::vector<StoredRun> runs;
  for_each_row(table, runs_columns(resources),
               [&](RowReader& row) { return take(row, resources.size(), runs.emplace_back()); });
  return runs;
}

void for_each_job(StoredTable const& table,
                  std::function<void(RunPlace, JobMetrics const&)> const& body) {
  for_each_row(table, jobs_columns(), [&](RowReader& row) {
    RunPlace const place = place_of(row);
    JobMetrics job;
    bool const possible = take(row, job);
    if (possible) body(place, job);
    return possible;
  });
}

void for_each_user(StoredTable const& table,
                   std::function<void(RunPlace, std::int32_t, UserMetrics const&)> const& body) {
  for_each_row(table, users_columns(), [&](RowReader& row) {
    RunPlace const place = place_of(row);
    std::int32_t number = 0;
    UserMetrics user;
    bool const possible = take(row, number, user);
    if (possible) body(place, number, user);
    return possible;
  });
}

RunTables columns_asked_for(StoredTable const& slots) {
  RunTables more;
  for (auto const& [name, type] : slots.columns()) {
    more.fragmentation |= name.starts_with("fragmentation_");
    double beta = 0;
    std::string const prefix = "dfe_";
    char const* const end = name.data() + name.size();
    if (name.starts_with(prefix) &&
        std::from_chars(name.data() + prefix.size(), end, beta).ptr == end)
      more.dfe.push_back(beta);
  }
  return more;
}

void for_each_slot(StoredTable const& table, Columns const& columns,
                   std::function<void(RunPlace, std::int64_t, RowReader&)> const& body) {
  for_each_row(table, columns, [&](RowReader& row) {
    RunPlace const place = place_of(row);
    auto const slot = row.get<std::int64_t>();
    if (slot >= 1) body(place, slot, row);
    return slot >= 1;
  });
}

}  // namespace fairslot::record
