#include "host/cli/solve_batch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "host/cli/run_stages.hpp"
#include "host/interrupt.hpp"
#include "host/pool/batch.hpp"
#include "host/pool/record.hpp"
#include "host/pool/results.hpp"
#include "host/record/sink_file.hpp"
#include "host/sha256.hpp"
#include "host/talk.hpp"
#include "kernels/environment.hpp"
#include "kernels/shown.hpp"
#include "kernels/simulation.hpp"

namespace fairslot::cli {
namespace {

/// The text tells of which file they are: a batch may be too long to be kept with its answers.
record::ResultHeader header_of(std::string const& path, std::vector<std::string> const& mechanisms,
                               std::vector<std::string> const& resources, int threads) {
  record::ResultHeader header = pool::header_of_solve(resources);
  header.name = std::filesystem::path(path).stem().string();
  header.text = fmt::format("batch = {}\n", scenario::toml_text(path));
  for (std::string const& name : mechanisms) header.text += fmt::format("# {}\n", name);
  header.hash = sha256(header.text);
  header.threads = threads;
  return header;
}

/// Kokkos runs where a kernel is to divide.
struct Device {
  explicit Device(int threads) : runtime(threads) {}

  Runtime runtime;
  pool::BatchKernel kernel;
};

bool takes_kernel(std::string const& engine, std::vector<pool::Solver> const& solvers) {
  if (engine == "host" || !std::ranges::any_of(solvers, pool::BatchKernel::serves)) return false;
  return engine == "kernel" || pool::DrfKernel::pays();
}

/// InputError where the mechanism refuses whatever a batch can say: the plainest instance tells.
void require_for_batches(pool::Solver const& solver, std::size_t resources,
                         std::string const& path) {
  std::vector<double> const ones(resources, 1.0);
  try {
    solver.solve(pool::one_pool(ones, ones), pool::Steps::none);
  } catch (pool::Unfit const& unfit) {
    throw InputError(fmt::format("{}: {} is not for this batch: {}: {}", shown_path(path),
                                 solver.text(), unfit.key, unfit.what()));
  }
}

}  // namespace

ExitCode solve_batch(SolveOptions const& options, std::vector<pool::Solver> const& solvers,
                     std::string const& path) {
  auto const source = pool::open_batch(path);
  std::vector<std::string> mechanisms;
  for (pool::Solver const& solver : solvers) {
    require_for_batches(solver, source->resources(), path);
    mechanisms.push_back(solver.text());
  }
  auto const resources = pool::resource_names(source->resources());
  pool::BatchTerms terms{.threads = threads_for(options.threads), .strict = options.strict};
  std::optional<Device> device;
  if (takes_kernel(options.engine, solvers)) terms.kernel = &device.emplace(options.threads).kernel;
  std::optional<record::SinkFile> file;
  if (!options.out.empty()) {
    require_new_output(options, path);
    file.emplace(options.out, header_of(path, mechanisms, resources, terms.threads),
                 pool::answer_sink(mechanisms, resources, 0, false));
    terms.put = [&file](std::size_t mechanism, std::vector<record::Rows> const& rows) {
      file->put(mechanism, rows);
    };
  }
  watch_for_interrupt();
  pool::BatchOutcome const outcome = pool::solve_batch(*source, solvers, terms);
  std::string const where = file ? file->finish().path : "";
  fmt::print("{}", options.json ? pool::to_json(path, outcome) : pool::to_table(path, outcome));
  if (file && !options.quiet) talk(fmt::format("results: {}\n", shown_path(where)));
  return ExitCode::ok;
}

}  // namespace fairslot::cli
