/// How much jobs ask of a cluster.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "host/scenario/scenario.hpp"

namespace fairslot::workload {

/// Of each resource what tasks hold, demand times duration, beside what the cluster has in slots
/// 1 .. submit_slots. Integers: whether a load is reached is the same everywhere.
class OfferedLoad {
 public:
  explicit OfferedLoad(scenario::Scenario const& s) : OfferedLoad(s, s.workload.submit_slots) {}
  /// Beside what there is in so many slots.
  OfferedLoad(scenario::Scenario const&, std::int64_t slots);

  /// `demand`: [K].
  void add(std::int64_t tasks, std::int64_t duration, std::span<std::int32_t const> demand);
  /// Of some resource the part that the scenario asks for.
  bool is_reached() const;
  /// [K]; 0 of a resource that the cluster does not have.
  std::vector<double> parts() const;
  /// [K] the cluster's capacity times the slots.
  std::vector<double> there() const;

 private:
  __extension__ using Wide = __int128;
  struct Resource {
    Wide held = 0, wanted;
    double there;  ///< capacity times slots
  };
  std::vector<Resource> resources_;
};

}  // namespace fairslot::workload
