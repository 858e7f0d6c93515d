/// Dominant resource fairness of many instances at once, by progressive filling (Ghodsi et al.
/// 2011): a team each. Free of Kokkos.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace fairslot::pool {

/// Instances of one number of resources, one behind the other.
struct DrfBlock {
  int resources = 1;                      ///< K
  std::vector<std::int32_t> first = {0};  ///< [instances + 1] of its users; the last: all
  std::vector<double> capacity = {};      ///< [instances][K]
  std::vector<double> demand = {};        ///< [users][K] of one task
  std::vector<double> weight = {};        ///< [users] above 0
  std::vector<double> limit = {};         ///< [users] of tasks, or infinite

  std::int64_t instances() const { return static_cast<std::int64_t>(first.size()) - 1; }
};

class DrfKernel {
 public:
  /// `lanes` of a team; 0: chosen. Runtime is started before.
  explicit DrfKernel(int lanes = 0);
  ~DrfKernel();
  /// Whether it is faster than the host's threads: on a GPU. (docs/performance.md)
  static bool pays();

  /// Tasks [users], the same bits as host/pool/mechanisms/drf.hpp comes to.
  std::vector<double> tasks(DrfBlock const& block);

 private:
  class Memory;
  std::unique_ptr<Memory> memory_;
  int lanes_;
};

}  // namespace fairslot::pool
