#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "host/cli/commands.hpp"
#include "host/cli/script.hpp"
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
    one["mean"] = q.mean, one["quantiles"] = quantiles, one["curve"] = q.curve;
    quantities.push_back(std::move(one));
  }
  workload::ArrivalsOverTime const& over = facts.arrivals;
  json const arrivals = {{"slots", over.slots}, {"jobs", over.jobs}, {"tasks", over.tasks}};
  return {{"name", s.name},
          {"sample", 0},
          {"slot_seconds", s.workload.slot_seconds},
          {"jobs", facts.jobs},
          {"tasks", facts.tasks},
          {"users", facts.users},
          {"load", load},
          {"quantities", quantities},
          {"arrivals", arrivals}};
}

/// Becomes the script that draws, which reads what was drawn from its standard input.
[[noreturn]] void draw(json const& facts, std::string const& folder) {
  std::FILE* const input = std::tmpfile();
  if (!input) throw std::runtime_error("a temporary file cannot be made for what is to be drawn");
  std::string const text = facts.dump();
  bool const written = std::fwrite(text.data(), 1, text.size(), input) == text.size() &&
                       std::fflush(input) == 0 && std::fseek(input, 0, SEEK_SET) == 0 &&
                       dup2(fileno(input), STDIN_FILENO) == STDIN_FILENO;
  if (!written) throw std::runtime_error("a temporary file cannot hold what is to be drawn");
  become_script("drawn_figures.py", {folder});
}

/// The option that asks for what was drawn alone; empty: none does.
std::string_view wants_drawn(ShowOptions const& options) {
  if (!options.plot.empty()) return "--plot";
  return options.json ? "--json" : "";
}

ExitCode show_stages(ShowOptions const& options) {
  if (auto const option = wants_drawn(options); !option.empty())
    throw InputError(
        fmt::format("{}: show {} is for synthetic jobs", shown_path(options.file), option));
  fmt::print("{}", stages::to_toml(stages::read_scenario(options.file, options.sets).scenario));
  return ExitCode::ok;
}

}  // namespace

ExitCode show_scenario(ShowOptions const& options) {
  std::string const& file = options.file;
  if (options.json && !options.plot.empty())
    throw InputError("show --json and --plot (allowed: one of them)");
  if (stages::is_stages(file)) return show_stages(options);
  if (!is_scenario(file))
    throw InputError(
        fmt::format("\"{}\": not a scenario (allowed: a .toml file)", shown_path(file)));
  auto const [scenario, points] = scenario::read_sweep(file, options.sets);
  Scenario const& first = points.front().scenario;
  auto const option = wants_drawn(options);
  if (!option.empty() && !is_synthetic(first))
    throw InputError(
        fmt::format("{}: show {} tells what was drawn (allowed: workload.kind = \"synthetic\")",
                    shown_path(file), option));
  if (option.empty()) fmt::print("{}", scenario::to_toml(scenario));
  if (!is_synthetic(first)) return ExitCode::ok;
  SyntheticFacts const facts = workload::synthetic_facts(first, 0);
  if (!options.plot.empty()) draw(facts_json(first, facts), options.plot);
  fmt::print("{}", options.json ? facts_json(first, facts).dump(1) + "\n"
                                : facts_text(first, points.size() > 1, facts));
  return ExitCode::ok;
}

}  // namespace fairslot::cli
