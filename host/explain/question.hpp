/// What is asked of a run: a slot of it, and perhaps a user.
#pragma once

#include <optional>
#include <string>

#include "kernels/watch/watch.hpp"

namespace fairslot::explain {

struct Question {
  std::optional<std::int64_t> slot;
  std::optional<std::int32_t> user, job;
  int top = 5;  ///< of keys and scores at most so many
};

/// Throws InputError, one line, where the problem has no such user or job.
void require_known(Question const& question, Problem const& problem);

/// What happened in the slot; `of_run` names the run, which goes on to its end where it is to
/// record anything. Throws InputError, one line, where it was over before, std::runtime_error where
/// a sum of it overflowed before.
Watched look(Question const& question, std::int64_t slot, std::optional<Recording> recording,
             std::shared_ptr<Problem const> const& problem, Policy const& policy,
             std::string const& of_run);

}  // namespace fairslot::explain
