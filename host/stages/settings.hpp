/// How servers squeeze and what the scheduler does, apart from the jobs; defaults are those of the
/// scenario's keys.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace fairslot::stages {

enum class Order { drf, fair, capacity, fifo };
inline constexpr std::array<std::string_view, 4> order_names = {"drf", "fair", "capacity", "fifo"};

enum class SchedulerName { fgm, fifo, capacity, fair, drf };
inline constexpr std::array<std::string_view, 5> scheduler_names = {"fgm", "fifo", "capacity",
                                                                    "fair", "drf"};

struct Settings {
  Order order = Order::drf;  ///< of fgm
  std::vector<double> queues = {0.5, 0.3, 0.2};
  bool known = false;  ///< true stages and positions instead of predictions

  double limit = 0.1, penalty = 0;
  bool oom = true;

  // Watching.
  double sample = 5, window = 60, update = 30;  ///< seconds
  // Prediction.
  std::int64_t points = 20, min_similar = 3;
  double compression_factor = 5.0 / 6;  ///< Th_r of (8)
  double cpu_range = 0.5, memory_range = 0.5;
  std::int64_t shortest_stage = 1;  ///< points
  // Policies of servers.
  double idle_threshold = 0.05;
  double fine_threshold = 0.0025, coarse_threshold = 0.01, stop_threshold = 0.04;
  std::int64_t conformity_windows = 5;
  double degradation = 1.5;
  // Locality.
  bool locality = true;
  std::int64_t replicas = 3;
  double wait = 5, remote = 1.1;

  double match_us = 0;
  double patience = 3600;
  std::int64_t attempts = 1000;

  bool operator==(Settings const&) const = default;
};

/// Seconds that a later sample or update can tell of.
inline double memory_of_samples(Settings const& s) {
  return s.window + s.update + s.sample * static_cast<double>(s.conformity_windows);
}

}  // namespace fairslot::stages
