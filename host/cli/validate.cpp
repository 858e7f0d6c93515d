#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <thread>

#include "host/cli/commands.hpp"
#include "host/forecast/forecast.hpp"
#include "host/memory.hpp"
#include "host/number_of.hpp"
#include "host/problem/problem_json.hpp"
#include "host/scenario/scenario.hpp"
#include "host/talk.hpp"
#include "host/workload/synthetic_facts.hpp"
#include "kernels/environment.hpp"
#include "kernels/policy_spec.hpp"

namespace fairslot::cli {
namespace {

using forecast::Forecast;

/// As the run would choose.
int planned_threads(int wanted) {
  if (wanted > 0) return wanted;
  if (int const asked = threads_of_environment()) return asked;
  return std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, most_threads);
}

std::string scenario_line(std::string const& file, ValidateOptions const& options) {
  std::vector<std::string> sets = options.sets;
  if (!options.policies.empty()) require_set_once(sets, "--policy", "policies");
  if (!options.policies.empty()) sets.push_back(fmt::format("policies={}", options.policies));
  auto const [scenario, points] = scenario::read_sweep(file, sets);
  Forecast const e =
      forecast::foretell(scenario, points, {.threads = planned_threads(options.threads)});
  forecast::require_room(shown_path(file), e,
                         {.results = "results/" + scenario.name + ".h5", .picks = ""},
                         options.force);
  scenario::Scenario const& first = points.front().scenario;
  bool const synthetic = first.workload.kind == scenario::Scenario::Kind::synthetic;
  std::string const load = synthetic
                               ? fmt::format(" ({}{})", points.size() > 1 ? "first point: " : "",
                                             workload::drawn_load_text(first, 0))
                               : "";
  std::string const tasks = forecast::rounded(e.tasks);
  return fmt::format(
      "{}: ok: {} x {} x {}, {} {} expected{}, about {}B of memory and a file of about {}B",
      shown_path(file), number_of(points.size(), "point", "points"),
      number_of(scenario.policies.size(), "policy", "policies"),
      number_of(scenario.samples, "sample", "samples"), tasks, tasks == "1" ? "task" : "tasks",
      load, forecast::rounded(forecast::peak_bytes(e)), forecast::rounded(forecast::total(e.disk)));
}

/// Without --policy as under one, with results and picks.
std::string problem_line(std::string const& file, ValidateOptions const& options) {
  problem::File const read = problem::read_problem(file);
  Problem const& problem = read.problem;
  give_back_memory();
  forecast::ProblemSetup setup;
  setup.machine.threads = planned_threads(options.threads);
  for (std::string const& policy : options.policies) setup.policies.push_back(parse_policy(policy));
  problem::require_policies(file, setup.policies, read);
  if (setup.policies.empty()) setup.policies.push_back(parse_policy("tvtsf"));
  Forecast const alone = forecast::foretell(problem, read.text, setup);
  forecast::require_room(shown_path(file), alone, {}, false);
  setup.out = true, setup.picks = setup.policies.size() == 1;  // which takes one policy
  Forecast const recorded = forecast::foretell(problem, read.text, setup);
  return fmt::format(
      "{}: ok: {}, {}, {}, {}, {}, about {}B of memory ({}B with --out{}, {} of about {}B{})",
      shown_path(file), number_of(problem.servers, "server", "servers"),
      number_of(problem.users(), "user", "users"), number_of(problem.entries(), "job", "jobs"),
      number_of(problem.total_tasks(), "task", "tasks"),
      problem.horizon > 0 ? fmt::format("{} slots", problem.horizon) : std::string("until drained"),
      forecast::rounded(forecast::peak_bytes(alone)),
      forecast::rounded(forecast::peak_bytes(recorded)), setup.picks ? " and --picks" : "",
      setup.picks ? "files" : "a file", forecast::rounded(forecast::total(recorded.disk)),
      setup.picks ? fmt::format(" and {}B", forecast::rounded(forecast::total(recorded.picks_csv)))
                  : "");
}

std::string line_of(std::string const& file, ValidateOptions const& options) {
  require_known_kind(file);
  if (is_problem(file) && !options.sets.empty())
    throw InputError(fmt::format("{}: --set is for scenarios", shown_path(file)));
  return is_problem(file) ? problem_line(file, options) : scenario_line(file, options);
}

}  // namespace

ExitCode validate_files(ValidateOptions const& options) {
  ExitCode code = ExitCode::ok;
  for (std::string const& file : options.files) {
    try {
      fmt::print("{}\n", line_of(file, options));
    } catch (InputError const& error) {
      std::fflush(stdout);
      talk(fmt::format("fairslot: {}\n", error.what()));
      code = ExitCode::bad_input;
    }
  }
  return code;
}

}  // namespace fairslot::cli
