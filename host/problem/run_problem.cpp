#include "host/problem/run_problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <optional>

#include "host/interrupt.hpp"
#include "host/plain_file.hpp"
#include "host/problem/problem_json.hpp"
#include "host/problem/problem_output.hpp"
#include "host/record/recorder.hpp"
#include "host/record/stored_result.hpp"
#include "host/scenario/sha256.hpp"
#include "host/sweep/progress.hpp"
#include "host/talk.hpp"
#include "host/version.hpp"

namespace fairslot {
namespace {

struct Plan {
  ProblemFile file;
  std::vector<Policy> policies;
  std::vector<std::string> names;
  std::string hash;
};

Plan make_plan(ProblemRequest const& request) {
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
  plan.hash = sha256(plan.file.text);
  return plan;
}

ResultHeader header_of(ProblemRequest const& request, Plan const& plan) {
  ResultHeader header;
  header.name = std::filesystem::path(request.path).stem().string();
  header.text = plan.file.text;
  header.hash = plan.hash;
  header.points = {SweepPoint{}};
  header.policies = plan.names;
  header.resources = plan.file.resources;
  header.version = code_version();
  header.commit = code_commit();
  header.device = Runtime::device();
  header.threads = Runtime::threads();
  return header;
}

/// Runs all policies side by side; fewer results than policies after an interrupt.
std::vector<std::optional<RunResult>> run_all(ProblemRequest const& request, Plan const& plan,
                                              std::shared_ptr<Problem const> const& problem) {
  Simulator simulator(
      {.engine = request.engine, .resident = static_cast<int>(plan.policies.size())});
  Recording const recording{.slots = !request.out.empty(), .picks = !request.picks.empty()};
  for (std::size_t i = 0; i < plan.policies.size(); ++i)
    simulator.add(i, problem, plan.policies[i], recording);

  double const expected =
      static_cast<double>(problem->total_tasks()) * static_cast<double>(plan.policies.size());
  auto const count = static_cast<std::int64_t>(plan.policies.size());
  Progress progress(shown_path(request.path), "policies", count, expected, request.quiet);
  std::vector<std::optional<RunResult>> results(plan.policies.size());
  std::int64_t ended = 0, started = 0;
  while (!simulator.idle() && !interrupted()) {
    for (RunResult& result : simulator.advance()) {
      if (result.status != RunStatus::complete)
        throw std::runtime_error(fmt::format("{}: policy {}: {}", shown_path(request.path),
                                             plan.names[result.id], status_message(result.status)));
      ++ended;
      started += result.started;
      results[result.id] = std::move(result);
    }
    progress.update(ended, started + simulator.resident_started());
  }
  return results;
}

/// No output replaces the problem, a folder or the other output.
void check_outputs(ProblemRequest const& request) {
  std::error_code error;
  for (auto const& [option, path] : {std::pair{"--picks", request.picks}, {"--out", request.out}}) {
    if (path.empty()) continue;
    if (std::filesystem::is_directory(path, error))
      throw InputError(
          fmt::format("{} {}: is a folder (allowed: a file's name)", option, shown_path(path)));
    if (std::filesystem::equivalent(path, request.path, error))
      throw InputError(fmt::format("{} {}: is the problem itself", option, shown_path(path)));
  }
  bool const same = request.picks == request.out ||
                    std::filesystem::equivalent(request.picks, request.out, error);
  if (same && !request.picks.empty())
    throw InputError(
        fmt::format("--picks and --out name the same file, {}", shown_path(request.picks)));
}

std::optional<Recorder> open_recorder(ProblemRequest const& request, Plan const& plan) {
  if (request.out.empty()) return std::nullopt;
  require_plain_file(request.out);
  if (!request.force) {
    Standing const standing = standing_of(request.out, plan.hash, plan.names);
    if (standing == Standing::this_result) return std::nullopt;
    if (standing == Standing::something_else)
      throw InputError(fmt::format("{}: exists and holds something else; --force replaces it",
                                   shown_path(request.out)));
  }
  return std::optional<Recorder>(std::in_place, request.out, header_of(request, plan),
                                 Recorder::Tables{.slots = true, .picks = !request.picks.empty()});
}

}  // namespace

ExitCode run_problem(ProblemRequest const& request) {
  Plan plan = make_plan(request);
  check_outputs(request);
  auto const problem = std::make_shared<Problem const>(std::move(plan.file.problem));
  watch_for_interrupt();
  std::optional<Recorder> recorder = open_recorder(request, plan);
  auto results = run_all(request, plan, problem);

  bool complete = true;
  std::vector<PolicyOutcome> outcomes;
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (!results[i]) {
      complete = false;
      continue;
    }
    outcomes.push_back({plan.names[i], run_metrics(*problem, *results[i])});
    if (!request.picks.empty()) write_picks(request.picks, *problem, results[i]->picks);
    if (recorder) recorder->add(0, 0, static_cast<int>(i), problem, std::move(*results[i]));
  }
  if (recorder) recorder->finish(complete);
  if (!complete) {
    if (!request.quiet) talk("interrupted\n");
    return ExitCode::interrupted;
  }
  std::fputs((request.json ? problem_json(outcomes) : problem_table(outcomes)).c_str(), stdout);
  return ExitCode::ok;
}

}  // namespace fairslot
