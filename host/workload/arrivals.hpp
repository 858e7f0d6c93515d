/// When synthetic jobs are handed in.
#pragma once

#include <cstdint>
#include <vector>

#include "host/random.hpp"
#include "host/scenario/scenario.hpp"

namespace fairslot::workload {

/// A rate a slot, of which a sample has its own where it is bursty.
class Arrivals {
 public:
  Arrivals(scenario::Scenario::Workload const&, Random const&);

  /// In 1 .. submit_slots, each slot in proportion to its rate.
  std::int64_t draw(std::uint64_t bits) const;

 private:
  /// Slots of one rate, up to the next one's first.
  struct Span {
    std::int64_t first;
    std::uint64_t rate;
    std::uint64_t before = 0;  ///< of all slots before them together
  };
  static std::vector<Span> by_hour(scenario::Scenario::Workload const&);
  static std::vector<Span> in_phases(scenario::Scenario::Workload const&, Random const&);

  std::vector<Span> spans_;
  std::uint64_t total_;
};

}  // namespace fairslot::workload
