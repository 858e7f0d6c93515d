/// What amounts are worth to a user, and what it weighs.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "host/audit/playback.hpp"

namespace fairslot::audit {

/// Tasks of this demand that the amounts make.
inline std::int64_t tasks_in(Amounts const& amounts, std::int32_t const* demand, int resources) {
  std::int64_t tasks = std::numeric_limits<std::int64_t>::max();
  for (int r = 0; r < resources; ++r)
    if (demand[r] > 0) tasks = std::min(tasks, amounts[r] / demand[r]);
  return tasks;
}

/// Of a user in this slot; users with job weights count as one.
inline double judged_weight(Playback const& playback, int user) {
  Problem const& p = playback.problem();
  if (p.job_weight.empty()) return playback.weight(user);
  auto const first = p.job_weight.begin() + p.job_begin[user];
  auto const last = p.job_weight.begin() + p.job_begin[user + 1];
  bool const of_jobs = std::any_of(first, last, [](double weight) { return weight > 0.0; });
  return of_jobs ? 1.0 : playback.weight(user);
}

}  // namespace fairslot::audit
