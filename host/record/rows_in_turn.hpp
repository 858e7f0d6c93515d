/// The rows of a sink in the order of (point, sample), while groups end in any order and long runs
/// hand over their rows as they go.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "host/record/sink.hpp"
#include "host/record/tables.hpp"
#include "host/spill/spill_file.hpp"
#include "host/statistics/shard.hpp"

namespace fairslot::record {

/// The pairs (point, sample) that a file is of, by number: point * samples + sample.
struct Pairs {
  std::int64_t points = 1, samples = 1;
  statistics::Shard shard = {};

  std::int64_t number(int point, std::int64_t sample) const { return point * samples + sample; }
};

/// Rows of the sample whose turn it is are written as they come. Those of later ones wait: up to a
/// bound in memory, past it in the spill file.
class RowsInTurn {
 public:
  static constexpr std::size_t most_held = std::size_t{32} << 20;  ///< bytes in memory

  /// Deflating is most of a recorder's work, and one thread of it too few for many that simulate.
  static std::size_t packers(int threads) { return threads > 2 ? 2 : 0; }

  /// Makes the sink's groups in `root`. The file must outlive the object. `packers`: see Packing.
  RowsInTurn(H5::Group const& root, Sink sink, Pairs pairs, spill::File& spill,
             std::size_t packers);
  /// Rows in order, a value a table.
  void add(int point, std::int64_t sample, int group, std::vector<Rows>&& rows, Ending ending);
  /// Writes the samples that still wait and of which all groups have ended; others leave no rows.
  void finish();

 private:
  struct Extent {
    std::uint64_t begin = 0;
    std::size_t bytes = 0;
  };
  struct Held {
    std::size_t group;
    std::vector<Rows> rows;
    std::vector<Extent> spilled;  // where the rows are if not here
  };
  struct Sample {
    std::size_t ended = 0;  // groups
    bool failed = false;
    std::vector<Held> held;
  };

  bool whole(std::int64_t pair, Sample const& sample) const;
  void append(std::size_t group, std::vector<Rows> const& rows, bool failed);
  void hold(Sample& sample, std::size_t group, std::vector<Rows>&& rows);
  void write(Sample& sample);
  void next_turn();
  /// Takes back what the sample whose turn it is has written.
  void rewind(bool failed_ones_too);

  Sink sink_;
  Pairs pairs_;
  spill::File& spill_;
  std::vector<std::vector<Table>> tables_;  // by group
  std::map<std::int64_t, Sample> waiting_;  // by pair
  std::int64_t turn_;                       // a pair
  std::size_t held_bytes_ = 0;
};

}  // namespace fairslot::record
