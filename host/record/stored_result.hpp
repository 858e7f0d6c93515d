/// Looks into a results file without computing anything. The file may be any file at all: what is
/// no results file, damaged or held by another program is an InputError of one line that names it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "host/statistics/run_metrics.hpp"
#include "host/statistics/summary.hpp"

namespace fairslot::record {

/// What there is at the name of a file of results that is to be written.
enum class Standing { nothing, this_result, something_else };

/// this_result: a finished run of this part of the scenario with this hash under these policies, in
/// today's format and with today's numbers.
Standing standing_of(std::string const& path, std::string const& hash,
                     std::vector<std::string> const& policies, statistics::Shard shard = {});

/// The stored summary, as finish() returned it.
statistics::Summary read_summary(std::string const& path);

/// Of what was run, to run it again: the effective scenario (TOML) or problem (JSON).
struct StoredSource {
  std::string text, hash;  ///< the hash of the scenario and of what it draws from
  std::string folder;      ///< where the files lie that the scenario names; empty: it is not told

  bool is_of_stages() const { return text.starts_with("simulation = \"stages\""); }
};
/// Throws InputError, one line, where its numbers are those of another version.
StoredSource read_source(std::string const& path);

/// What a run has to show.
struct StoredResult {
  statistics::Summary summary;
  std::optional<statistics::ProblemOutcome> outcome;  ///< of a problem
};
StoredResult read_result(std::string const& path);

/// What was run, to run it again.
struct StoredSetup : StoredSource {
  struct Run {
    int point = 0;
    std::int64_t sample = 0;
    int policy = 0;  ///< index in `policies`
  };
  std::string name;
  bool is_problem = false;
  std::vector<std::string> policies, resources;
  std::int64_t samples = 1;
  std::vector<Run> runs;  ///< of samples that count, by policy, point and sample
};
/// Throws InputError, one line, where its numbers are those of another version, or it is of stages.
StoredSetup read_setup(std::string const& path);

/// A job of a run of the file; nullopt: there is no such row.
std::optional<statistics::JobMetrics> read_job(std::string const& path, std::string const& policy,
                                               StoredSetup::Run const& run, std::int32_t user,
                                               std::int32_t job);

/// A file found whole: every row, name and attribute is as it was written.
struct Verified {
  std::string digest;  ///< equal for equal runs
  std::size_t tables = 0;
  std::uint64_t rows = 0;
  bool complete = false;  ///< not of an interrupted run
};
Verified verify_results(std::string const& path);

}  // namespace fairslot::record
