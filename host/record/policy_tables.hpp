/// /policies/<canonical name> of a results file, rows sorted by (point, sample).
#pragma once

#include <map>
#include <optional>
#include <utility>

#include "host/record/recorder.hpp"
#include "host/record/run_tables.hpp"

namespace fairslot {

class PolicyTables {
 public:
  PolicyTables(H5::Group group, std::vector<std::string> const& resources, Recorder::Tables which,
               std::int64_t samples);
  /// Rows that come before their turn wait in memory.
  void add(int point, std::int64_t sample, RunRows&& rows);
  void close();  ///< writes what still waits, too

 private:
  using Key = std::pair<int, std::int64_t>;  // point, sample
  void write(RunRows const& rows);

  Table runs_, jobs_, users_;
  std::optional<Table> slots_, picks_;
  std::int64_t samples_;
  Key next_{0, 0};
  std::map<Key, RunRows> early_;
};

}  // namespace fairslot
