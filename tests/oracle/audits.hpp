/// The audits as their definitions have them: every slot, every pair of users, every server, anew.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/simulation.hpp"
#include "tests/draft.hpp"

namespace fairslot {

struct PlainGap {
  std::int64_t slot;
  int user, other;  ///< other -1: none
  double gap, left, right;
  int server = -1;
};

/// All gaps above 0 of a run of the oracle, by slot, user and other. `run` has recorded its picks;
/// its last slot is not far away.
std::vector<PlainGap> plain_gaps(std::string const& audit, Draft const& draft, Policy const& policy,
                                 RunResult const& run);

/// The cumulative task share of a user after a slot (tvtsf's with h = exclusive).
double plain_share(Draft const& draft, RunResult const& run, int user, std::int64_t slot);

}  // namespace fairslot
