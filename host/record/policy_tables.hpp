/// /policies/<canonical name> of a results file.
#pragma once

#include <optional>

#include "host/record/recorder.hpp"
#include "host/record/run_tables.hpp"

namespace fairslot::record {

class PolicyTables {
 public:
  PolicyTables(H5::Group group, std::vector<std::string> const& resources, Recorder::Tables which);
  void append(RunRows const& rows);
  void mark();    ///< remembers where the tables stand
  void rewind();  ///< to the mark: later rows have never been
  void close();

 private:
  template <class F>
  void for_each(F visit);

  Table runs_, jobs_, users_;
  std::optional<Table> slots_, picks_;
};

}  // namespace fairslot::record
