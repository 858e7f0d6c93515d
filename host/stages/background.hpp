/// Load on workers that no scheduler places: as it is written out, or on and off by chance.
#pragma once

#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "host/random.hpp"
#include "host/stages/instance.hpp"

namespace fairslot::stages {

/// Phases with exponential lengths, of each worker by itself; the first is either with a half.
struct OnOff {
  double mean = 0;            ///< seconds; 0: there is none
  std::vector<double> parts;  ///< of the worker's capacity, a number a resource
  std::uint64_t seed = 1, sample = 0;
};

class Background {
 public:
  Background(Instance const&, OnOff);
  /// Time of the next change.
  double next() const;
  BackgroundChange pop();

 private:
  double drawn_length(std::int32_t worker);
  BackgroundChange pop_drawn();

  Instance const& instance_;
  OnOff load_;
  std::size_t given_ = 0;                          // of instance_.background
  std::set<std::pair<double, std::int32_t>> due_;  // of drawn ones
  std::vector<std::uint32_t> drawn_;               // [workers] phases
  std::vector<char> on_;                           // [workers]
};

}  // namespace fairslot::stages
