/// What a results file says about itself.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "host/statistics/summary.hpp"
#include "kernels/list.hpp"

namespace fairslot::record {

/// `text` is the effective scenario or instance (TOML) or problem (JSON).
struct ResultHeader {
  std::string name, text, hash;
  std::uint64_t seed = 0;
  std::int64_t samples = 1;
  statistics::Shard shard = {};         ///< of all pairs (point, sample), those that are given
  List<statistics::SweepPoint> points;  ///< >= 1; one without swept keys where there is no sweep
  List<std::string> policies;           ///< canonical names, of all points
  std::vector<std::string> resources;   ///< names, [K]
  std::int64_t every = 1;               ///< of the rows of slots, see RunTables
  std::string version, commit, device;
  std::string folder = {};  ///< where files lie that the text names; empty: it names none
  int threads = 1;
};

}  // namespace fairslot::record
