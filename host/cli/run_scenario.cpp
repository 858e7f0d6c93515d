#include "host/cli/run_scenario.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <stdexcept>

#include "host/forecast/forecast.hpp"
#include "host/interrupt.hpp"
#include "host/memory.hpp"
#include "host/plain_file.hpp"
#include "host/progress.hpp"
#include "host/record/leftovers.hpp"
#include "host/record/stored_result.hpp"
#include "host/statistics/notes.hpp"
#include "host/sweep/run_plan.hpp"
#include "host/talk.hpp"

namespace fairslot::cli {
namespace {

using record::Published;
using record::Standing;
using statistics::Summary;
using sweep::Progressed;
using sweep::RunOutcome;

void print(Summary const& summary, ScenarioRun const& run) {
  auto const text = run.json ? statistics::to_json : statistics::format_tables;
  std::fputs(text(summary, run.form).c_str(), stdout);
  std::fflush(stdout);
}

void say(ScenarioRun const& run, std::string const& line) {
  if (!run.quiet) talk(line + "\n");
}

/// That they are not where they were asked for is no progress, but what nobody else tells.
void say_where(ScenarioRun const& run, Published const& published, std::string const& what) {
  if (run.quiet && published.path == run.plan.out) return;
  talk(fmt::format("{}: {}{}\n", what, shown_path(published.path),
                   published.by_another ? " (another run published the same first)" : ""));
}

/// InputError where the file holds something else.
bool holds_already(sweep::Plan const& plan) {
  Standing const standing =
      record::standing_of(plan.out, scenario::hash_of(plan.scenario), plan.policies, plan.shard);
  if (standing == Standing::something_else)
    throw InputError(fmt::format(
        "{}: exists and holds something else (another scenario, or an interrupted run); --force "
        "replaces it, --out writes elsewhere",
        shown_path(plan.out)));
  return standing == Standing::this_result;
}

/// The last that is said: all else is saved and shown.
void require_no_failure(ScenarioRun const& run, Summary const& summary) {
  if (!summary.failed.empty())
    throw std::runtime_error(
        fmt::format("{}: {}", shown_path(run.path), statistics::failures(summary)));
}

ExitCode show_again(ScenarioRun const& run) {
  say(run, fmt::format("{} holds this result already (--force runs it again)",
                       shown_path(run.plan.out)));
  Summary const summary = record::read_summary(run.plan.out);
  print(summary, run);
  require_no_failure(run, summary);
  return ExitCode::ok;
}

/// Runs side by side for which there is room, see Forecast. InputError where there is none for one.
int find_room(ScenarioRun const& run) {
  give_back_memory();
  auto const foretold = forecast::foretell(run.plan.scenario, run.plan.points,
                                           {.threads = Runtime::threads(), .engine = run.engine});
  forecast::require_room(shown_path(run.path), foretold, {.results = run.plan.out, .picks = ""},
                         run.force);
  return foretold.resident;
}

RunOutcome run_with_progress(ScenarioRun const& run, int resident) {
  Progress progress(run.plan.scenario.name, "samples", sweep::samples_of(run.plan),
                    sweep::expected_tasks(run.plan), run.quiet);
  bool const many = sweep::samples_of(run.plan) > 1;  // of which a slot says little
  std::int64_t const horizon = run.plan.points.front().scenario.horizon;
  Progressed last;
  auto const update = [&](Progressed const& so_far) {
    last = so_far;
    progress.update(last.samples, last.tasks, many ? "" : simulated_time(last.slot, horizon));
  };
  RunOutcome outcome = sweep::run_plan(run.plan,
                                       {.engine = run.engine,
                                        .resident = resident,
                                        .existing = run.force ? Existing::replace : Existing::keep},
                                       {.progress = update, .stop = interrupted});
  progress.finish(last.samples, last.tasks);
  return outcome;
}

}  // namespace

ExitCode run_scenario(ScenarioRun const& run) {
  require_plain_file("--out", run.plan.out, run.path);
  for (std::string const& line : record::clear_leftovers(run.plan.out)) say(run, line);
  bool const stored = !run.force && holds_already(run.plan);
  int const resident = stored ? 0 : find_room(run);
  for (std::string const& line : run.plan.scenario.left_out) say(run, line);
  if (stored) return show_again(run);
  watch_for_interrupt();
  RunOutcome const outcome = run_with_progress(run, resident);
  print(outcome.summary, run);
  if (run.json && !run.quiet) talk(statistics::notes(outcome.summary));
  if (outcome.complete) record::require_place(outcome.file, run.plan.out);
  say_where(
      run, outcome.file,
      outcome.complete ? "results" : "interrupted; " + statistics::completeness(outcome.summary));
  if (!outcome.complete) return ExitCode::interrupted;
  require_no_failure(run, outcome.summary);
  return ExitCode::ok;
}

}  // namespace fairslot::cli
