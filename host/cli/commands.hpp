/// The commands, free of the parser: what was asked in, exit code out, results on stdout.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "host/error.hpp"
#include "host/statistics/tables.hpp"

namespace fairslot::cli {

/// fairslot run: empty texts and lists are options not given.
struct RunOptions {
  std::vector<std::string> files;
  std::vector<std::string> policies, sets;
  std::string picks, out, samples, seed, engine = "auto";
  bool json = false, quiet = false, force = false;
  int threads = 0;  ///< 0: the environment or the machine decides
  statistics::TableOptions form;
};
[[nodiscard]] ExitCode run_files(RunOptions const&);

/// fairslot validate: what run would be given.
struct ValidateOptions {
  std::vector<std::string> files, policies, sets;
  std::string samples;  ///< as in RunOptions
  int threads = 0;
  bool force = false;
  bool no_time = false;  ///< nothing is run to foretell how long it takes
};
/// A line a file on stdout, or its mistake on stderr; bad_input where one is wrong.
[[nodiscard]] ExitCode validate_files(ValidateOptions const&);

/// A line a file on stdout, or what is wrong with it on stderr; bad_parts where one is damaged.
[[nodiscard]] ExitCode verify_files(std::vector<std::string> const& files, bool json, bool quiet);

/// The effective scenario and, where it is synthetic, what its first sample came to be, as
/// comments.
struct ShowOptions {
  std::string file;
  std::vector<std::string> sets;
  bool json = false;  ///< what was drawn alone
  std::string plot;   ///< a folder for its figure alone; empty: none
};
[[nodiscard]] ExitCode show_scenario(ShowOptions const&);

/// fairslot solve: mechanisms and the files that they divide.
struct SolveOptions {
  std::vector<std::string> what, sets;
  std::string out;
  std::string engine;  ///< of a batch: auto (empty), host, kernel
  bool json = false, quiet = false, force = false;
  bool strict = false;  ///< of a batch the first bad instance ends it
  int threads = 0;      ///< of a batch; 0: the environment or the machine decides
};
[[nodiscard]] ExitCode solve(SolveOptions const&);

/// fairslot import: somebody else's logs to a trace file.
struct ImportOptions {
  std::string format, out;
  std::vector<std::string> inputs, sets;
  bool strict = false, quiet = false, json = false;
};
[[nodiscard]] ExitCode import_trace(ImportOptions const&);

/// `what`: policies, mechanisms, engines, importers, audits, keys, stages, clusters, workloads,
/// distributions; empty: all.
[[nodiscard]] ExitCode list_things(std::string const& what, bool markdown, bool as_json);

/// fairslot report: tables where they are asked for, else figures, for which it becomes
/// analysis/report.py.
struct ReportOptions {
  std::string file, out, csv;  ///< out: folder of the figures; csv: of the CSV files
  std::optional<std::string>
      users;  ///< whose shares are drawn, "3,17"; else who is furthest behind
  bool tables = false, json = false;
  bool force = false;  ///< CSV files may take the place of somebody else's
  statistics::TableOptions form;
};
[[nodiscard]] ExitCode report(ReportOptions const&);

/// fairslot explain: a run again, with somebody who looks on. -1: not given.
struct ExplainOptions {
  std::string file, policy;                          ///< empty: fgm, of stages
  int point = -1, sample = -1, job = -1, task = -1;  ///< task: of stages
  std::int64_t slot = -1;                            ///< this one and those below: of slots
  int user = -1, top = -1;
  bool json = false;
};
[[nodiscard]] ExitCode explain(ExplainOptions const&);

/// fairslot audit: a problem under policies, or results.
struct AuditOptions {
  std::string file;
  std::vector<std::string> policies, audits;
  std::int64_t liars = 8;  ///< users whose lies are tried
  std::string out, engine = "auto";
  int point = -1, sample = -1;  ///< of results; -1: all
  bool json = false, quiet = false, force = false;
  int threads = 0;  ///< 0: the environment or the machine decides
};
[[nodiscard]] ExitCode audit_file(AuditOptions const&);

/// fairslot bench: the benchmark on this machine.
struct BenchOptions {
  std::vector<std::string> cases;  ///< names or patterns; empty: those of the extent
  std::string engine = "auto", policy = "tvtsf", json;
  std::string engines;  ///< to compare: "all" or names; empty: the naive simulator is compared with
  std::string sweep;    ///< instead of all this: time this case's sweep, a line on stdout
  int runs = 5, threads = 1;
  bool list = false, quick = false, full = false, verbose = false, quiet = false;
};
/// Where the program has a benchmark.
using Benchmark = ExitCode (*)(BenchOptions const&);

bool is_scenario(std::string const& file);  ///< ends in .toml
bool is_problem(std::string const& file);   ///< ends in .json
bool is_trace(std::string const& file);     ///< ends in .h5
/// What --set is given besides an option that sets the same is refused: which of the two counts
/// could only be guessed.
void require_set_once(std::vector<std::string> const& sets, std::string const& option,
                      std::string const& key);
/// InputError for any other name.
void require_known_kind(std::string const& file);
/// Refuses what is there already but by force, and what is no file or `path` itself.
void require_new_output(SolveOptions const& options, std::string const& path);

}  // namespace fairslot::cli
