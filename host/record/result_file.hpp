/// A results file being written: all of its groups. One thread makes all calls.
#pragma once

#include <chrono>
#include <map>
#include <utility>
#include <vector>

#include "host/record/cluster_table.hpp"
#include "host/record/policy_tables.hpp"
#include "host/record/recorder.hpp"
#include "host/record/result_disk.hpp"
#include "host/statistics/sweep_statistics.hpp"
#include "host/statistics/whole_samples.hpp"

namespace fairslot {

/// Functions throw H5::Exception where HDF5 fails, std::runtime_error (the reason) where the disk
/// does.
class ResultFile {
 public:
  /// Creates the file; `path` must not exist.
  ResultFile(std::string const& path, ResultHeader const& header, Recorder::Tables tables);
  /// Measures the run. Its rows are written when its sample has ended under all policies of the
  /// point and all samples before it are written: sorted by (point, sample), until then in memory.
  void add(int point, std::int64_t sample, int policy, Problem const& problem,
           RunResult const& run);
  Summary finish(bool complete);  ///< closes the file

 private:
  void write_scenario(ResultHeader const& header);
  void write_run(ResultHeader const& header);

  using Key = std::pair<int, std::int64_t>;  // point, sample
  void write_in_turn();
  void write_rows(std::map<int, RunRows> const& runs);
  void check_disk() const;

  ResultDisk disk_;
  H5::H5File file_;
  H5::Group root_, run_;  // root_: an H5File does not copy as the Group that it is
  std::vector<PolicyTables> policies_;
  ClusterTable cluster_;
  SweepStatistics statistics_;
  std::int64_t samples_;
  WholeSamples<RunRows> rows_;
  std::map<Key, std::map<int, RunRows>> early_;  // whole samples before their turn
  Key next_{0, 0};
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace fairslot
