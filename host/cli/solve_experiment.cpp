#include "host/cli/solve_experiment.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "host/input_file.hpp"
#include "host/pool/experiment.hpp"
#include "host/pool/read.hpp"
#include "host/scenario/document.hpp"
#include "host/talk.hpp"
#include "kernels/shown.hpp"
#include "kernels/simulation.hpp"

namespace fairslot::cli {
bool is_experiment(std::string const& path) {
  scenario::Value const root = scenario::read_toml(path);
  return std::get<scenario::Table>(root.data).find("experiment") != nullptr;
}

ExitCode solve_experiment(SolveOptions const& options, std::string const& path) {
  pool::Document const document = pool::read_document(path, options.sets);
  auto const experiment =
      pool::experiment_of(document, std::filesystem::path(path).stem().string());
  if (!options.out.empty()) require_new_output(options, path);
  Runtime const runtime(options.threads);
  experiment->run();
  std::string const where = options.out.empty() ? "" : experiment->write(options.out).path;
  fmt::print("{}", options.json ? experiment->json() : experiment->table());
  if (!where.empty() && !options.quiet) talk(fmt::format("results: {}\n", shown_path(where)));
  return ExitCode::ok;
}

}  // namespace fairslot::cli
