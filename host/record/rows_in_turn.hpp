/// The rows of all policies in the order of (point, sample), while runs end in any order and long
/// ones hand over their rows as they go.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "host/record/policy_tables.hpp"
#include "host/spill/spill_file.hpp"

namespace fairslot::record {

/// Rows of the sample whose turn it is are written as they come. Those of later ones wait: up to a
/// bound in memory, past it in the spill file.
class RowsInTurn {
 public:
  static constexpr std::size_t most_held = std::size_t{32} << 20;  ///< bytes in memory

  /// The tables, a value a policy, and the file must outlive the object.
  RowsInTurn(std::vector<PolicyTables>& tables, std::vector<statistics::SweepPoint> const& points,
             std::int64_t samples, spill::File& spill);

  /// A run's rows in order, `ended` with the last of them.
  void add(int point, std::int64_t sample, int policy, RunRows&& rows, bool ended);

  /// Writes the samples that still wait and of which all runs have ended; others leave no rows.
  void finish();

 private:
  using Key = std::pair<int, std::int64_t>;  // point, sample
  struct Extent {
    std::uint64_t begin = 0;
    std::size_t bytes = 0;
  };
  struct Held {
    int policy;
    RunRows rows;
    std::array<Extent, run_tables.size()> spilled;  // where the rows are if not here
  };
  struct Sample {
    std::size_t ended = 0;  // runs
    std::vector<Held> held;
  };

  bool whole(Key const& key, Sample const& sample) const;
  void hold(Sample& sample, int policy, RunRows&& rows);
  void write(Sample& sample);
  void next_turn();

  std::vector<PolicyTables>& tables_;
  std::vector<std::size_t> policies_;  // how many, a value a point
  std::int64_t samples_;
  spill::File& spill_;
  std::map<Key, Sample> waiting_;
  Key turn_{0, 0};
  std::size_t held_bytes_ = 0;
};

}  // namespace fairslot::record
