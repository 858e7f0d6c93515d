/// /policies/<canonical name> of a results file.
#pragma once

#include <optional>

#include "host/record/recorder.hpp"
#include "host/record/run_tables.hpp"

namespace fairslot {

class PolicyTables {
 public:
  PolicyTables(H5::Group group, std::vector<std::string> const& resources, Recorder::Tables which);
  void append(RunRows const& rows);
  void close();

 private:
  Table runs_, jobs_, users_;
  std::optional<Table> slots_, picks_;
};

}  // namespace fairslot
