#include "host/audit/lone.hpp"

#include <algorithm>
#include <functional>

#include "kernels/alone.hpp"
#include "kernels/presented.hpp"

namespace fairslot::audit {

std::vector<Variant> AgainstLoneRuns::variants(Subject const& subject) {
  auto const presented = present(subject.problem, subject.policy).problem;
  users_.resize(static_cast<std::size_t>(presented->users()));
  std::vector<Variant> all;
  for (int user = 0; user < presented->users(); ++user)
    all.push_back({[this, presented, user] {
                     return std::make_shared<Problem const>(lone(*presented, user));
                   },
                   policy_alone(subject.policy), true});
  return all;
}

void AgainstLoneRuns::take(std::size_t user, RunResult&& run) {
  for (SlotRow const& row : run.slot_rows)
    if (row.started > 0) users_[user].starts.emplace_back(row.slot, row.started);
  expect(static_cast<std::int32_t>(user));
}

/// Its next starts, if there are any.
void AgainstLoneRuns::expect(std::int32_t user) {
  User const& of = users_[user];
  if (of.next == of.starts.size()) return;
  coming_.emplace_back(of.starts[of.next].first, user);
  std::ranges::push_heap(coming_, std::greater<>());
}

void AgainstLoneRuns::set(std::int64_t slot, int user, User const& of, Gaps& gaps) {
  auto const entitled = static_cast<double>(of.entitled), started = static_cast<double>(of.started);
  gaps.set(slot, user, -1, {std::max(0.0, entitled - started), entitled, started});
}

void AgainstLoneRuns::start_in(std::int64_t slot, Gaps& gaps) {
  while (!coming_.empty() && coming_.front().first == slot) {
    std::int32_t const user = coming_.front().second;
    std::ranges::pop_heap(coming_, std::greater<>());
    coming_.pop_back();
    User& of = users_[user];
    of.entitled += of.starts[of.next++].second;
    set(slot, user, of, gaps);
    expect(user);
  }
}

/// Through the slots before this one, in which lone runs start tasks and nothing else happens.
void AgainstLoneRuns::go_on(std::int64_t before, Gaps& gaps) {
  while (!coming_.empty() && coming_.front().first < before) {
    std::int64_t const slot = coming_.front().first;
    start_in(slot, gaps);
    gaps.close_slot(slot);
  }
}

void AgainstLoneRuns::watch(Playback const& playback, Gaps& gaps) {
  go_on(playback.slot(), gaps);
  for (std::int32_t const user : playback.counted()) {
    users_[user].started = playback.started(user);
    set(playback.slot(), user, users_[user], gaps);
  }
  start_in(playback.slot(), gaps);
}

void AgainstLoneRuns::conclude(Subject const&, RunResult const& run, Gaps& gaps) {
  go_on(run.slots + 1, gaps);
}

}  // namespace fairslot::audit
