#include "host/sweep/run_scenario.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>

#include "host/forecast/forecast.hpp"
#include "host/interrupt.hpp"
#include "host/memory.hpp"
#include "host/plain_file.hpp"
#include "host/progress.hpp"
#include "host/record/leftovers.hpp"
#include "host/record/recorder.hpp"
#include "host/record/stored_result.hpp"
#include "host/scenario/scenario.hpp"
#include "host/statistics/notes.hpp"
#include "host/statistics/tables.hpp"
#include "host/sweep/comparisons.hpp"
#include "host/sweep/sweep_runner.hpp"
#include "host/talk.hpp"
#include "host/version.hpp"
#include "host/workload/workload.hpp"

namespace fairslot::sweep {
namespace {

using record::Published;
using record::ResultHeader;
using record::Standing;
using scenario::Point;
using scenario::Scenario;
using statistics::Summary;
using statistics::SweepPoint;

/// What is to be run, checked and complete.
struct Plan {
  Scenario scenario;
  std::vector<Point> points;
  std::vector<std::string> policies;  ///< of all points, in the order in which they appear
  std::string out;

  std::int64_t samples() const {
    return static_cast<std::int64_t>(points.size()) * scenario.samples;
  }
  double expected() const {
    double tasks = 0.0;
    for (Point const& point : points)
      tasks += workload::expected_tasks(point.scenario) *
               static_cast<double>(point.scenario.samples) *
               static_cast<double>(point.scenario.policies.size());
    return tasks;
  }
};

Plan make_plan(Request const& request) {
  Plan plan;
  std::vector<std::string> sets = request.sets;
  if (!request.policies.empty()) sets.push_back(fmt::format("policies={}", request.policies));
  plan.scenario = scenario::read_scenario(request.path, sets);
  plan.points = scenario::sweep_points(plan.scenario);
  for (Point const& point : plan.points)
    for (std::string const& name : point.scenario.policies)
      if (!std::ranges::count(plan.policies, name)) plan.policies.push_back(name);
  plan.out = request.out.empty() ? "results/" + plan.scenario.name + ".h5" : request.out;
  return plan;
}

SweepPoint described(Plan const& plan, std::size_t number) {
  Point const& point = plan.points[number];
  SweepPoint result;
  for (auto const& [key, value] : point.set)
    result.set.push_back({key, value, scenario::meaning_of(key, value)});
  for (std::string const& name : point.scenario.policies) {
    auto const at = std::ranges::find(plan.policies, name);
    result.policies.push_back(static_cast<int>(at - plan.policies.begin()));
  }
  result.comparisons = comparisons_at(plan.scenario, number, result.policies, plan.policies);
  return result;
}

ResultHeader header_of(Plan const& plan) {
  ResultHeader header;
  header.name = plan.scenario.name;
  header.text = scenario::to_toml(plan.scenario);
  header.hash = scenario::hash_of(plan.scenario);
  header.seed = static_cast<std::uint64_t>(plan.scenario.seed);
  header.samples = plan.scenario.samples;
  for (std::size_t i = 0; i < plan.points.size(); ++i) header.points.push_back(described(plan, i));
  header.policies = plan.policies;
  header.resources = plan.scenario.cluster.resources;
  header.version = code_version();
  header.commit = code_commit();
  header.device = Runtime::device();
  header.threads = Runtime::threads();
  return header;
}

void print(Summary const& summary, Request const& request) {
  auto const text = request.json ? statistics::to_json : statistics::format_tables;
  std::fputs(text(summary, request.form).c_str(), stdout);
  std::fflush(stdout);
}

void say(Request const& request, std::string const& line) {
  if (!request.quiet) talk(line + "\n");
}

/// That they are not where they were asked for is no progress, but what nobody else tells.
void say_where(Request const& request, Plan const& plan, Published const& published,
               std::string const& what) {
  if (request.quiet && published.path == plan.out) return;
  talk(fmt::format("{}: {}{}\n", what, shown_path(published.path),
                   published.by_another ? " (another run published the same first)" : ""));
}

/// InputError where the file holds something else.
bool holds_already(Plan const& plan) {
  Standing const standing =
      record::standing_of(plan.out, scenario::hash_of(plan.scenario), plan.policies);
  if (standing == Standing::something_else)
    throw InputError(fmt::format(
        "{}: exists and holds something else (another scenario, or an interrupted run); --force "
        "replaces it, --out writes elsewhere",
        shown_path(plan.out)));
  return standing == Standing::this_result;
}

}  // namespace

ExitCode run_scenario(Request const& request) {
  Plan const plan = make_plan(request);
  require_plain_file("--out", plan.out, request.path);
  for (std::string const& line : record::clear_leftovers(plan.out)) say(request, line);
  auto const say_left_out = [&] {
    for (std::string const& line : plan.scenario.left_out) say(request, line);
  };
  if (!request.force && holds_already(plan)) {
    say_left_out();
    say(request,
        fmt::format("{} holds this result already (--force runs it again)", shown_path(plan.out)));
    print(record::read_summary(plan.out), request);
    return ExitCode::ok;
  }

  give_back_memory();
  forecast::require_room(
      shown_path(request.path),
      forecast::foretell(plan.scenario, plan.points,
                         {.threads = Runtime::threads(), .engine = request.engine}),
      {.results = plan.out, .picks = ""}, request.force);
  say_left_out();
  watch_for_interrupt();
  ResultHeader const header = header_of(plan);
  record::Recorder recorder(
      plan.out, header, {.slots = plan.scenario.record.slots, .picks = plan.scenario.record.picks});
  SweepRunner runner(plan.points, {.engine = request.engine, .check = stop_if_interrupted});
  Progress progress(plan.scenario.name, "samples", plan.samples(), plan.expected(), request.quiet);
  auto const policy_of = [&](SweepRun const& run) {
    return header.points[run.point].policies[run.policy];
  };
  auto const part = [&](SweepRun const& run, std::shared_ptr<Problem const> problem,
                        Records&& records) {
    recorder.add_part(run.point, run.sample, policy_of(run), std::move(problem),
                      std::move(records));
  };
  auto const ended = [&](SweepRun const& run, std::shared_ptr<Problem const> problem,
                         RunResult&& result) {
    recorder.add(run.point, run.sample, policy_of(run), std::move(problem), std::move(result));
  };
  try {
    while (!runner.done()) {
      stop_if_interrupted();
      runner.advance(0.2, part, ended);
      progress.update(runner.samples_done(), runner.tasks_started());
    }
  } catch (Interrupted const&) {
    // What was under way is left out.
  }
  bool const complete = runner.done();
  progress.finish(runner.samples_done(), runner.tasks_started());
  Summary const summary =
      recorder.finish(complete, request.force ? Existing::replace : Existing::keep);
  print(summary, request);
  if (request.json && !request.quiet) talk(statistics::notes(summary));
  if (complete) record::require_place(recorder.published(), plan.out);
  say_where(request, plan, recorder.published(),
            complete ? "results" : "interrupted; " + statistics::completeness(summary));
  return complete ? ExitCode::ok : ExitCode::interrupted;
}

}  // namespace fairslot::sweep
