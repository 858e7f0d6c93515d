#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "host/cli/commands.hpp"
#include "host/cli/solve_batch.hpp"
#include "host/cli/solve_experiment.hpp"
#include "host/cli/solve_optimum.hpp"
#include "host/plain_file.hpp"
#include "host/pool/results.hpp"
#include "host/pool/solver.hpp"
#include "host/record/leftovers.hpp"
#include "host/record/stored_result.hpp"
#include "host/talk.hpp"

namespace fairslot::cli {
namespace {

using pool::InstanceFile;
using pool::Solved;
using pool::SolvedFile;
using pool::Solver;

using Texts = std::vector<std::string>;

/// More users have more steps than anybody reads.
constexpr std::size_t most_users_of_steps = 1000;

/// What is named by its ending is a file.
bool is_file(std::string const& text) {
  std::string const ending = std::filesystem::path(text).extension();
  return ending == ".toml" || ending == ".csv" || ending == ".h5" || ending == ".json";
}

std::vector<Solver> solvers_of(Texts const& mechanisms) {
  return pool::solvers_of(mechanisms, [](std::size_t, std::string const& problem) {
    throw InputError(fmt::format("solve: {}", problem));
  });
}

bool is_batch(std::string const& path) { return path.ends_with(".csv") || path.ends_with(".h5"); }

void require_batch_terms(SolveOptions const& options, Texts const& mechanisms, Texts const& paths,
                         std::string const& batch) {
  if (paths.size() > 1)
    throw InputError(fmt::format("{}: a batch is solved by itself ({} files are given)",
                                 shown_path(batch), paths.size()));
  if (mechanisms.empty())
    throw InputError(
        fmt::format("{}: a batch needs a mechanism (fairslot list mechanisms)", shown_path(batch)));
  if (!options.sets.empty())
    throw InputError(fmt::format("{}: --set is for instances, .toml", shown_path(batch)));
}

std::vector<Solver> solvers_of(InstanceFile const& file, std::string const& path) {
  if (file.solve.empty())
    throw InputError(fmt::format(
        "{}: solve: is missing (allowed: solve = [\"drf\"] in the file, or a mechanism on the "
        "command line; fairslot list mechanisms)",
        shown_path(path)));
  return pool::solvers_of(file.solve, [&file](std::size_t i, std::string const& problem) {
    file.refuse({fmt::format("solve.{}", i), problem});
  });
}

Solved solved(InstanceFile const& file, Solver const& solver) {
  auto const steps =
      file.instance.N() <= most_users_of_steps ? pool::Steps::all : pool::Steps::none;
  try {
    return {solver.text(), solver.solve(file.instance, steps)};
  } catch (pool::Unfit const& unfit) {
    file.refuse(unfit);
  } catch (pool::NotConverged const& error) {
    throw std::runtime_error(
        fmt::format("{}: {}: {}", shown(file.instance.name), solver.text(), error.what()));
  }
}

std::string text_of(SolvedFile const& file, bool as_json) {
  pool::Instance const& instance = file.file.instance;
  if (as_json) return pool::to_json(instance, file.all);
  std::string text;
  for (Solved const& one : file.all)
    text += (text.empty() ? "" : "\n") + pool::to_table(instance, one);
  return text;
}

SolvedFile solved_file(SolveOptions const& options, Texts const& mechanisms,
                       std::string const& path) {
  SolvedFile file{path, pool::read_instance(path, options.sets), {}};
  for (Solver const& solver :
       mechanisms.empty() ? solvers_of(file.file, path) : solvers_of(mechanisms))
    file.all.push_back(solved(file.file, solver));
  return file;
}

/// InputError where the file holds something else.
void require_output(SolveOptions const& options, std::vector<SolvedFile> const& files) {
  for (SolvedFile const& file : files) require_plain_file("--out", options.out, file.path);
  for (std::string const& line : record::clear_leftovers(options.out)) talk(line + "\n");
  record::ResultHeader const header = pool::header_of(files);
  if (options.force) return;
  if (record::standing_of(options.out, header.hash, header.policies) ==
      record::Standing::something_else)
    throw InputError(
        fmt::format("{}: exists and holds something else (allowed: another name, or --force)",
                    shown_path(options.out)));
}

void write_results(SolveOptions const& options, std::vector<SolvedFile> const& files) {
  require_output(options, files);
  auto const published = pool::write_results(options.out, files);
  if (!options.quiet) talk(fmt::format("results: {}\n", shown_path(published.path)));
}

}  // namespace

ExitCode solve(SolveOptions const& options) {
  Texts mechanisms, paths;
  for (std::string const& text : options.what) (is_file(text) ? paths : mechanisms).push_back(text);
  if (mechanisms == Texts{"optimum"}) return solve_optimum(options, paths);
  if (mechanisms == Texts{"slot_ratios"}) return solve_slot_ratios(options, paths);
  solvers_of(mechanisms);
  if (auto const problem = std::ranges::find_if(paths, is_problem); problem != paths.end())
    throw InputError(fmt::format(
        "{}: a problem is for optimum (allowed: instances, .toml, or a batch, .csv or .h5)",
        shown_path(*problem)));
  if (paths.empty())
    throw InputError(
        "solve: no file (allowed: instances, .toml, or a batch, .csv or .h5, behind the "
        "mechanisms)");
  if (auto const batch = std::ranges::find_if(paths, is_batch); batch != paths.end()) {
    require_batch_terms(options, mechanisms, paths, *batch);
    return solve_batch(options, solvers_of(mechanisms), *batch);
  }
  if (options.strict || !options.engine.empty())
    throw InputError("solve: --strict and --engine are for batches, .csv or .h5");
  if (paths.size() == 1 && mechanisms.empty() && is_experiment(paths.front()))
    return solve_experiment(options, paths.front());
  if (options.threads > 0)
    throw InputError("solve: --threads is for batches, .csv or .h5, and experiments");
  std::vector<SolvedFile> files;
  for (std::string const& path : paths) files.push_back(solved_file(options, mechanisms, path));
  if (!options.out.empty()) write_results(options, files);
  for (std::size_t i = 0; i < files.size(); ++i)
    fmt::print("{}{}", i == 0 || options.json ? "" : "\n", text_of(files[i], options.json));
  return ExitCode::ok;
}

}  // namespace fairslot::cli
