/// What the oracle says of users at the end of a slot beside what they hold: who is entitled to how
/// much, and how far those that wait are from it.
#pragma once

#include <optional>
#include <vector>

namespace fairslot {

/// A user: 0 and no next task where it has nothing running or queued.
struct Standing {
  double share = 0;   ///< dominant, of what runs
  double wanted = 0;  ///< of what runs and is queued, at most 1
  double weight = 1;
  std::optional<double> next = {};  ///< dominant share of the next task that waits
};

/// Progressive filling of the cluster, 1, in rounds: a value a user.
std::vector<double> entitled(std::vector<Standing> const& users);

struct Waiting {
  int users;
  double entitled_gap, smallest_unplaced;  ///< NaN: nobody waits
};
Waiting waiting(std::vector<Standing> const& users);

}  // namespace fairslot
