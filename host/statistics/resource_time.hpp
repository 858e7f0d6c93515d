/// How much of the cluster the tasks of a run held, in units of a resource x slots: exact integers.
#pragma once

#include <optional>
#include <vector>

#include "host/statistics/integer.hpp"
#include "kernels/list.hpp"
#include "kernels/simulation.hpp"

namespace fairslot::statistics {

/// Over the slots 1 .. T of a horizon, else up to the last slot in which a task ran.
struct ResourceTime {
  List<Int128> used;            ///< [K] by running tasks
  std::vector<Int128> offered;  ///< [K] by all servers

  void add(ResourceTime const& other);  ///< of another run of the same cluster
  /// Used over offered, one division; nullopt where nothing was offered.
  std::optional<double> utilisation(std::size_t resource) const;
};

ResourceTime resource_time(Problem const& problem, RunResult const& result);

}  // namespace fairslot::statistics
