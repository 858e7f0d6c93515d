#include "host/forecast/results_forecast.hpp"

#include <algorithm>
#include <cmath>

#include "host/record/recorder.hpp"
#include "host/record/rows_in_turn.hpp"
#include "host/record/run_tables.hpp"
#include "host/statistics/sweep_statistics.hpp"

namespace fairslot::forecast {
namespace {

using record::RowsInTurn;
using statistics::SweepStatistics;

/// Bytes that tell numbers below `range` apart.
double bytes_of(double range) { return std::log2(1 + range) / 8; }

/// Deflated rows, measured. Rows like the ones before take next to nothing.
double deflated(double bytes, double differing) {
  constexpr double alike = 0.4;
  return alike + differing * bytes;
}

/// Of the rows of a queue: while its tasks take equally long, those of an entry are alike.
double differing_in_queue(Load const& load) {
  if (load.queued <= 0) return load.differing;
  double const alike = std::max(0.0, load.queued - load.mixed - load.late);
  return load.differing * (1 - alike / load.queued);
}

/// What is no whole number does not get much smaller.
constexpr double fraction_in_file = 2.5;

/// Of slots, and of what is kept beside them.
double kept(RunLeaves const& run) { return 1 / static_cast<double>(run.tables.every); }

/// How far behind who waits is, and what is asked for. In a calm slot it is as it was before.
double metrics_in_file(RunLeaves const& run) {
  double const calm = run.load.calm / run.load.slots;
  double const waits = run.load.queued / run.load.slots * (1 - calm);
  double const asked =
      static_cast<double>(run.tables.dfe.size()) + (run.tables.fragmentation ? run.resources : 0);
  return deflated(fraction_in_file * (waits + asked), run.load.differing);
}

/// Of users that wait together each is entitled to what the others leave; where nobody waits, a
/// job's tasks start together and end together. Where users share, fewer wait than first come first
/// served.
double rows_of_shares(RunLeaves const& run) {
  constexpr double of_rivals = 0.25;
  Load const& load = run.load;
  double const free = std::max(0.0, load.slots - load.queued);
  double const alone = std::min(2 * std::max(0.0, load.entries - load.late), free * run.users);
  return kept(run) * (load.queued * std::min(1 + of_rivals * load.rivals, run.users) + alone);
}

/// In a calm slot tasks end and others start: each moves what the columns say.
double slot_in_file(RunLeaves const& run) {
  constexpr double lively = 13.5, a_resource = 1.5, columns = 4.7;  // that starts move
  Load const& load = run.load;
  if (load.slots <= 0) return 0;
  double const starts = load.queued > 0 ? load.waiting / load.queued : 1;
  double const moves = std::log2(std::max(1.0, starts)) / 8;
  double const calm = 1.3 + 3.9 * bytes_of(load.running) + columns * moves;
  double const share = load.calm / load.slots;
  return share * deflated(calm, differing_in_queue(load)) +
         (1 - share) * deflated(lively + a_resource * run.resources, load.differing) +
         metrics_in_file(run);
}

/// Submit slots and, of those that wait, three columns more; what is left.
double times_in_file(Load const& load) {
  constexpr double counts = 2.5;  // of tasks that never start, of a job or user that has some
  double const late = load.entries > 0 ? load.late / load.entries : 0;
  double const cut = load.entries > 0 ? load.cut / load.entries : 0;
  return bytes_of(load.last - load.longest_wait) + late * 3 * bytes_of(load.longest_wait) +
         cut * counts;
}

/// Users that wait take turns, the more of them the less foreseeable.
double picks_in_file(RunLeaves const& run) {
  constexpr double alike = 0.2, most = 2.6, turn = 0.21, entry = 2.4, task = 0.4, most_of_entry = 6;
  double const tasks = run.load.entries > 0 ? run.tasks / run.load.entries : 0;
  double const bytes = std::min(entry + task * tasks, most_of_entry) * run.load.entries +
                       turn * std::log2(std::max(1.0, run.load.rivals)) * run.load.waiting;
  return alike * run.tasks + run.load.differing * std::min(most * run.tasks, bytes);
}

double slot_bytes(RunLeaves const& run) {
  std::vector<std::string> const resources(std::size_t(run.resources), "r");
  return static_cast<double>(record::row_size(record::slots_columns(resources, run.tables)));
}

}  // namespace

double rows_in_memory(RunLeaves const& run) {
  double bytes = run.jobs * static_cast<double>(record::row_size(record::jobs_columns())) +
                 run.users * static_cast<double>(record::row_size(record::users_columns()));
  if (run.tables.slots) bytes += kept(run) * run.load.slots * slot_bytes(run);
  if (run.tables.shares)
    bytes += rows_of_shares(run) * static_cast<double>(record::row_size(record::shares_columns()));
  if (run.tables.picks)
    bytes += run.tasks * static_cast<double>(record::row_size(record::picks_columns()));
  return bytes;
}

double rows_in_file(RunLeaves const& run) {
  constexpr double row_of_runs = 27, job = 3.5, user = 1.6, share = 7;
  double const times = times_in_file(run.load);
  double bytes = row_of_runs + run.jobs * deflated(job + times, run.load.differing) +
                 run.users * deflated(user + times, run.load.differing);
  if (run.tables.slots) bytes += kept(run) * run.load.slots * slot_in_file(run);
  if (run.tables.shares) bytes += rows_of_shares(run) * deflated(share, run.load.differing);
  if (run.tables.picks) bytes += picks_in_file(run);
  return bytes;
}

double value_in_file(RunLeaves const& run) { return deflated(1.6, run.load.differing); }

double distinct_values(RunLeaves const& run, Load const& most, double samples) {
  double const waits = std::min(samples * run.load.queued, most.longest_wait);
  double const late = std::min(samples * run.load.late, most.longest_wait);
  double const completions = std::min(samples * run.jobs, most.longest_task + late);
  return waits + late + completions;
}

void add_results(Forecast& sum, ResultsNeed const& need) {
  constexpr double empty_file = 12e3, tables_of_policy = 7.5e3, cell = 75, pair = 60;
  constexpr double value_spilled = 4;
  double const cells = need.policies * need.points;
  Factor const of_policies{"policies", need.policies}, of_points{"sweep", need.points};
  add(sum.disk, need.in_file, {need.of_rows, need.of_runs, of_points});
  add(sum.disk, empty_file + need.policies * tables_of_policy + need.text + need.cluster,
      {of_policies});
  add(sum.disk, cells * (cell + (need.policies - 1) * pair), {of_policies, of_points});
  add(sum.disk, need.values_in_file, {need.of_rows, need.of_runs});
  add(sum.spill,
      std::max(0.0, need.held - static_cast<double>(RowsInTurn::most_held)) +
          (need.values > static_cast<double>(SweepStatistics::most_points) / 2
               ? need.values * value_spilled
               : 0),
      {need.of_rows, need.of_runs});

  constexpr double large_tables = 2, of_packer = 2;
  auto const packers = static_cast<double>(RowsInTurn::packers(need.threads));
  double const of_table = (2.5 + of_packer * packers) * record::Table::chunk_bytes;
  constexpr double value = 24, mean = 48, cell_held = 500;
  add(sum.memory, need.runs * mean, {need.of_runs, of_points});
  add(sum.memory, cells * cell_held, {of_points, of_policies});
  double const held = std::min<double>(RowsInTurn::most_held, need.held);
  add(sum.memory, std::min(record::Recorder::most_queued + held, need.rows / 2),
      {need.of_rows, need.of_runs});
  add(sum.memory, std::min(need.policies * large_tables * of_table, need.rows), {of_policies});
  add(sum.memory, value * std::min<double>(1.25 * SweepStatistics::most_points, need.values),
      {need.of_rows});
}

}  // namespace fairslot::forecast
