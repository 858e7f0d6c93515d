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

/// `refuse` is told which of them is wrong, and why.
template <class Refuse>
std::vector<Solver> solvers_of(Texts const& mechanisms, Refuse const& refuse) {
  std::vector<Solver> solvers;
  Texts names;
  for (std::size_t i = 0; i < mechanisms.size(); ++i) {
    try {
      solvers.emplace_back(mechanisms[i]);
    } catch (SpecError const& error) {
      refuse(i, error.what());
    }
    names.push_back(solvers.back().text());
    if (std::ranges::count(names, names.back()) > 1)
      refuse(i, fmt::format("{} is given twice", names.back()));
  }
  return solvers;
}

std::vector<Solver> solvers_of(Texts const& mechanisms) {
  return solvers_of(mechanisms, [](std::size_t, std::string const& problem) {
    throw InputError(fmt::format("solve: {}", problem));
  });
}

std::vector<Solver> solvers_of(InstanceFile const& file, std::string const& path) {
  if (file.solve.empty())
    throw InputError(fmt::format(
        "{}: solve: is missing (allowed: solve = [\"drf\"] in the file, or a mechanism on the "
        "command line; fairslot list mechanisms)",
        shown_path(path)));
  return solvers_of(file.solve, [&file](std::size_t i, std::string const& problem) {
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

std::string text_of(pool::Instance const& instance, std::vector<Solved> const& all, bool as_json) {
  if (as_json) return pool::to_json(instance, all);
  std::string text;
  for (Solved const& one : all) text += (text.empty() ? "" : "\n") + pool::to_table(instance, one);
  return text;
}

std::string solve_file(SolveOptions const& options, Texts const& mechanisms,
                       std::string const& path) {
  InstanceFile const file = pool::read_instance(path, options.sets);
  std::vector<Solved> all;
  for (Solver const& solver : mechanisms.empty() ? solvers_of(file, path) : solvers_of(mechanisms))
    all.push_back(solved(file, solver));
  return text_of(file.instance, all, options.json);
}

}  // namespace

ExitCode solve(SolveOptions const& options) {
  Texts mechanisms, files;
  for (std::string const& text : options.what) (is_file(text) ? files : mechanisms).push_back(text);
  solvers_of(mechanisms);
  if (files.empty())
    throw InputError("solve: no file (allowed: instances, .toml, behind the mechanisms)");
  std::string text;  // of all files, or of none
  for (std::string const& file : files)
    text += (text.empty() || options.json ? "" : "\n") + solve_file(options, mechanisms, file);
  std::fputs(text.c_str(), stdout);
  return ExitCode::ok;
}

}  // namespace fairslot::cli
