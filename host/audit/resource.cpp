#include "host/audit/resource.hpp"

#include <algorithm>

#include "host/audit/edits.hpp"

namespace fairslot::audit {

std::vector<Variant> ResourceGrowth::variants(Subject const& subject) {
  problem_ = subject.problem;
  std::vector<Variant> all;
  for (int r = 0; r < problem_->resources; ++r)
    all.push_back({[problem = problem_, r] {
                     return std::make_shared<Problem const>(with_twice(*problem, r));
                   },
                   subject.policy});
  return all;
}

void ResourceGrowth::take(std::size_t, RunResult&& run) { with_.emplace_back(*problem_, run); }

void ResourceGrowth::conclude(Subject const& subject, RunResult const& run, Gaps& gaps) {
  Fared const fared(*subject.problem, run);
  for (int r = 0; r < std::ssize(with_); ++r)
    for (int user = 0; user < problem_->users(); ++user) {
      std::int64_t const there = with_[r].of_users[user];
      gaps.set(run.slots, user, r,
               {std::max(0.0, fared.loss_to(there, user)),
                static_cast<double>(fared.of_users[user]), static_cast<double>(there)});
    }
  gaps.close_slot(run.slots);
}

}  // namespace fairslot::audit
