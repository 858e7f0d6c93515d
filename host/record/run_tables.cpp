#include "host/record/run_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace fairslot::record {
namespace {

using statistics::JobMetrics;
using statistics::RunMetrics;
using statistics::UserMetrics;

constexpr double undefined = std::numeric_limits<double>::quiet_NaN();

using enum ColumnType;

constexpr std::int64_t null = -1;
std::int64_t or_null(std::optional<std::int64_t> value) { return value.value_or(null); }

std::int32_t narrow(std::int64_t value) {
  if (value != static_cast<std::int32_t>(value))
    throw std::overflow_error("a count of tasks or a submit slot passes 2^31-1");
  return static_cast<std::int32_t>(value);
}

struct Place {
  std::int32_t point, sample;
};

/// Of a run, by the sink's tables.
struct RunRows {
  Rows runs = {}, jobs = {}, users = {}, slots = {}, picks = {}, shares = {};

  std::vector<Rows> in_order(RunTables const& which) && {
    std::vector<Rows> all{std::move(runs), std::move(jobs), std::move(users)};
    if (which.slots) all.push_back(std::move(slots));
    if (which.picks) all.push_back(std::move(picks));
    if (which.shares) all.push_back(std::move(shares));
    return all;
  }
};

void put_run(Rows& rows, Place at, RunResult const& run, RunMetrics const& metrics) {
  rows.put(at.point, at.sample, static_cast<std::int32_t>(run.status), run.slots, run.started,
           or_null(metrics.summary.makespan), metrics.summary.unstarted_tasks,
           metrics.summary.cancelled, metrics.summary.lost);
  for (std::size_t r = 0; r < metrics.time.used.size(); ++r)
    rows.put(metrics.time.utilisation(r).value_or(undefined));
  for (std::size_t r = 0; r < metrics.time.used.size(); ++r) rows.put(run.lost_time[r]);
}

void put_job(Rows& rows, Place at, JobMetrics const& job) {
  rows.put(at.point, at.sample, job.user, job.job, narrow(job.tasks), narrow(job.started),
           narrow(job.submit), or_null(job.first_start), or_null(job.completion), job.queue_sum,
           std::int32_t{job.blocked});
}

void put_user(Rows& rows, Place at, std::int32_t user, UserMetrics const& m) {
  rows.put(at.point, at.sample, user, narrow(m.submit), or_null(m.waiting), m.started, m.queue_sum,
           m.cancelled, m.lost, m.blocked.value_or(-1));
}

void put_slot(Rows& rows, Place at, int resources, SlotRow const& slot, RunTables const& which) {
  rows.put(at.point, at.sample, slot.slot, slot.running, slot.queued, slot.started, slot.users);
  for (int r = 0; r < resources; ++r) rows.put(slot.used[r]);
  rows.put(slot.slots_held, slot.min_share, slot.max_share, slot.jain, slot.waiting_users,
           slot.entitled_gap, slot.smallest_unplaced);
  for (int r = 0; r < resources && which.fragmentation; ++r) rows.put(slot.fragmentation[r]);
}

void put_dfe(Rows& rows, Dfe const& dfe, std::vector<double> const& betas) {
  for (double const beta : betas) rows.put(dfe.at(beta));
}

void put_share(Rows& rows, Place at, ShareRow const& row) {
  rows.put(at.point, at.sample, row.slot, row.user, row.share, row.entitled);
}

void put_pick(Rows& rows, Place at, Problem const& problem, Pick const& pick) {
  rows.put(at.point, at.sample, pick.slot, pick.user, problem.job[pick.entry], pick.server);
}

void put_records(RunRows& rows, Place at, Problem const& problem, Records const& records,
                 RunTables const& which, HeldShares& held) {
  std::size_t next = 0;
  for (SlotRow const& slot : records.slot_rows) {
    put_slot(rows.slots, at, problem.resources, slot, which);
    if (which.dfe.empty()) continue;
    held.take(records.shares, next, slot.slot);
    put_dfe(rows.slots, held.dfe(), which.dfe);
  }
  for (Pick const& pick : records.picks) put_pick(rows.picks, at, problem, pick);
  if (which.shares)
    for (ShareRow const& row : records.shares) put_share(rows.shares, at, row);
}

}  // namespace

Columns runs_columns(std::vector<std::string> const& resources) {
  Column status{"status", i32};
  status.states.assign(statistics::status_names.begin(), statistics::status_names.end());
  Columns columns = after_point_and_sample({status,
                                            {"slots", i64, "slots"},
                                            {"started", i64, "tasks"},
                                            {"makespan", i64, "slot"},
                                            {"unstarted", i64, "tasks"},
                                            {"cancelled", i64, "tasks"},
                                            {"lost", i64, "tasks"}});
  for (std::string const& name : column_names("utilisation_", resources))
    columns.push_back({name, f64, "1"});
  auto const lost = column_names("lost_time_", resources);
  for (std::size_t r = 0; r < lost.size(); ++r)
    columns.push_back({lost[r], f64, fmt::format("{}*slots", resources[r])});
  return columns;
}

Columns jobs_columns() {
  return after_point_and_sample({{"user", i32},
                                 {"job", i32},
                                 {"tasks", i32, "tasks"},
                                 {"started", i32, "tasks"},
                                 {"submit", i32, "slot"},
                                 {"first_start", i64, "slot"},
                                 {"finish", i64, "slot"},
                                 {"queue_sum", i64, "slots"},
                                 {"blocked", i32}});
}

Columns users_columns() {
  return after_point_and_sample({{"user", i32},
                                 {"submit", i32, "slot"},
                                 {"waiting", i64, "slots"},
                                 {"started", i64, "tasks"},
                                 {"queue_sum", i64, "slots"},
                                 {"cancelled", i64, "tasks"},
                                 {"lost", i64, "tasks"},
                                 {"blocked_job", i32}});
}

std::string dfe_column(double beta) { return fmt::format("dfe_{}", beta); }

Columns slots_columns(std::vector<std::string> const& resources, RunTables const& more) {
  Columns columns = after_point_and_sample({{"slot", i64, "slot"},
                                            {"running", i64, "tasks"},
                                            {"queued", i64, "tasks"},
                                            {"started", i64, "tasks"},
                                            {"users", i32, "users"}});
  auto const names = column_names("used_", resources);
  for (std::size_t r = 0; r < names.size(); ++r) columns.push_back({names[r], i64, resources[r]});
  columns.insert(columns.end(), {{"slots_held", i64},
                                 {"min_share", f64, "1"},
                                 {"max_share", f64, "1"},
                                 {"jain", f64, "1"},
                                 {"waiting_users", i32, "users"},
                                 {"entitled_gap", f64, "1"},
                                 {"smallest_unplaced", f64, "1"}});
  if (more.fragmentation)
    for (std::string const& name : column_names("fragmentation_", resources))
      columns.push_back({name, f64, "1"});
  for (double const beta : more.dfe) columns.push_back({dfe_column(beta), f64});
  return columns;
}

Columns picks_columns() {
  return after_point_and_sample(
      {{"slot", i64, "slot"}, {"user", i32}, {"job", i32}, {"server", i32}});
}

Columns shares_columns() {
  return after_point_and_sample(
      {{"slot", i64, "slot"}, {"user", i32}, {"share", f64, "1"}, {"entitled", f64, "1"}});
}

void HeldShares::take(std::vector<ShareRow> const& rows, std::size_t& next, std::int64_t slot) {
  for (; next < rows.size() && rows[next].slot <= slot; ++next) {
    ShareRow const& row = rows[next];
    if (row.user >= std::ssize(users_)) users_.resize(std::size_t(row.user) + 1);
    users_[row.user] = {row.share, row.entitled > 0};
  }
}

Dfe HeldShares::dfe() const {
  std::vector<double> shares;
  for (User const& user : users_)
    if (user.present) shares.push_back(user.share);
  return Dfe(shares);
}

Sink run_sink(std::vector<std::string> const& policies, List<statistics::SweepPoint> const& points,
              std::vector<std::string> const& resources, RunTables const& which) {
  Sink sink{"policies",
            policies,
            {{"runs", runs_columns(resources), true},
             {"jobs", jobs_columns()},
             {"users", users_columns()}}};
  if (which.slots) sink.tables.push_back({"slots", slots_columns(resources, which)});
  if (which.picks) sink.tables.push_back({"picks", picks_columns()});
  if (which.shares) sink.tables.push_back({"shares", shares_columns()});
  for (statistics::SweepPoint const& point : points) sink.at.push_back(point.policies.size());
  return sink;
}

std::vector<Rows> rows_of(int point, std::int64_t sample, Problem const& problem,
                          RunResult const& run, RunMetrics const& metrics, RunTables const& which,
                          HeldShares& held) {
  Place const at{point, static_cast<std::int32_t>(sample)};
  RunRows rows;
  put_run(rows.runs, at, run, metrics);
  for (JobMetrics const& job : metrics.jobs) put_job(rows.jobs, at, job);
  std::int32_t user = 0;
  for (UserMetrics const& m : metrics.users) put_user(rows.users, at, user++, m);
  put_records(rows, at, problem, run, which, held);
  return std::move(rows).in_order(which);
}

std::vector<Rows> rows_of(int point, std::int64_t sample, Problem const& problem,
                          Records const& records, RunTables const& which, HeldShares& held) {
  RunRows rows;
  put_records(rows, {point, static_cast<std::int32_t>(sample)}, problem, records, which, held);
  return std::move(rows).in_order(which);
}

std::vector<Rows> row_of_failed(int point, std::int64_t sample, RunStatus status,
                                RunResult const& run, std::size_t resources) {
  Rows row;
  row.put(std::int32_t{point}, static_cast<std::int32_t>(sample), static_cast<std::int32_t>(status),
          run.slots, run.started, null, null, null, null);
  for (std::size_t r = 0; r < 2 * resources; ++r) row.put(undefined);
  return {std::move(row)};
}

std::vector<std::string> column_names(std::string const& prefix,
                                      std::vector<std::string> const& resources) {
  std::vector<std::string> names;
  for (std::string const& resource : resources) {
    std::string name = prefix + resource.substr(0, resource.find('\0'));
    while (std::find(names.begin(), names.end(), name) != names.end()) name += "_";
    names.push_back(std::move(name));
  }
  return names;
}

}  // namespace fairslot::record
