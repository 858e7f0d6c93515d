#include "host/audit/sp.hpp"

#include <algorithm>

namespace fairslot::audit {
namespace {

std::vector<Lie> lies(int resources) {
  std::vector<Lie> all;
  for (bool const half : {false, true}) {
    if (resources > 1)
      for (int r = 0; r < resources; ++r) all.push_back({Lie::Of::demand, r, half});
    all.push_back({Lie::Of::demand, -1, half});
  }
  for (Lie::Of const of : {Lie::Of::tasks, Lie::Of::servers, Lie::Of::duration})
    all.push_back({of});
  return all;
}

}  // namespace

std::vector<Variant> StrategyProofness::variants(Subject const& subject) {
  problem_ = subject.problem;
  std::vector<Variant> all;
  auto const liars = std::min<std::int64_t>(subject.liars, problem_->users());
  for (int user = 0; user < liars; ++user)
    for (Lie const& lie : lies(problem_->resources)) {
      if (!is_told(*problem_, user, lie)) continue;
      told_.push_back({user, lie});
      all.push_back({[problem = problem_, user, lie] {
                       return std::make_shared<Problem const>(with_lie(*problem, user, lie));
                     },
                     subject.policy});
    }
  return all;
}

void StrategyProofness::take(std::size_t index, RunResult&& run) {
  Told& told = told_[index];
  int const first = problem_->job_begin[told.user], last = problem_->job_begin[told.user + 1];
  int const step = told.lie.of == Lie::Of::tasks ? 2 : 1;  // the true ones
  for (int e = first, of_run = first; e < last; ++e, of_run += step) {
    told.started += run.entry_started[of_run];
    told.queue_sum += run.entry_queue_sum[of_run];
  }
}

void StrategyProofness::conclude(Subject const& subject, RunResult const& run, Gaps& gaps) {
  Problem const& p = *subject.problem;
  for (int user = 0; user < p.users(); ++user) {
    std::int64_t started = 0, queue_sum = 0;
    for (int e = p.job_begin[user]; e < p.job_begin[user + 1]; ++e)
      started += run.entry_started[e], queue_sum += run.entry_queue_sum[e];
    Gap best;
    for (Told const& told : told_) {
      if (told.user != user) continue;
      bool const comparable = p.horizon > 0 || told.started == started;
      auto const lie = static_cast<double>(p.horizon > 0 ? told.started : -told.queue_sum);
      auto const honest = static_cast<double>(p.horizon > 0 ? started : -queue_sum);
      if (comparable && lie - honest > best.gap)
        best = {lie - honest, lie, honest, -1, words_of(told.lie)};
    }
    gaps.set(run.slots, user, -1, best);
  }
  gaps.close_slot(run.slots);
}

}  // namespace fairslot::audit
