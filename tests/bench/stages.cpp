// Tasks of stages: what a run and a match take by the number of workers at equal load and by the
// number of tasks that wait at once, and the engine against itself with a plain matcher, starts and
// ends compared. Seconds are of the processor: one thread, whatever runs beside it.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <ctime>
#include <fstream>
#include <nlohmann/json.hpp>

#include "host/bench/measure.hpp"
#include "host/memory.hpp"
#include "host/stages/simulation.hpp"
#include "host/stages/workload.hpp"
#include "tests/oracle/stages/plain.hpp"

namespace fairslot::stages {
namespace {

/// Jobs of 100 tasks of 3 stages, of 8 logics; `tasks_each` tasks a worker, as fast as 1,000
/// workers of 32 cores can take them, or all at once.
Scenario scenario_of(std::int64_t workers, std::int64_t tasks_each, bool at_once) {
  Scenario scenario;
  scenario.settings.locality = false;
  scenario.workers.change() = {{workers, {32, 32}}};
  double const gap = at_once ? 0.0 : 0.125 * 1000 / static_cast<double>(workers);
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

constexpr std::string_view title = "{:<10}{:>9}{:>9}{:>12}{:>9}{:>15}{:>13}\n";

struct Run {
  Outcome outcome;
  double seconds = 0;
  std::optional<std::int64_t> peak_bytes;  ///< of the process, its instance with it
};

template <class Simulate>
Run timed(Simulate const& simulate) {
  Run run;
  bool const known = reset_peak_memory();
  std::clock_t const begin = std::clock();
  run.outcome = simulate();
  run.seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  if (known) run.peak_bytes = peak_memory();
  return run;
}

std::string mebibytes(std::optional<std::int64_t> bytes) {
  return bytes ? fmt::format("{} MiB", *bytes >> 20) : "-";
}

struct Question {
  SchedulerName name;
  std::int64_t workers, tasks_each;
  bool at_once = false;
};

std::string_view name_of(Question const& question) {
  return scheduler_names[static_cast<std::size_t>(question.name)];
}

nlohmann::json measure(Question const& question, int runs) {
  Scenario const scenario = scenario_of(question.workers, question.tasks_each, question.at_once);
  Instance const instance = make_instance(scenario, 0, {});
  Terms const terms{question.name, settings_of(scenario), {}};
  std::vector<double> all;
  Run last;
  for (int r = 0; r < runs; ++r) {
    last = timed([&] { return simulate(instance, terms); });
    all.push_back(last.seconds);
  }
  double const seconds = bench::median(all);
  auto const matches = static_cast<double>(last.outcome.decisions.matches);
  fmt::print(title, name_of(question), question.workers, instance.task_count(),
             fmt::format("{:.2f} s", seconds), mebibytes(last.peak_bytes),
             fmt::format("{:.1f}", matches / instance.task_count()),
             fmt::format("{:.3f}", seconds / matches * 1e6));
  std::fflush(stdout);
  return {{"scheduler", name_of(question)},
          {"workers", question.workers},
          {"tasks", instance.task_count()},
          {"at_once", question.at_once},
          {"seconds", all},
          {"peak_bytes", last.peak_bytes ? nlohmann::json(*last.peak_bytes) : nlohmann::json()},
          {"matches", last.outcome.decisions.matches}};
}

bool equal(std::vector<TaskOutcome> const& a, std::vector<TaskOutcome> const& b) {
  return std::ranges::equal(a, b, [](TaskOutcome const& x, TaskOutcome const& y) {
    return x.start == y.start && x.end == y.end && x.server == y.server && x.killed == y.killed;
  });
}

nlohmann::json against_plain(Question const& question) {
  Scenario const scenario = scenario_of(question.workers, question.tasks_each, question.at_once);
  Instance const instance = make_instance(scenario, 0, {});
  Terms const terms{question.name, settings_of(scenario), {}};
  Run const own = timed([&] { return simulate(instance, terms); });
  Run const plain = timed([&] { return simulate(instance, terms, {}, twin::plain_scheduler()); });
  if (!equal(own.outcome.tasks, plain.outcome.tasks))
    throw std::runtime_error("the plain matcher's starts are others");
  fmt::print(title, name_of(question), question.workers, instance.task_count(),
             fmt::format("{:.3f} s", own.seconds), "", fmt::format("{:.2f} s", plain.seconds),
             fmt::format("{:.0f}", plain.seconds / own.seconds));
  std::fflush(stdout);
  return {{"scheduler", name_of(question)},
          {"workers", question.workers},
          {"tasks", instance.task_count()},
          {"seconds", own.seconds},
          {"plain_seconds", plain.seconds}};
}

struct Options {
  std::vector<std::int64_t> workers = {100, 1000, 10000}, at_once = {10, 100, 1000};
  std::int64_t tasks_each = 100, plain_workers = 100, plain_tasks_each = 100;
  std::vector<std::string> schedulers = {"fgm", "drf"};
  int runs = 3;
  std::string json;
};

SchedulerName scheduler_of(std::string const& name) {
  auto const at = std::ranges::find(scheduler_names, name);
  return static_cast<SchedulerName>(at - scheduler_names.begin());
}

nlohmann::json measure_all(Options const& options) {
  auto all = nlohmann::json::array(), plain = all;
  fmt::print(title, "scheduler", "workers", "tasks", "run", "peak", "matches/task", "us a match");
  for (auto const& name : options.schedulers)
    for (std::int64_t const w : options.workers)
      all.push_back(measure({scheduler_of(name), w, options.tasks_each}, options.runs));
  fmt::print("\nall tasks at once\n");
  for (auto const& name : options.schedulers)
    for (std::int64_t const each : options.at_once)
      all.push_back(measure({scheduler_of(name), 100, each, true}, options.runs));
  fmt::print("\n");
  fmt::print(title, "scheduler", "workers", "tasks", "run", "", "plain matcher", "times");
  for (auto const& name : options.schedulers)
    plain.push_back(
        against_plain({scheduler_of(name), options.plain_workers, options.plain_tasks_each}));
  return {{"runs", all}, {"plain", plain}};
}

int main_of(int argc, char** argv) {
  CLI::App app("runs of stages: by workers, by tasks at once, and against a plain matcher");
  Options o;
  app.add_option("--workers", o.workers, "numbers of workers")->check(CLI::PositiveNumber);
  app.add_option("--tasks-each", o.tasks_each, "tasks a worker")->check(CLI::PositiveNumber);
  app.add_option("--at-once", o.at_once, "tasks a worker of 100, all at once")
      ->check(CLI::PositiveNumber);
  app.add_option("--scheduler", o.schedulers, "schedulers")
      ->check(
          CLI::IsMember(std::vector<std::string>(scheduler_names.begin(), scheduler_names.end())));
  app.add_option("--runs", o.runs, "of each, for the median")->check(CLI::PositiveNumber);
  app.add_option("--plain-workers", o.plain_workers, "against the plain matcher")
      ->check(CLI::PositiveNumber);
  app.add_option("--plain-tasks-each", o.plain_tasks_each, "against the plain matcher")
      ->check(CLI::PositiveNumber);
  app.add_option("--json", o.json, "a file for all times");
  CLI11_PARSE(app, argc, argv);
  nlohmann::json const measured = measure_all(o);
  if (o.json.empty()) return 0;
  std::ofstream file(o.json);
  file << measured.dump(2) << '\n';
  if (!file.flush()) throw std::runtime_error(o.json + " cannot be written");
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
