#include "host/problem/run_problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <optional>

#include "host/forecast/forecast.hpp"
#include "host/interrupt.hpp"
#include "host/memory.hpp"
#include "host/plain_file.hpp"
#include "host/problem/problem_json.hpp"
#include "host/problem/problem_output.hpp"
#include "host/progress.hpp"
#include "host/record/leftovers.hpp"
#include "host/record/recorder.hpp"
#include "host/record/stored_result.hpp"
#include "host/sha256.hpp"
#include "host/talk.hpp"
#include "host/version.hpp"

namespace fairslot::problem {
namespace {

using record::Recorder;
using record::ResultHeader;
using record::Standing;
using statistics::PolicyOutcome;
using statistics::ProblemOutcome;

struct Plan {
  File file;
  std::vector<Policy> policies;
  std::vector<std::string> names;
  std::string hash;
};

Plan make_plan(Request const& request) {
  Plan plan;
  for (std::string const& text : request.policies) {
    plan.policies.push_back(parse_policy(text));
    std::string const name = canonical_name(plan.policies.back());
    if (std::find(plan.names.begin(), plan.names.end(), name) != plan.names.end())
      throw InputError(fmt::format("--policy {}: {} is given twice", shown(text), name));
    plan.names.push_back(name);
  }
  if (!request.picks.empty() && plan.policies.size() != 1)
    throw InputError(fmt::format("--picks takes one policy ({} are given)", plan.policies.size()));
  plan.file = read_problem(request.path);
  for (Policy const& policy : plan.policies)
    require_policy(request.path, policy, plan.file.problem);
  plan.hash = sha256(plan.file.text);
  return plan;
}

ResultHeader header_of(Request const& request, Plan const& plan) {
  ResultHeader header;
  header.name = shown_path(std::filesystem::path(request.path).stem().string());
  header.text = plan.file.text;
  header.hash = plan.hash;
  header.policies = plan.names;
  statistics::SweepPoint& point = header.points.emplace_back();
  for (std::size_t i = 0; i < plan.names.size(); ++i) point.policies.push_back(static_cast<int>(i));
  header.resources = plan.file.resources;
  header.version = code_version();
  header.commit = code_commit();
  header.device = Runtime::device();
  header.threads = Runtime::threads();
  return header;
}

/// Where the runs' records go while they go on.
struct Outputs {
  std::optional<Recorder> recorder;
  std::optional<PicksFile> picks;
};

/// Measures a run that has ended and hands the rest of it over.
PolicyOutcome take(Request const& request, Plan const& plan,
                   std::shared_ptr<Problem const> const& problem, Outputs& outputs,
                   RunResult&& result) {
  if (result.status != RunStatus::complete)
    throw std::runtime_error(fmt::format("{}: policy {}: {}", shown_path(request.path),
                                         plan.names[result.id], status_message(result.status)));
  if (outputs.picks) outputs.picks->put(result.picks);
  PolicyOutcome outcome{plan.names[result.id], statistics::run_metrics(*problem, result)};
  auto const policy = static_cast<int>(result.id);
  if (outputs.recorder) outputs.recorder->add(0, 0, policy, problem, std::move(result));
  return outcome;
}

/// Runs all policies side by side; no outcome of those that an interrupt has stopped.
std::vector<std::optional<PolicyOutcome>> run_all(Request const& request, Plan const& plan,
                                                  std::shared_ptr<Problem const> const& problem,
                                                  Outputs& outputs) {
  Simulator simulator({.engine = request.engine,
                       .resident = static_cast<int>(plan.policies.size()),
                       .check = stop_if_interrupted});
  Recording const recording{.slots = outputs.recorder.has_value(),
                            .picks = outputs.picks.has_value(),
                            .queueing = outputs.recorder.has_value()};
  double const expected =
      static_cast<double>(problem->total_tasks()) * static_cast<double>(plan.policies.size());
  auto const count = static_cast<std::int64_t>(plan.policies.size());
  Progress progress(shown_path(request.path), "policies", count, expected, request.quiet);
  std::vector<std::optional<PolicyOutcome>> outcomes(plan.policies.size());
  Sink const sink = [&](std::uint64_t id, Records&& records) {
    if (outputs.picks) outputs.picks->put(records.picks);
    if (outputs.recorder)
      outputs.recorder->add_part(0, 0, static_cast<int>(id), problem, std::move(records));
  };
  std::int64_t ended = 0, started = 0;
  try {
    for (std::size_t i = 0; i < plan.policies.size(); ++i)
      simulator.add(i, problem, plan.policies[i], recording);
    while (!simulator.idle()) {
      stop_if_interrupted();
      for (RunResult& result : simulator.advance(0.2, sink)) {
        ++ended;
        started += result.started;
        outcomes[result.id] = take(request, plan, problem, outputs, std::move(result));
      }
      progress.update(ended, started + simulator.resident_started());
    }
  } catch (Interrupted const&) {
    // What was under way is left out.
  }
  return outcomes;
}

void say_leftovers(Request const& request) {
  for (std::string const& output : {request.out, request.picks})
    for (std::string const& line : record::clear_leftovers(output))
      if (!request.quiet) talk(line + "\n");
}

bool holds_something(std::string const& path) {
  std::error_code error;
  return std::filesystem::exists(path, error) && std::filesystem::file_size(path, error) > 0;
}

/// No output takes the place of the problem, the other output or, but by force, of another file.
void check_outputs(Request const& request) {
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

std::optional<Recorder> open_recorder(Request const& request, Plan const& plan) {
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
  return std::optional<Recorder>(std::in_place, request.out, header_of(request, plan),
                                 Recorder::Tables{.slots = true, .picks = !request.picks.empty()});
}

void check_room(Request const& request, Plan const& plan, Problem const& problem) {
  give_back_memory();
  forecast::Forecast const needs =
      forecast::foretell(problem, plan.file.text,
                         {.policies = plan.policies,
                          .out = !request.out.empty(),
                          .picks = !request.picks.empty(),
                          .json = request.json,
                          .machine = {.threads = Runtime::threads(), .engine = request.engine}});
  forecast::require_room(shown_path(request.path), needs, {request.out, request.picks},
                         request.force);
}

ProblemOutcome outcome_of(Plan const& plan, std::vector<std::optional<PolicyOutcome>>&& ended) {
  ProblemOutcome all;
  for (std::size_t i = 0; i < ended.size(); ++i)
    if (ended[i])
      all.policies.push_back(std::move(*ended[i]));
    else
      all.waiting.push_back(plan.names[i]);
  if (!all.waiting.empty()) all.policies.clear();
  return all;
}

void print(Request const& request, ProblemOutcome const& outcome) {
  std::fputs((request.json ? to_json(outcome) : to_table(outcome)).c_str(), stdout);
  std::fflush(stdout);
}

/// false: a signal came while nobody read the pipe.
bool open_picks(Request const& request, Problem const& problem, Outputs& outputs) try {
  if (!request.picks.empty()) outputs.picks.emplace(request.picks, problem);
  return true;
} catch (Interrupted const&) {
  if (!request.quiet) talk("interrupted\n");
  return false;
}

void say_interrupted(Request const& request, Outputs const& outputs) {
  if (!outputs.recorder) {
    if (!request.quiet) talk("interrupted\n");
    return;
  }
  std::string const& path = outputs.recorder->published().path;
  if (!request.quiet || path != request.out)  // elsewhere: nobody else tells
    talk(fmt::format("interrupted; what was complete: {}\n", shown_path(path)));
}

/// Picks are in no file of results that was made without them.
bool is_shown_again(Request const& request, Plan const& plan) {
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

ExitCode run_problem(Request const& request) {
  Plan plan = make_plan(request);
  check_outputs(request);
  if (is_shown_again(request, plan)) return ExitCode::ok;
  auto const problem = std::make_shared<Problem const>(std::move(plan.file.problem));
  check_room(request, plan, *problem);
  watch_for_interrupt();
  say_leftovers(request);
  Outputs outputs{open_recorder(request, plan), std::nullopt};
  if (!open_picks(request, *problem, outputs)) return ExitCode::interrupted;
  ProblemOutcome const outcome = outcome_of(plan, run_all(request, plan, problem, outputs));

  bool const complete = outcome.waiting.empty();
  if (outputs.recorder)
    outputs.recorder->finish(complete, request.force ? Existing::replace : Existing::keep);
  print(request, outcome);
  if (!complete) say_interrupted(request, outputs);
  if (outputs.picks && complete) outputs.picks->publish();
  if (outputs.recorder && complete)
    record::require_place(outputs.recorder->published(), request.out);
  return complete ? ExitCode::ok : ExitCode::interrupted;
}

}  // namespace fairslot::problem
