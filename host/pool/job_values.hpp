/// What jobs are worth to users who work on one at a time: u(S), the largest sum of values of jobs
/// of S that can all be done. Exact up to `most_exact_jobs` in all; of more, jobs are taken by
/// deadline, each where there is still time for it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "host/pool/instance.hpp"

namespace fairslot::pool {

class JobValues {
 public:
  static constexpr std::size_t most_exact_jobs = 12;

  explicit JobValues(Instance const&);

  bool exact() const { return in_.J() <= most_exact_jobs; }
  double value(std::size_t user, std::span<std::size_t const> jobs) const;
  /// The most that the worst of as many parts of all jobs as there are users can be worth to this
  /// one. Estimated where values are: jobs in the order of their values, each to the worst part.
  double maximin_share(std::size_t user) const;

 private:
  using Set = std::uint32_t;  // a bit a job

  std::vector<bool> feasible_sets() const;
  double best_of(std::size_t user, Set jobs) const;
  double by_deadline(std::size_t user, std::span<std::size_t const> jobs) const;
  double exact_share(std::size_t user) const;
  double estimated_share(std::size_t user) const;

  Instance const& in_;
  std::vector<bool> feasible_;         // [2^J] all of the set can be done; or empty
  std::vector<std::size_t> position_;  // [J] of a job by its deadline
};

}  // namespace fairslot::pool
