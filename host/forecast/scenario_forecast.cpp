#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include "host/forecast/forecast.hpp"
#include "host/forecast/load.hpp"
#include "host/forecast/results_forecast.hpp"
#include "host/forecast/room.hpp"
#include "host/forecast/run_memory.hpp"
#include "host/forecast/shape.hpp"
#include "host/record/measured_file.hpp"
#include "host/scenario/cluster.hpp"
#include "host/workload/workload.hpp"
#include "kernels/alone.hpp"
#include "kernels/places.hpp"

namespace fairslot::forecast {
namespace {

using scenario::Point;
using scenario::Scenario;

/// The key that so many jobs come from.
Factor of_jobs(Scenario const& s, double jobs) {
  if (s.workload.is_trace()) return {"workload.trace", jobs};
  if (!s.workload.is_drawn()) return {"users", jobs};
  if (s.workload.load > 0) return {"workload.load", jobs, s.workload.load};
  return {"workload.jobs", jobs};
}

/// The runs of a point: so many that are alike.
struct PointNeed {
  double run, problem, rows, count, alone, tasks;
};

RunLeaves leaves_of(Scenario const& s, Load const& load) {
  double const jobs = static_cast<double>(workload::job_count(s));
  return {.load = load,
          .tasks = workload::expected_tasks(s),
          .jobs = jobs,
          .users = static_cast<double>(shape_of(s, load.entries).users),
          .resources = static_cast<int>(s.cluster.resources.size()),
          .tables = record::tables_of(s),
          .replays = policies_change(s)};
}

/// Audits see all picks of a run, and the runs that they need of others are no larger than twice
/// its own.
PointNeed with_audits(PointNeed need, RunLeaves leaves) {
  leaves.tables.picks = true;
  need.run = 3 * need.run + grown(leaves, true);
  need.problem *= 3;
  return need;
}

PointNeed need_of_point(Scenario const& s, RunLeaves const& leaves, Engine engine) {
  ProblemShape const shape = shape_of(s, leaves.load.entries);
  double runs = 0, problem = 0, alone = 0;
  for (std::string const& name : s.policies) {
    Policy const policy = parse_policy(name);
    RunMemory const memory =
        memory_of_run(shape, policy, record::recording_of(leaves.tables), engine);
    runs += static_cast<double>(memory.run);
    problem = static_cast<double>(memory.problem) + problem_bytes(shape);
    alone = std::max(alone, static_cast<double>(bytes_alone(shape, policy)));
  }
  auto const policies = static_cast<double>(s.policies.size());
  double const run = runs / policies + grown(leaves, true) - untouched(leaves);
  PointNeed const need{
      run,   problem,     rows_in_memory(leaves), static_cast<double>(s.samples) * policies,
      alone, leaves.tasks};
  return s.audit.empty() ? need : with_audits(need, leaves);
}

/// The simulator's places, filled with the largest runs; of long ones fewer.
PointNeed largest_together(std::vector<PointNeed> points, double places, double few) {
  std::ranges::sort(points, std::greater{}, &PointNeed::run);
  PointNeed sum{};
  for (PointNeed const& point : points) {
    double const long_ones =
        std::ceil((few * static_cast<double>(tasks_of_few) - sum.tasks) / point.tasks);
    double const left = std::min(places - sum.count, std::max({few - sum.count, long_ones, 0.0}));
    double const count = std::min(point.count, left);
    sum.run += count * point.run, sum.rows += count * point.rows, sum.count += count;
    sum.tasks += count * point.tasks;
    sum.problem = std::max(sum.problem, point.problem);
    sum.alone = std::max(sum.alone, point.alone);
  }
  return sum;
}

/// Sums and largest values over the points.
struct Sweep {
  ResultsNeed results;
  double tasks = 0, samples = 0, jobs = 0, servers = 0, policies_a_sample = 1;
  std::vector<PointNeed> points;
};

void add_point(Sweep& sweep, Scenario const& s, PointLoad const& load, Engine engine) {
  RunLeaves const leaves = leaves_of(s, load.mean);
  auto const policies = static_cast<double>(s.policies.size());
  PointNeed const need = need_of_point(s, leaves, engine);
  sweep.tasks += need.count * leaves.tasks;
  sweep.samples += static_cast<double>(s.samples);
  sweep.jobs = std::max(sweep.jobs, leaves.jobs);
  sweep.servers = std::max(sweep.servers, static_cast<double>(scenario::server_count(s.cluster)));
  sweep.policies_a_sample = std::max(sweep.policies_a_sample, policies);
  sweep.points.push_back(need);
  ResultsNeed& results = sweep.results;
  results.runs += need.count;
  results.rows += need.count * need.rows;
  results.in_file += need.count * rows_in_file(leaves);
  double const values =
      policies * distinct_values(leaves, load.most, static_cast<double>(s.samples));
  results.values += values, results.values_in_file += values * value_in_file(leaves);
}

/// While all runs go on, or while one that has ended is measured and written, or the next one's
/// jobs are drawn: who has ended has left its place where there is no other run for it.
double most_at_once(PointNeed const& together, double runs, double jobs, double places) {
  constexpr double job_recorded = 200;
  double const left = runs > places ? 0 : together.run / together.count;
  return std::max(together.run, together.run - left + jobs * std::max(job_drawn, job_recorded));
}

double distinct_policies(std::vector<Point> const& points) {
  std::set<std::string> names;
  for (Point const& point : points)
    names.insert(point.scenario.policies.begin(), point.scenario.policies.end());
  return static_cast<double>(names.size());
}

/// With so many runs side by side.
void add_memory(Forecast& sum, Sweep const& sweep, Scenario const& scenario, double places,
                int threads) {
  double const few = few_runs(threads);
  PointNeed const together = largest_together(sweep.points, places, few);
  Factor const jobs = of_jobs(scenario, sweep.jobs);
  Factor const servers{"cluster.servers", sweep.servers};
  add_program(sum, threads);
  add(sum.memory, most_at_once(together, sweep.results.runs, sweep.jobs, places), {jobs, servers});
  add(sum.memory, together.alone, {jobs, servers});
  double const ahead = 1 + problems_ahead(threads);  // one of whose policies some come next
  double const problems = std::min(together.count / sweep.policies_a_sample + ahead, sweep.samples);
  add(sum.memory, problems * together.problem, {jobs, servers});
}

ResultsNeed results_of(Sweep const& sweep, Scenario const& scenario,
                       std::vector<Point> const& points, double places, int threads) {
  double const few = few_runs(threads);
  ResultsNeed results = sweep.results;
  results.threads = threads;
  results.policies = distinct_policies(points);
  results.points = static_cast<double>(points.size());
  results.held =
      results.runs > sweep.policies_a_sample ? largest_together(sweep.points, places, few).rows : 0;
  results.text = record::stored_text_bytes(scenario::to_toml(scenario));
  results.of_rows = of_jobs(scenario, sweep.jobs);
  results.of_runs = {"samples", static_cast<double>(scenario.samples)};
  return results;
}

}  // namespace

Forecast foretell(Scenario const& scenario, std::vector<Point> const& points,
                  ForecastSetup const& setup) {
  constexpr double most_of_free = 0.7;
  Sweep sweep;
  std::vector<PointLoad> const loads = loads_of(points);
  for (std::size_t i = 0; i < points.size(); ++i)
    add_point(sweep, points[i].scenario, loads[i], setup.engine);
  auto const free = static_cast<double>(free_memory());
  int const all = places_of_runs(setup.threads);
  for (int places = all;; places = (places + 1) / 2) {
    Forecast sum;
    sum.tasks = sweep.tasks;
    sum.resident = places < all ? places : 0;
    add_memory(sum, sweep, scenario, places, setup.threads);
    add_results(sum, results_of(sweep, scenario, points, places, setup.threads));
    if (places == 1 || total(sum.memory) <= most_of_free * free) return sum;
  }
}

}  // namespace fairslot::forecast
