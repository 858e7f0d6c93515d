#include "host/bench/command.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "host/bench/cases.hpp"
#include "host/bench/details.hpp"
#include "host/bench/engines.hpp"
#include "host/bench/machine.hpp"
#include "host/bench/measure.hpp"
#include "host/bench/scaling.hpp"
#include "host/bench/table.hpp"
#include "host/interrupt.hpp"
#include "host/plain_file.hpp"
#include "host/record/text_file.hpp"
#include "host/talk.hpp"

namespace fairslot::bench {
namespace {

using cli::BenchOptions;
using record::TextFile;

Extent extent_of(BenchOptions const& options) {
  if (options.full) return Extent::full;
  return options.quick ? Extent::quick : Extent::standard;
}

/// The file of --json, where there is one: that it can be written is found out before minutes are
/// spent.
std::optional<TextFile> open_json(std::string const& path) {
  if (path.empty() || path == "-") return std::nullopt;
  auto const folder = std::filesystem::path(path).parent_path();
  if (::access(folder.empty() ? "." : folder.c_str(), W_OK) != 0)
    throw InputError(fmt::format("--json {}: cannot be written", shown_path(path)));
  require_text_output("--json", path, "{\n \"cases\"", "benchmark of fairslot");
  return std::optional<TextFile>(std::in_place, path);
}

/// One line on stderr, on a terminal only.
class Telling {
 public:
  explicit Telling(bool quiet) : active_(!quiet && isatty(STDERR_FILENO) != 0) {}
  ~Telling() { clear(); }
  void tell(std::string const& text) const {
    if (active_) talk("\r\033[K" + text);
  }
  void clear() const { tell(""); }

 private:
  bool active_;
};

class Benchmark {
 public:
  Benchmark(BenchOptions const& options, MeasureSettings settings)
      : options_(options),
        settings_(std::move(settings)),
        engines_(options.engines.empty() ? std::vector<Engine>{} : parse_engines(options.engines)),
        file_(open_json(options.json)),
        table_(options.json != "-"),
        telling_(options.quiet) {}

  /// Interrupted: what is finished is written, in the table and as JSON.
  void run(std::vector<Case> const& cases) {
    BenchRun const run{.machine = this_machine(),
                       .device = Runtime::device(),
                       .engine = options_.engine,
                       .policy = canonical_name(settings_.policy),
                       .threads = Runtime::threads(),
                       .runs = settings_.runs};
    json_ = to_json(run);
    print(title(run) + (engines_.empty() ? table_head() : engines_head(engines_)));
    try {
      for (Case const& c : cases) run_case(c);
    } catch (Interrupted const&) {
      if (!json_["cases"].empty() || !json_["scaling"].empty() || !compared_.empty()) write(true);
      throw;
    }
    print(engines_.empty() ? table_foot() : engines_foot(compared_));
    write(false);
  }

 private:
  void run_case(Case const& c) {
    settings_.tell = [&](std::string const& what) { telling_.tell(c.name + ": " + what); };
    if (!engines_.empty()) {
      compared_.push_back(compare_engines(c, settings_, engines_));
      print(engines_row(compared_.back(), engines_));
      json_["engines"].push_back(to_json(compared_.back()));
    } else if (c.against == Against::one_thread && !has_two_threads()) {
      print(fmt::format("{:<18} left out: it needs two cores of a processor\n", c.name));
    } else if (c.against == Against::one_thread) {
      Scaling const scaling = measure_scaling(c, settings_);
      print(table_row(scaling));
      json_["scaling"].push_back(to_json(scaling));
    } else {
      Measured const measured = measure(c, settings_);
      print(table_row(measured));
      if (options_.verbose)
        for (std::string const& line : engine_details(measured, settings_))
          print("    " + line + "\n");
      json_["cases"].push_back(to_json(measured));
    }
  }

  static bool has_two_threads() {
    return this_machine().cores > 1 && !Runtime::device().starts_with("Cuda");
  }

  void print(std::string const& text) const {
    telling_.clear();
    if (!table_) return;
    std::fputs(text.c_str(), stdout);
    std::fflush(stdout);
  }

  void write(bool interrupted) {
    json_["interrupted"] = interrupted;
    if (options_.json == "-") fmt::print("{}\n", json_.dump(1));
    if (!file_) return;
    file_->write(json_.dump(1) + "\n");
    file_->publish();
  }

  BenchOptions const& options_;
  MeasureSettings settings_;
  std::vector<Engine> engines_;  ///< to compare; empty: the naive simulator is compared with
  std::vector<EngineComparison> compared_;
  std::optional<TextFile> file_;
  bool table_;
  Telling telling_;
  nlohmann::json json_;
};

}  // namespace

ExitCode run_benchmark(BenchOptions const& options) {
  MeasureSettings const settings{.policy = parse_policy(options.policy),
                                 .engine = parse_engine(options.engine),
                                 .runs = options.runs,
                                 .tell = {}};
  if (options.list) {
    fmt::print("{}", case_list(chosen_cases(options.cases, Extent::full)));
    return ExitCode::ok;
  }
  std::vector<Case> const cases = chosen_cases(options.cases, extent_of(options));
  outlive_readers();
  watch_for_interrupt();
  Runtime const runtime(options.threads);
  try {
    if (options.sweep.empty())
      Benchmark(options, settings).run(cases);
    else
      fmt::print(
          "{}", to_line(time_sweep(chosen_cases({options.sweep}, Extent::full).front(), settings)));
  } catch (Interrupted const&) {
    if (!options.quiet) talk("interrupted\n");
    return ExitCode::interrupted;
  }
  return ExitCode::ok;
}

}  // namespace fairslot::bench
