/// Jobs that a sample draws, one after the other: when each comes, how much it reads and what its
/// tasks need, but for the noise of each.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "host/random.hpp"
#include "host/stages/scenario.hpp"
#include "host/stages/swim.hpp"

namespace fairslot::stages {

/// Equal tasks, each of a full block, but for the last, which has a part of one.
struct DrawnTasks {
  std::int64_t count = 0;
  double last = 1;
  StageRows stages;
};

struct DrawnJob {
  double submit = 0;
  std::string logic;  ///< its family and variant
  DrawnTasks maps, reduces;
};

class DrawnJobs {
 public:
  /// All must outlive it. Throws KeyError: no row is small enough.
  DrawnJobs(Scenario const&, std::uint64_t sample, std::vector<SwimRow> const& rows);

  /// Throws KeyError where there are more tasks than may be, or sums of amounts do not fit.
  std::optional<DrawnJob> next();

 private:
  double total() const { return scenario_.total_gb * 1e9; }
  std::uint64_t bits(Draw what) const { return random_.bits(what, 0, number_); }
  std::size_t drawn_family() const;
  StageRows variant(StageRows const& rows, std::size_t family, std::uint64_t variant,
                    std::uint32_t first) const;
  void count(DrawnTasks const&);

  Scenario const& scenario_;
  Random random_;
  std::vector<SwimRow> rows_;
  std::uint32_t number_;  ///< of the next job; services are before the first
  double bytes_ = 0, time_ = 0;
  std::int64_t tasks_ = 0;
  double needed_ = 0;  ///< the largest of the resources
};

}  // namespace fairslot::stages
