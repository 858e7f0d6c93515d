#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "host/cli/commands.hpp"
#include "host/interrupt.hpp"
#include "host/problem/run_problem.hpp"
#include "host/scenario/scenario.hpp"
#include "host/sweep/run_scenario.hpp"
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
  std::string const several = "--out and --picks take one file";
  if (options.files.size() > 1 && !(options.out.empty() && options.picks.empty()))
    throw InputError(several);
  for (std::string const& file : options.files) {
    require_known_kind(file);
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

/// All scenarios are good, and none overwrites another's results, before the first one runs.
void check_scenarios(RunOptions const& options) {
  std::map<std::string, std::string> file_of;  // by the name of the results
  for (std::string const& file : options.files) {
    if (!is_scenario(file)) continue;
    std::string const name = scenario::read_scenario(file, all_sets(options)).name;
    auto const [other, fresh] = file_of.emplace(name, file);
    if (!fresh)
      throw InputError(
          fmt::format("{}: its name is {}, as that of {}: both would write results/{}.h5",
                      shown_path(file), name, shown_path(other->second), name));
  }
}

ExitCode run_file(RunOptions const& o, std::string const& file, Engine engine) {
  if (is_scenario(file))
    return sweep::run_scenario({file, all_sets(o), o.policies, o.out, o.json, o.quiet, o.force,
                                o.threads, engine, o.form});
  return problem::run_problem(
      {file, o.policies, o.picks, o.out, o.json, o.quiet, o.force, o.threads, engine});
}

/// Those from `first` on, whose turn does not come: nobody else tells.
void say_not_run(std::vector<std::string> const& files, std::size_t first) {
  if (first == files.size()) return;
  std::string names;
  for (std::size_t i = first; i < files.size(); ++i)
    names += (names.empty() ? "" : ", ") + shown_path(files[i]);
  talk(fmt::format("not run: {}\n", names));
}

ExitCode run_in_turn(RunOptions const& options, Engine engine) {
  std::size_t turn = 0;
  ExitCode code = ExitCode::ok;
  try {
    while (turn < options.files.size() && code == ExitCode::ok)
      code =
          interrupted() ? ExitCode::interrupted : run_file(options, options.files[turn++], engine);
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
  check_policies(options.policies);
  check_scenarios(options);
  Engine const engine = parse_engine(options.engine);
  Runtime const runtime(options.threads);
  return run_in_turn(options, engine);
}

}  // namespace fairslot::cli
