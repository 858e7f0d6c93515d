/// The naive simulator that the engine is measured against: the loop that a competent programmer
/// writes for speed without algorithmic ideas. Per pick a linear scan for the lowest share and a
/// linear scan for the best server; shares cached per user; releases from a calendar of vectors. A
/// user's share is computed by the policy itself (policy_keys.hpp), and where a start changes the
/// shares of others, theirs are, too. What users start alone is found by the same loop. Same
/// semantics as the engine, fewer outputs.
///
/// Given the engine's picks it compares each of its own with them, and it can be taken to a later
/// slot by them without searching: a large cluster in its steady state costs no more than the
/// window that is measured.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <stdexcept>
#include <vector>

#include "kernels/simulation.hpp"

namespace fairslot::bench {

/// The two simulators disagree; what() is one line with the first difference.
struct PicksDiffer : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Where Naive::run ends: whatever comes first, or the end of the problem.
struct NaiveLimits {
  std::int64_t slot = std::numeric_limits<std::int64_t>::max();  ///< the last slot
  double seconds = std::numeric_limits<double>::infinity();
  bool whole_slots = true;  ///< false: also within a slot, once the seconds are over
  bool starts = false;      ///< keep how many tasks each slot starts
};

struct NaiveResult {
  std::int64_t picks = 0;
  std::int64_t slots = 0;  ///< the last slot: the limit's, T, or that of the last release
  double seconds = 0;      ///< of the run's loop, which includes the comparison
  std::vector<std::pair<std::int64_t, std::int64_t>> starts = {};  ///< slot, tasks; where wanted
};

/// One simulation; copies go on independently.
class Naive {
 public:
  /// `recorded`: the engine's picks from slot 1 on; they and the problem outlive this object.
  /// Overflows of queue_sum are not looked for.
  Naive(Problem const& problem, Policy const& policy, std::vector<Pick> const* recorded = nullptr);
  /// Of a problem of its own, without comparison.
  Naive(Problem&& problem, Policy const& policy);
  Naive(Naive const&);
  Naive(Naive&&) noexcept;
  ~Naive();

  /// Makes the recorded picks up to the end of this slot, each of them checked to be possible.
  void replay(std::int64_t last_slot);
  /// Goes on by its own searches. Throws PicksDiffer at the first pick that is not the recorded.
  NaiveResult run(NaiveLimits const& limits = {});

  struct Loop;

 private:
  std::unique_ptr<Loop> loop_;
};

}  // namespace fairslot::bench
