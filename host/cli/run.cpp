#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "host/cli/commands.hpp"
#include "host/cli/run_problem.hpp"
#include "host/cli/run_scenario.hpp"
#include "host/cli/run_stages.hpp"
#include "host/interrupt.hpp"
#include "host/stages/scenario.hpp"
#include "host/sweep/plan.hpp"
#include "host/talk.hpp"

namespace fairslot::cli {
namespace {

std::vector<std::string> all_sets(RunOptions const& options) {
  auto sets = options.sets;
  if (!options.samples.empty()) sets.push_back("samples=" + options.samples);
  if (!options.seed.empty()) sets.push_back("seed=" + options.seed);
  return sets;
}

/// Options that have no meaning for one of the files are refused, never ignored.
void check_options(RunOptions const& options) {
  bool const named = !options.out.empty() || !options.picks.empty();
  if (options.files.size() > 1 && named)
    throw InputError(fmt::format("{} takes one file to run ({} are given)",
                                 options.out.empty() ? "--picks" : "--out", options.files.size()));
  for (std::string const& file : options.files) {
    require_known_kind(file);
    if (stages::is_stages(file)) continue;
    if (is_scenario(file) && !options.picks.empty())
      throw InputError(fmt::format("{}: --picks is for problems (a scenario has record.picks)",
                                   shown_path(file)));
    if (is_problem(file) && !all_sets(options).empty())
      throw InputError(
          fmt::format("{}: --set, --samples and --seed are for scenarios", shown_path(file)));
    if (is_problem(file) && (options.form.long_form || options.form.all_pairs))
      throw InputError(
          fmt::format("{}: --long and --all-pairs are for scenarios", shown_path(file)));
    if (is_problem(file) && options.policies.empty())
      throw InputError(
          fmt::format("{}: a problem needs --policy (fairslot list policies)", shown_path(file)));
  }
}

void check_sets(RunOptions const& options) {
  if (!options.samples.empty()) require_set_once(options.sets, "--samples", "samples");
  if (!options.seed.empty()) require_set_once(options.sets, "--seed", "seed");
  if (!options.policies.empty()) require_set_once(options.sets, "--policy", "policies");
}

void check_policies(std::vector<std::string> const& policies) {
  std::vector<std::string> names;
  for (std::string const& text : policies) {
    std::string const name = canonical_name(parse_policy(text));
    if (std::ranges::count(names, name))
      throw InputError(fmt::format("--policy {}: {} is given twice", shown(text), name));
    names.push_back(name);
  }
}

/// What a file was read as; a problem is read when its turn comes.
struct Read {
  std::optional<sweep::Plan> plan;
  std::optional<stages::ScenarioFile> stages;
};

/// All scenarios are good, and none overwrites another's results, before the first one runs.
std::vector<Read> read_all(RunOptions const& options) {
  std::map<std::string, std::string> file_of;  // by the name of the results
  std::vector<Read> all;
  for (std::string const& file : options.files) {
    auto& [plan, of_stages] = all.emplace_back();
    if (stages::is_stages(file))
      of_stages = read_stages(options, file);
    else if (is_scenario(file))
      plan = sweep::read_plan(file, {all_sets(options), options.policies, options.out});
    else
      continue;
    std::string const& name = plan ? plan->scenario.name : of_stages->scenario.name;
    auto const [other, fresh] = file_of.emplace(name, file);
    if (!fresh)
      throw InputError(
          fmt::format("{}: its name is {}, as that of {}: both would write results/{}.h5",
                      shown_path(file), name, shown_path(other->second), name));
  }
  return all;
}

ExitCode run_file(RunOptions const& o, std::string const& file, Read& read, Engine engine) {
  if (read.stages) return run_stages(o, file, *read.stages);
  if (read.plan)
    return run_scenario({.path = file,
                         .plan = *std::exchange(read.plan, std::nullopt),
                         .engine = engine,
                         .json = o.json,
                         .quiet = o.quiet,
                         .force = o.force,
                         .form = o.form});
  return run_problem({file, o.policies, o.picks, o.out, o.json, o.quiet, o.force, engine});
}

/// Those from `first` on, whose turn does not come: nobody else tells.
void say_not_run(std::vector<std::string> const& files, std::size_t first) {
  if (first == files.size()) return;
  std::string names;
  for (std::size_t i = first; i < files.size(); ++i)
    names += (names.empty() ? "" : ", ") + shown_path(files[i]);
  talk(fmt::format("not run: {}\n", names));
}

ExitCode run_in_turn(RunOptions const& options, std::vector<Read> all, Engine engine) {
  std::size_t turn = 0;
  ExitCode code = ExitCode::ok;
  try {
    while (turn < options.files.size() && code == ExitCode::ok) {
      if (interrupted()) {
        code = ExitCode::interrupted;
        break;
      }
      std::size_t const own = turn++;
      code = run_file(options, options.files[own], all[own], engine);
    }
  } catch (...) {
    say_not_run(options.files, turn);
    throw;
  }
  say_not_run(options.files, turn);
  return code;
}

}  // namespace

ExitCode run_files(RunOptions const& options) {
  outlive_readers();
  check_options(options);
  check_sets(options);
  bool const only_stages = std::ranges::all_of(options.files, stages::is_stages);
  if (!only_stages) check_policies(options.policies);
  auto all = read_all(options);
  Engine const engine = parse_engine(options.engine);
  if (only_stages) return run_in_turn(options, std::move(all), engine);
  Runtime const runtime(options.threads);
  return run_in_turn(options, std::move(all), engine);
}

}  // namespace fairslot::cli
