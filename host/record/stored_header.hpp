/// What /scenario and /run of a results file say, read back.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "host/record/tables.hpp"
#include "host/statistics/shard.hpp"
#include "kernels/list.hpp"

namespace fairslot::record {

struct StoredHeader {
  std::int64_t semantic_version = 0, samples = 0;
  std::string name, hash;
  std::string folder;  ///< of what the text names; empty: it is not told
  List<std::string> policies, resources;
  statistics::Shard shard;  ///< the part of the sweep that is here
  std::int64_t every = 1;   ///< of the rows of slots, see RunTables
  bool complete = false;    ///< not of an interrupted run
};

/// Throws FormatError where an attribute is missing, of another type or out of range.
StoredHeader read_header(H5::Group const& root);

/// The effective scenario (TOML) or problem (JSON).
std::string read_text(H5::Group const& root);

}  // namespace fairslot::record
