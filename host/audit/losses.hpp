/// What users lose where something has become better for them.
#pragma once

#include "host/audit/audit.hpp"

namespace fairslot::audit {

/// Of each user: tasks started, or, of a drained run, the sum of the slots that they waited.
struct Fared {
  List<std::int64_t> of_users;
  bool is_drained;

  Fared(Problem const& problem, RunResult const& run);
  double loss_to(std::int64_t other, int user) const {
    auto const here = static_cast<double>(of_users[user]), there = static_cast<double>(other);
    return is_drained ? there - here : here - there;
  }
};

}  // namespace fairslot::audit
