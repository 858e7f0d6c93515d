/// Means over samples with 95 % intervals, and fgm against each other scheduler, paired.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "host/stages/scenario.hpp"

namespace fairslot::stages {

struct Estimate {
  std::int64_t count = 0;
  double mean = 0;
  std::optional<double> half;  ///< of the interval; nullopt: of one value there is none
};
Estimate estimate(std::vector<double> const& values);

/// Of fgm against another scheduler: base - fgm, and that over base.
struct Gain {
  Metric metric;
  std::size_t against;
  Estimate difference, relative;
  std::optional<Published> published = std::nullopt;
  Scenario::Compare::Of of = Scenario::Compare::Of::part;
  std::string source = {};
};

/// Tasks that no worker could hold, or that were given up.
struct Never {
  static constexpr std::size_t most_listed = 10;
  struct One {
    std::int32_t sample = 0, job = 0, task = 0;
  };
  std::int64_t count = 0;
  std::vector<One> first;  ///< at most `most_listed`

  void add(One const& one) {
    if (++count <= std::int64_t{most_listed}) first.push_back(one);
  }
  void add(Never const& more);
};

struct PointSummary {
  std::vector<std::pair<std::string, std::string>> set;
  std::int64_t samples = 0;
  std::vector<std::array<Estimate, metric_count>> metrics;  ///< [schedulers]
  std::vector<Gain> gains;
  std::vector<Never> never;  ///< [schedulers] of all samples
};
struct Summary {
  std::string name;
  std::vector<SchedulerName> schedulers;
  std::int64_t samples = 0;  ///< wanted, of each point
  bool complete = true;
  std::vector<PointSummary> points;
};

/// What the samples of one point have come to, a value a scheduler.
struct Measured {
  std::vector<Metrics> metrics;
  std::vector<Never> never;
};
PointSummary summarize(Scenario const&, std::size_t point, std::vector<Measured> const& samples);

std::string to_table(Summary const&);
std::string to_json(Summary const&);

}  // namespace fairslot::stages
