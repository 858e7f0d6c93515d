#include <fmt/format.h>

#include <cstdio>

#include "host/cli/commands.hpp"
#include "host/cli/estimate.hpp"
#include "host/problem/problem_json.hpp"
#include "host/scenario/scenario.hpp"
#include "host/talk.hpp"
#include "kernels/policy_spec.hpp"

namespace fairslot {
namespace {

std::string counted(std::int64_t n, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", n, n == 1 ? one : many);
}

std::string scenario_line(std::string const& file, std::vector<std::string> const& sets) {
  Scenario const scenario = read_scenario(file, sets);
  auto const points = sweep_points(scenario);
  auto const policies = static_cast<std::int64_t>(scenario.policies.size());
  Estimate const e = estimate(points, policies);
  return fmt::format(
      "{}: ok: {} x {} x {}, {} tasks expected, about {}B of memory and a file of about {}B",
      shown_path(file), counted(static_cast<std::int64_t>(points.size()), "point", "points"),
      counted(policies, "policy", "policies"), counted(scenario.samples, "sample", "samples"),
      rounded(e.tasks), rounded(e.memory), rounded(e.file));
}

std::string problem_line(std::string const& file) {
  Problem const problem = read_problem(file).problem;
  return fmt::format("{}: ok: {}, {}, {}, {} tasks, {}", shown_path(file),
                     counted(problem.servers, "server", "servers"),
                     counted(problem.users(), "user", "users"),
                     counted(problem.entries(), "job", "jobs"), problem.total_tasks(),
                     problem.horizon > 0 ? fmt::format("{} slots", problem.horizon)
                                         : std::string("until drained"));
}

std::string line_of(std::string const& file, std::vector<std::string> const& sets) {
  require_known_kind(file);
  if (is_problem(file) && !sets.empty())
    throw InputError(fmt::format("{}: --set is for scenarios", shown_path(file)));
  return is_problem(file) ? problem_line(file) : scenario_line(file, sets);
}

}  // namespace

ExitCode validate_files(std::vector<std::string> const& files,
                        std::vector<std::string> const& sets) {
  ExitCode code = ExitCode::ok;
  for (std::string const& file : files) {
    try {
      fmt::print("{}\n", line_of(file, sets));
    } catch (InputError const& error) {
      std::fflush(stdout);
      talk(fmt::format("fairslot: {}\n", error.what()));
      code = ExitCode::bad_input;
    }
  }
  return code;
}

}  // namespace fairslot
