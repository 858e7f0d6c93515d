#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "host/cli/commands.hpp"
#include "host/scenario/scenario.hpp"
#include "host/stages/scenario.hpp"
#include "host/workload/synthetic_facts.hpp"

namespace fairslot::cli {
namespace {

using json = nlohmann::ordered_json;
using scenario::Scenario;
using workload::SyntheticFacts;

bool is_synthetic(Scenario const& s) { return s.workload.kind == Scenario::Kind::synthetic; }

std::string part_name(double part) { return fmt::format("{:g}%", 100 * part); }

/// As comments: what is shown is a scenario.
std::string facts_text(Scenario const& s, bool swept, SyntheticFacts const& facts) {
  std::string text =
      fmt::format("\n# Sample 0{}: {} jobs, {} tasks, {} of {} users; {}\n# {:34}{:>12}",
                  swept ? " of the first point" : "", facts.jobs, facts.tasks, facts.users,
                  scenario::user_count(s), workload::load_text(s, facts.load), "drawn", "mean");
  for (double const part : workload::quantile_parts) text += fmt::format("{:>11}", part_name(part));
  for (workload::Quantity const& q : facts.quantities) {
    text += fmt::format("\n# {:34}{:>12.2f}", fmt::format("{} ({})", q.name, q.unit), q.mean);
    for (std::int64_t const value : q.quantiles) text += fmt::format("{:>11}", value);
  }
  return text + "\n";
}

json facts_json(Scenario const& s, SyntheticFacts const& facts) {
  json load, quantities = json::array();
  for (std::size_t r = 0; r < facts.load.size(); ++r) load[s.cluster.resources[r]] = facts.load[r];
  for (workload::Quantity const& q : facts.quantities) {
    json quantiles;
    for (std::size_t i = 0; i < q.quantiles.size(); ++i)
      quantiles[fmt::format("{:g}", workload::quantile_parts[i])] = q.quantiles[i];
    json one = {{"name", q.name}, {"unit", q.unit}};
    if (!q.drawn_from.empty()) one["drawn_from"] = q.drawn_from;
    one["mean"] = q.mean, one["quantiles"] = quantiles;
    quantities.push_back(std::move(one));
  }
  return {{"name", s.name},       {"sample", 0},  {"jobs", facts.jobs},      {"tasks", facts.tasks},
          {"users", facts.users}, {"load", load}, {"quantities", quantities}};
}

ExitCode show_stages(std::string const& file, std::vector<std::string> const& sets, bool as_json) {
  if (as_json)
    throw InputError(fmt::format("{}: show --json is for synthetic jobs", shown_path(file)));
  fmt::print("{}", stages::to_toml(stages::read_scenario(file, sets).scenario));
  return ExitCode::ok;
}

}  // namespace

ExitCode show_scenario(std::string const& file, std::vector<std::string> const& sets,
                       bool as_json) {
  if (stages::is_stages(file)) return show_stages(file, sets, as_json);
  if (!is_scenario(file))
    throw InputError(
        fmt::format("\"{}\": not a scenario (allowed: a .toml file)", shown_path(file)));
  auto const [scenario, points] = scenario::read_sweep(file, sets);
  Scenario const& first = points.front().scenario;
  if (as_json && !is_synthetic(first))
    throw InputError(
        fmt::format("{}: show --json tells what was drawn (allowed: workload.kind = \"synthetic\")",
                    shown_path(file)));
  if (as_json)
    fmt::print("{}\n", facts_json(first, workload::synthetic_facts(first, 0)).dump(1));
  else
    fmt::print("{}{}", scenario::to_toml(scenario),
               is_synthetic(first)
                   ? facts_text(first, points.size() > 1, workload::synthetic_facts(first, 0))
                   : "");
  return ExitCode::ok;
}

}  // namespace fairslot::cli
