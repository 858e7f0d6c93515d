// Tasks of stages: what a run and a match take by the number of workers at equal load, and the
// engine against its time-stepped twin, which builds the future anew and tries every task that
// waits on every server that changed. Results compared first.
#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "host/bench/measure.hpp"
#include "host/stages/simulation.hpp"
#include "host/stages/workload.hpp"
#include "tests/oracle/stages/twin.hpp"

namespace fairslot::stages {
namespace {

/// Jobs of 100 tasks of 3 stages, of 8 logics; `tasks_each` tasks a worker, as fast as 1,000
/// workers of 32 cores can take them.
Scenario scenario_of(std::int64_t workers, std::int64_t tasks_each) {
  Scenario scenario;
  scenario.settings.locality = false;
  scenario.workers.change() = {{workers, {32, 32}}};
  double const gap = 0.125 * 1000 / static_cast<double>(workers);
  for (std::int64_t j = 0; j < std::max<std::int64_t>(1, workers * tasks_each / 100); ++j) {
    auto const kind = static_cast<double>(j * 5 % 8) / 8;
    Scenario::Job& job = scenario.jobs.change().emplace_back();
    job.submit = gap * static_cast<double>(j);
    job.logic = fmt::format("logic {}", j * 5 % 8);
    Scenario::JobTasks& tasks = job.tasks.change().emplace_back();
    tasks.count = 100;
    tasks.stages = {{0.5 + kind, 0.75, 6 + 8 * kind}, {1 + kind, 1, 16}, {0.5, 1.25, 6}};
  }
  return scenario;
}

struct Run {
  Outcome outcome;
  double seconds = 0;
};

Run run(Scenario const& scenario, Instance const& instance, SchedulerName name) {
  Run run;
  run.seconds = bench::seconds([&] {
    run.outcome = simulate(instance, {name, settings_of(scenario), {}});
  });
  return run;
}

void measure(std::int64_t workers, std::int64_t tasks_each, SchedulerName name) {
  Scenario const scenario = scenario_of(workers, tasks_each);
  Instance const instance = make_instance(scenario, 0, {});
  Run const own = run(scenario, instance, name);
  auto const matches = static_cast<double>(own.outcome.decisions.matches);
  fmt::print("{:<10}{:>9}{:>9}{:>10.2f} s{:>12.1f}{:>12.3f}\n",
             scheduler_names[static_cast<std::size_t>(name)], workers, instance.task_count(),
             own.seconds, matches / static_cast<double>(instance.task_count()),
             own.seconds / matches * 1e6);
  std::fflush(stdout);
}

bool equal(std::vector<TaskOutcome> const& a, std::vector<TaskOutcome> const& b) {
  return std::ranges::equal(a, b, [](TaskOutcome const& x, TaskOutcome const& y) {
    return x.start == y.start && x.end == y.end && x.server == y.server;
  });
}

void against_twin(std::int64_t workers, std::int64_t tasks_each, SchedulerName name) {
  Scenario scenario = scenario_of(workers, tasks_each);
  scenario.workers.change().front().capacity = {1000, 32};  // the twin does not squeeze
  scenario.settings.points = 16;
  Instance const instance = make_instance(scenario, 0, {});
  Run const own = run(scenario, instance, name);
  std::vector<TaskOutcome> plain;
  double const seconds = bench::seconds([&] {
    plain = twin::simulate(instance, {name, settings_of(scenario), {}}, 1.0 / 16);
  });
  if (!equal(own.outcome.tasks, plain)) throw std::runtime_error("the twin's starts are others");
  fmt::print("{:<10}{:>9}{:>9}{:>10.3f} s{:>10.2f} s{:>10.0f}\n",
             scheduler_names[static_cast<std::size_t>(name)], workers, instance.task_count(),
             own.seconds, seconds, seconds / own.seconds);
  std::fflush(stdout);
}

int main_of(int argc, char** argv) {
  CLI::App app("runs of stages: by workers, and against a plain twin");
  std::vector<std::int64_t> workers = {100, 1000, 10000};
  std::int64_t tasks_each = 100, twin_workers = 20, twin_tasks_each = 50;
  app.add_option("--workers", workers, "numbers of workers")->check(CLI::PositiveNumber);
  app.add_option("--tasks-each", tasks_each, "tasks a worker")->check(CLI::PositiveNumber);
  app.add_option("--twin-workers", twin_workers, "against the twin")->check(CLI::PositiveNumber);
  app.add_option("--twin-tasks-each", twin_tasks_each, "against the twin")
      ->check(CLI::PositiveNumber);
  CLI11_PARSE(app, argc, argv);
  fmt::print("{:<10}{:>9}{:>9}{:>12}{:>12}{:>12}\n", "scheduler", "workers", "tasks", "run",
             "matches/task", "us a match");
  for (auto const name : {SchedulerName::fgm, SchedulerName::drf})
    for (std::int64_t const w : workers) measure(w, tasks_each, name);
  fmt::print("\n{:<10}{:>9}{:>9}{:>12}{:>12}{:>10}\n", "scheduler", "workers", "tasks", "run",
             "twin", "times");
  for (auto const name : {SchedulerName::fgm, SchedulerName::drf})
    against_twin(twin_workers, twin_tasks_each, name);
  return 0;
}

}  // namespace
}  // namespace fairslot::stages

int main(int argc, char** argv) {
  try {
    return fairslot::stages::main_of(argc, argv);
  } catch (std::exception const& error) {
    fmt::print(stderr, "stages: {}\n", error.what());
    return 1;
  }
}
