#include "host/cli/solve_experiment.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "host/cli/run_stages.hpp"
#include "host/input_file.hpp"
#include "host/interrupt.hpp"
#include "host/pool/experiment.hpp"
#include "host/pool/read.hpp"
#include "host/scenario/document.hpp"
#include "host/talk.hpp"
#include "kernels/shown.hpp"
#include "kernels/simulation.hpp"

namespace fairslot::cli {
namespace {

ExitCode run_experiment(SolveOptions const& options, pool::Document const& document,
                        std::string const& path) {
  auto const experiment =
      pool::experiment_of(document, std::filesystem::path(path).stem().string());
  if (!options.out.empty()) require_new_output(options, path);
  int const threads = threads_for(options.threads);
  Runtime const runtime(threads);
  watch_for_interrupt();
  experiment->run(threads);
  std::string const where = options.out.empty() ? "" : experiment->write(options.out).path;
  fmt::print("{}", options.json ? experiment->json() : experiment->table());
  if (!where.empty() && !options.quiet) talk(fmt::format("results: {}\n", shown_path(where)));
  return ExitCode::ok;
}

}  // namespace

bool is_experiment(std::string const& path) {
  scenario::Value const root = scenario::read_toml(path);
  return std::get<scenario::Table>(root.data).find("experiment") != nullptr;
}

ExitCode solve_experiment(SolveOptions const& options, std::string const& path) {
  return run_experiment(options, pool::read_document(path, options.sets), path);
}

ExitCode solve_slot_ratios(SolveOptions const& options, std::vector<std::string> const& paths) {
  if (paths.size() != 1 || !paths.front().ends_with(".h5"))
    throw InputError("solve slot_ratios: takes one trace, .h5 (fairslot import makes it)");
  if (options.strict || options.threads > 0 || !options.engine.empty())
    throw InputError("solve slot_ratios: --strict, --threads and --engine are for batches");
  scenario::Place const place{std::make_shared<scenario::Source const>("solve slot_ratios")};
  pool::Document document =
      pool::parse_document("experiment = \"slot_ratios\"\n", place.source->name, options.sets);
  document.root.place = place;
  scenario::assign(document.root, "trace", {place, paths.front()}, place);
  document.text += fmt::format("trace = {}\n", scenario::toml_text(paths.front()));
  return run_experiment(options, document, paths.front());
}

}  // namespace fairslot::cli
