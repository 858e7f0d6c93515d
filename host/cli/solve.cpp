#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "host/cli/commands.hpp"
#include "host/pool/output.hpp"
#include "host/pool/read.hpp"
#include "host/pool/solver.hpp"

namespace fairslot::cli {
namespace {

using pool::InstanceFile;
using pool::Solved;
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
  std::vector<Solver> solvers;
  Texts names;
  for (std::string const& text : mechanisms) {
    solvers.emplace_back(text);
    names.push_back(solvers.back().text());
    if (std::ranges::count(names, names.back()) > 1)
      throw InputError(fmt::format("{}: {} is given twice", shown(text), names.back()));
  }
  return solvers;
}

/// Those of the command line, else those of the file.
std::vector<Solver> solvers_of(Texts const& asked, InstanceFile const& file,
                               std::string const& path) {
  if (!asked.empty()) return solvers_of(asked);
  if (file.solve.empty())
    throw InputError(fmt::format(
        "{}: solve: is missing (allowed: solve = [\"drf\"] in the file, or a mechanism on the "
        "command line; fairslot list mechanisms)",
        shown_path(path)));
  try {
    return solvers_of(file.solve);
  } catch (SpecError const& error) {
    file.refuse({"solve", error.what()});
  }
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

void print(pool::Instance const& instance, std::vector<Solved> const& all, bool as_json) {
  if (as_json) std::fputs(pool::to_json(instance, all).c_str(), stdout);
  for (std::size_t i = 0; i < all.size() && !as_json; ++i)
    fmt::print("{}{}", i > 0 ? "\n" : "", pool::to_table(instance, all[i]));
}

void solve_file(SolveOptions const& options, Texts const& mechanisms, std::string const& path) {
  InstanceFile const file = pool::read_instance(path, options.sets);
  std::vector<Solved> all;
  for (Solver const& solver : solvers_of(mechanisms, file, path))
    all.push_back(solved(file, solver));
  print(file.instance, all, options.json);
}

}  // namespace

ExitCode solve(SolveOptions const& options) {
  Texts mechanisms, files;
  for (std::string const& text : options.what) (is_file(text) ? files : mechanisms).push_back(text);
  solvers_of(mechanisms);
  if (files.empty())
    throw InputError("solve: no file (allowed: instances, .toml, behind the mechanisms)");
  for (std::string const& file : files) solve_file(options, mechanisms, file);
  return ExitCode::ok;
}

}  // namespace fairslot::cli
