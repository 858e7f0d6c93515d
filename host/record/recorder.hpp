/// Writes a sweep's results into one HDF5 file while the simulator goes on.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "host/record/header.hpp"
#include "host/record/published.hpp"
#include "host/record/sink.hpp"
#include "host/scenario/scenario.hpp"
#include "host/statistics/summary.hpp"
#include "host/temporary_file.hpp"
#include "kernels/simulation.hpp"

namespace fairslot::record {

/// What is recorded of a run besides its jobs and users.
struct RunTables {
  bool slots = true, picks = false, shares = false;
  std::int64_t every = 1;        ///< see Recording
  bool fragmentation = false;    ///< columns of slots
  std::vector<double> dfe = {};  ///< the same: the exponents beta
};
RunTables tables_of(scenario::Scenario const& scenario);
/// What the simulator has to hand over for them.
Recording recording_of(RunTables const&);

/// A thread of its own measures and writes; add() waits only while it is far behind. The file
/// appears under its name, complete and on disk, in finish(); until then it is a temporary file in
/// the same folder, which the destructor removes. Where the file cannot be written every function
/// throws std::runtime_error with one line that names it.
class Recorder {
 public:
  /// Bytes that wait to be written before add() waits: a fraction of a second.
  static constexpr std::size_t most_queued = std::size_t{16} << 20;

  using Tables = RunTables;

  /// Makes missing folders of `path`, opens the temporary file. `others`: of producers besides the
  /// simulator.
  Recorder(std::string path, ResultHeader header, Tables tables, std::vector<Sink> others = {});
  ~Recorder();
  Recorder(Recorder const&) = delete;
  Recorder& operator=(Recorder const&) = delete;

  /// Measures a run; one that came to no end is a row with its status, and its sample does not
  /// count. In any order, each (point, sample, policy) at most once; best in ascending order, since
  /// rows that come before those of another sample wait: up to a bound in memory, past it in a file
  /// without a name beside the results. Samples count from 0.
  void add(int point, std::int64_t sample, int policy, std::shared_ptr<Problem const> problem,
           RunResult&& run);

  /// Records of a run that goes on, in order; the rest comes with add().
  void add_part(int point, std::int64_t sample, int policy, std::shared_ptr<Problem const> problem,
                Records&& records);

  /// Rows of number `sink` of the others, a value a table: in order for a sample and group, best in
  /// ascending order of samples, see add(). A sample counts once all groups of its point are whole.
  void put(std::size_t sink, int point, std::int64_t sample, int group, std::vector<Rows>&& rows,
           Ending ending);

  /// Publishes the file. Existing::keep: where another file has got the name meanwhile, both stay
  /// unless they hold the same results, see Published. An incomplete file takes no other's place;
  /// it holds the samples that have ended under all policies of their point and says so (/run,
  /// attribute `complete`).
  statistics::Summary finish(bool complete, Existing existing = Existing::replace);
  /// After finish().
  Published const& published() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace fairslot::record
