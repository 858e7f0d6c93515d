#include "host/audit/population.hpp"

#include <algorithm>

#include "host/audit/edits.hpp"

namespace fairslot::audit {

std::vector<Variant> Population::variants(Subject const& subject) {
  problem_ = subject.problem;
  std::vector<Variant> all;
  if (problem_->users() < 2) return all;
  for (int user = 0; user < problem_->users(); ++user)
    all.push_back({[problem = problem_, user] {
                     return std::make_shared<Problem const>(without_user(*problem, user));
                   },
                   subject.policy});
  return all;
}

void Population::take(std::size_t left_out, RunResult&& run) {
  without_.emplace_back(without_user(*problem_, static_cast<int>(left_out)), run);
}

void Population::conclude(Subject const& subject, RunResult const& run, Gaps& gaps) {
  Fared const fared(*subject.problem, run);
  for (int left_out = 0; left_out < std::ssize(without_); ++left_out)
    for (int user = 0; user < problem_->users(); ++user) {
      if (user == left_out) continue;
      std::int64_t const there = without_[left_out].of_users[user - (user > left_out)];
      gaps.set(run.slots, user, left_out,
               {std::max(0.0, fared.loss_to(there, user)),
                static_cast<double>(fared.of_users[user]), static_cast<double>(there)});
    }
  gaps.close_slot(run.slots);
}

}  // namespace fairslot::audit
