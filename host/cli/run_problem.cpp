#include "host/cli/run_problem.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <optional>

#include "host/forecast/forecast.hpp"
#include "host/interrupt.hpp"
#include "host/memory.hpp"
#include "host/plain_file.hpp"
#include "host/problem/run_plan.hpp"
#include "host/progress.hpp"
#include "host/record/leftovers.hpp"
#include "host/record/stored_result.hpp"
#include "host/talk.hpp"

namespace fairslot::cli {
namespace {

using problem::PicksFile;
using problem::Plan;
using record::Recorder;
using record::Standing;
using statistics::ProblemOutcome;

/// What is written while the runs go on.
struct Files {
  std::optional<Recorder> recorder;
  std::optional<PicksFile> picks;
};

Plan make_plan(ProblemRun const& request) {
  if (!request.picks.empty() && request.policies.size() != 1)
    throw InputError(
        fmt::format("--picks takes one policy ({} are given)", request.policies.size()));
  return problem::read_plan(request.path, request.policies);
}

void say_leftovers(ProblemRun const& request) {
  for (std::string const& output : {request.out, request.picks})
    for (std::string const& line : record::clear_leftovers(output))
      if (!request.quiet) talk(line + "\n");
}

bool holds_something(std::string const& path) {
  std::error_code error;
  return std::filesystem::exists(path, error) && std::filesystem::file_size(path, error) > 0;
}

/// No output takes the place of the problem, the other output or, but by force, of another file.
void check_outputs(ProblemRun const& request) {
  if (!request.out.empty()) require_plain_file("--out", request.out, request.path);
  if (request.picks.empty()) return;
  if (!is_pipe_or_device(request.picks)) {
    require_plain_file("--picks", request.picks, request.path);
    if (!request.force && holds_something(request.picks))
      throw InputError(
          fmt::format("--picks {}: exists; --force replaces it", shown_path(request.picks)));
  }
  if (!request.out.empty() && is_same_file(request.picks, request.out))
    throw InputError(
        fmt::format("--picks and --out name the same file, {}", shown_path(request.picks)));
}

std::optional<Recorder> open_recorder(ProblemRun const& request, Plan const& plan) {
  if (request.out.empty()) return std::nullopt;
  if (!request.force) {
    Standing const standing = record::standing_of(request.out, plan.hash, plan.names);
    if (standing == Standing::this_result) return std::nullopt;
    if (standing == Standing::something_else)
      throw InputError(fmt::format(
          "{}: exists and holds something else (another problem, other policies, or an interrupted "
          "run); --force replaces it, --out writes elsewhere",
          shown_path(request.out)));
  }
  return std::optional<Recorder>(std::in_place, request.out, problem::header_of(plan),
                                 Recorder::Tables{.slots = true, .picks = !request.picks.empty()});
}

void check_room(ProblemRun const& request, Plan const& plan) {
  give_back_memory();
  forecast::Forecast const needs =
      forecast::foretell(*plan.problem, plan.text,
                         {.policies = plan.policies,
                          .out = !request.out.empty(),
                          .picks = !request.picks.empty(),
                          .json = request.json,
                          .machine = {.threads = Runtime::threads(), .engine = request.engine}});
  forecast::require_room(shown_path(request.path), needs, {request.out, request.picks},
                         request.force);
}

ProblemOutcome run_with_progress(ProblemRun const& request, Plan const& plan, Files& files) {
  auto const count = static_cast<std::int64_t>(plan.policies.size());
  double const expected =
      static_cast<double>(plan.problem->total_tasks()) * static_cast<double>(count);
  Progress progress(shown_path(request.path), "policies", count, expected, request.quiet);
  auto const update = [&](sweep::Progressed const& so_far) {
    progress.update(so_far.samples, so_far.tasks,
                    simulated_time(so_far.slot, plan.problem->horizon));
  };
  return problem::run_plan(
      plan, request.engine,
      {files.recorder ? &*files.recorder : nullptr, files.picks ? &*files.picks : nullptr},
      {.progress = update, .stop = interrupted});
}

void print(ProblemRun const& request, ProblemOutcome const& outcome) {
  std::fputs((request.json ? problem::to_json(outcome) : problem::to_table(outcome)).c_str(),
             stdout);
  std::fflush(stdout);
}

/// false: a signal came while nobody read the pipe.
bool open_picks(ProblemRun const& request, Plan const& plan, Files& files) try {
  if (!request.picks.empty()) files.picks.emplace(request.picks, *plan.problem);
  return true;
} catch (Interrupted const&) {
  if (!request.quiet) talk("interrupted\n");
  return false;
}

void say_interrupted(ProblemRun const& request, Files const& files) {
  if (!files.recorder) {
    if (!request.quiet) talk("interrupted\n");
    return;
  }
  std::string const& path = files.recorder->published().path;
  if (!request.quiet || path != request.out)  // elsewhere: nobody else tells
    talk(fmt::format("interrupted; what was complete: {}\n", shown_path(path)));
}

/// Picks are in no file of results that was made without them.
bool is_shown_again(ProblemRun const& request, Plan const& plan) {
  if (request.out.empty() || request.force || !request.picks.empty()) return false;
  if (record::standing_of(request.out, plan.hash, plan.names) != Standing::this_result)
    return false;
  auto const stored = record::read_result(request.out);
  if (!stored.outcome) return false;
  if (!request.quiet)
    talk(fmt::format("{} holds this result already (--force runs it again)\n",
                     shown_path(request.out)));
  print(request, *stored.outcome);
  return true;
}

}  // namespace

ExitCode run_problem(ProblemRun const& request) {
  Plan const plan = make_plan(request);
  check_outputs(request);
  if (is_shown_again(request, plan)) return ExitCode::ok;
  check_room(request, plan);
  watch_for_interrupt();
  say_leftovers(request);
  Files files{open_recorder(request, plan), std::nullopt};
  if (!open_picks(request, plan, files)) return ExitCode::interrupted;
  ProblemOutcome const outcome = run_with_progress(request, plan, files);

  bool const complete = outcome.waiting.empty();
  if (files.recorder)
    files.recorder->finish(complete, request.force ? Existing::replace : Existing::keep);
  print(request, outcome);
  if (!complete) say_interrupted(request, files);
  if (files.picks && complete) files.picks->publish();
  if (files.recorder && complete) record::require_place(files.recorder->published(), request.out);
  return complete ? ExitCode::ok : ExitCode::interrupted;
}

}  // namespace fairslot::cli
