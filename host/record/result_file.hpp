/// A results file being written: all of its groups. One thread makes all calls.
#pragma once

#include <chrono>
#include <map>
#include <tuple>
#include <vector>

#include "host/record/cluster_table.hpp"
#include "host/record/recorder.hpp"
#include "host/record/rows_in_turn.hpp"
#include "host/record/run_tables.hpp"
#include "host/statistics/sweep_statistics.hpp"
#include "host/storage/result_disk.hpp"
#include "host/temporary_file.hpp"

namespace fairslot::record {

/// Functions throw H5::Exception where HDF5 fails, std::runtime_error (the reason) where the disk
/// does.
class ResultFile {
 public:
  /// Fills the empty file, which must live as long.
  ResultFile(TemporaryFile const& temporary, ResultHeader const& header, RunTables const& tables,
             std::vector<Sink> const& others);
  /// Measures the run. It counts, and its rows stay, once its sample has come to its end under all
  /// policies of the point; rows are sorted by (point, sample).
  void add(int point, std::int64_t sample, int policy, Problem const& problem,
           RunResult const& run);
  /// Records of a run that goes on.
  void add_part(int point, std::int64_t sample, int policy, Problem const& problem,
                Records const& records);
  /// Of number `sink` of the others.
  void put(std::size_t sink, int point, std::int64_t sample, int group, std::vector<Rows>&& rows,
           Ending ending);
  statistics::Summary finish(bool complete);  ///< closes the file

 private:
  /// Point, policy and sample of a run that goes on.
  using RunPart = std::tuple<int, int, std::int64_t>;

  void check_disk() const;

  spill::File spill_;
  storage::ResultDisk disk_;
  H5::H5File file_;
  H5::Group root_, run_;  // root_: an H5File does not copy as the Group that it is
  RunTables tables_;
  std::size_t resources_;
  ClusterTable cluster_;
  statistics::SweepStatistics statistics_;
  std::map<RunPart, HeldShares> held_;
  std::vector<RowsInTurn> sinks_;  // the runs', then the others'
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace fairslot::record
