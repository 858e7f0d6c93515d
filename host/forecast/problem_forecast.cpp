#include <algorithm>
#include <cmath>

#include "host/forecast/forecast.hpp"
#include "host/forecast/load.hpp"
#include "host/forecast/results_forecast.hpp"
#include "host/forecast/run_memory.hpp"
#include "host/forecast/shape.hpp"
#include "host/record/measured_file.hpp"
#include "kernels/alone.hpp"

namespace fairslot::forecast {
namespace {

/// Memory that the object of --json takes while it is made, measured.
constexpr double json_bytes_of_job = 240, json_bytes_of_user = 200;

/// Mean number of digits of 0, 1, ... below `end`.
double digits(double end) {
  double sum = 1;
  for (std::int64_t power = 10; static_cast<double>(power) < end; power *= 10)
    sum += 1 - static_cast<double>(power) / end;
  return sum;
}

/// A line of --picks: slot, user, label and server.
double line_of_pick(Problem const& p, Load const& load) {
  std::int32_t const labels = p.job.empty() ? 1 : 1 + *std::ranges::max_element(p.job);
  return digits(load.last) + digits(p.users()) + digits(labels) + digits(p.servers) + 4;
}

RunLeaves leaves_of(Problem const& p, ProblemSetup const& setup) {
  return {.load = load_of(p),
          .tasks = static_cast<double>(p.total_tasks()),
          .jobs = static_cast<double>(p.entries()),
          .users = static_cast<double>(p.users()),
          .resources = p.resources,
          .tables = {.slots = setup.out, .picks = setup.picks},
          .replays = p.some_change(Change::What::policy)};
}

void add_runs(Forecast& sum, ProblemShape const& shape, RunLeaves const& leaves,
              ProblemSetup const& setup) {
  auto const policies = static_cast<double>(setup.policies.size());
  Factor const of_jobs{"jobs", leaves.jobs}, of_policies{"--policy", policies};
  Factor const of_servers{"servers", static_cast<double>(shape.servers)};
  Recording const recording = record::recording_of(leaves.tables);
  double const grows = grown(leaves, setup.out || setup.picks) - untouched(leaves);
  double runs = policies * grows, alone = 0;
  for (Policy const& policy : setup.policies) {
    RunMemory const memory = memory_of_run(shape, policy, recording, setup.machine.engine);
    runs += static_cast<double>(memory.run);
    alone = std::max(alone, static_cast<double>(bytes_alone(shape, policy)));
  }
  add(sum.memory, alone, {of_jobs, of_servers});
  add(sum.memory, runs, {of_jobs, of_servers, of_policies});
  add(sum.memory, problem_bytes(shape), {of_jobs, of_servers});
  add(sum.memory, policies * job_measured * leaves.jobs, {of_jobs, of_policies});
  double const json =
      policies * (leaves.jobs * json_bytes_of_job + leaves.users * json_bytes_of_user);
  if (setup.json)  // is made when the runs have gone
    add(sum.memory, std::max(0.0, json - runs), {of_jobs, of_policies});
}

}  // namespace

Forecast foretell(Problem const& p, std::string const& text, ProblemSetup const& setup) {
  Forecast sum;
  RunLeaves const leaves = leaves_of(p, setup);
  auto const policies = static_cast<double>(setup.policies.size());
  sum.tasks = leaves.tasks * policies;
  add_program(sum, setup.machine.threads);
  add_runs(sum, shape_of(p), leaves, setup);
  Factor const of_tasks{"tasks", leaves.tasks};
  double const values = policies * distinct_values(leaves, leaves.load, 1);
  constexpr double job_written = 180;
  if (setup.out) add(sum.memory, job_written * leaves.jobs, {of_tasks});
  if (setup.out)
    add_results(sum, {.policies = policies,
                      .runs = policies,
                      .rows = policies * rows_in_memory(leaves),
                      .in_file = policies * rows_in_file(leaves),
                      .values = values,
                      .values_in_file = values * value_in_file(leaves),
                      .text = record::stored_text_bytes(text),
                      .cluster = record::stored_cluster_bytes(p),
                      .threads = setup.machine.threads,
                      .of_rows = of_tasks,
                      .of_runs = {"--policy", policies}});
  if (setup.picks) add(sum.picks_csv, line_of_pick(p, leaves.load) * leaves.tasks, {of_tasks});
  return sum;
}

}  // namespace fairslot::forecast
