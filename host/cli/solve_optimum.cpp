#include "host/cli/solve_optimum.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <numeric>

#include "host/pool/gap.hpp"
#include "host/pool/mechanism.hpp"
#include "host/problem/problem_json.hpp"
#include "kernels/shown.hpp"
#include "kernels/simulation.hpp"

namespace fairslot::cli {
namespace {

using pool::CreditShare;
using pool::Scheduled;

using json = nlohmann::ordered_json;

/// Whose gap it is: the greedy heuristic for the program, and two that look at this slot only.
std::vector<Policy> policies() {
  return {parse_policy("tvtsf"), parse_policy("tsf"), parse_policy("cdrf")};
}

/// "1/4", where weights are such that it can be written so.
std::string fraction(CreditShare const& share) {
  if (share.credit != std::floor(share.credit) || share.credit > 1e15)
    return fmt::format("{:g}", share.value());
  auto const credit = static_cast<std::int64_t>(share.credit);
  std::int64_t const divisor = std::gcd(share.tasks, credit);
  if (credit == divisor) return fmt::format("{}", share.tasks / divisor);
  return fmt::format("{}/{}", share.tasks / divisor, credit / divisor);
}

struct Solved {
  std::string name;
  pool::Wanted wanted;
  std::vector<Scheduled> schedules;
};

Solved solved(std::string const& path) try {
  problem::File const file = problem::read_problem(path);
  pool::require_known(file.problem);
  return {std::filesystem::path(path).stem().string(), pool::wanted_of(file.problem),
          pool::schedules_of(file.problem, policies())};
} catch (pool::NotConverged const&) {
  throw;
} catch (InputError const&) {
  throw;
} catch (std::runtime_error const& error) {
  throw InputError(fmt::format("{}: {}", shown_path(path), error.what()));
}

std::string to_table(Solved const& own) {
  std::string text =
      fmt::format("{}: program (10), {} users\n  {:<10}{:>14}{:>12}  tasks\n", shown(own.name),
                  own.wanted.tasks.size(), "schedule", "lowest share", "gap");
  double const best = own.schedules.front().share.value();
  for (Scheduled const& one : own.schedules) {
    text += fmt::format("  {:<10}{:>14}{:>12.6g} ", one.name, fraction(one.share),
                        best - one.share.value());
    for (std::int64_t const tasks : one.tasks) text += fmt::format(" {}", tasks);
    text += "\n";
  }
  return text;
}

std::string to_json(Solved const& own) {
  json users = json::array(), schedules = json::array();
  for (std::size_t u = 0; u < own.wanted.tasks.size(); ++u)
    users.push_back({{"wanted", own.wanted.tasks[u]}, {"credit", own.wanted.credit[u]}});
  double const best = own.schedules.front().share.value();
  for (Scheduled const& one : own.schedules)
    schedules.push_back({{"schedule", one.name},
                         {"share", one.share.value()},
                         {"fraction", fraction(one.share)},
                         {"gap", best - one.share.value()},
                         {"tasks", one.tasks}});
  json const document = {{"problem", own.name}, {"users", users}, {"schedules", schedules}};
  return document.dump(2) + "\n";
}

}  // namespace

ExitCode solve_optimum(SolveOptions const& options, std::vector<std::string> const& paths) {
  if (paths.empty() || !std::ranges::all_of(paths, is_problem))
    throw InputError("solve optimum: takes problems, .json (docs/problem-files.md)");
  if (!options.out.empty() || !options.sets.empty() || options.strict || !options.engine.empty())
    throw InputError("solve optimum: --out, --set, --strict and --engine are for pools");
  Runtime const runtime(options.threads);
  std::string text;
  for (std::string const& path : paths)
    text += options.json ? to_json(solved(path)) : to_table(solved(path));
  fmt::print("{}", text);
  return ExitCode::ok;
}

}  // namespace fairslot::cli
