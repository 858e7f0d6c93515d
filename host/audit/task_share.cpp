#include "host/audit/task_share.hpp"

#include <algorithm>
#include <limits>
#include <map>

#include "host/audit/audits.hpp"
#include "host/audit/worth.hpp"

namespace fairslot::audit {
namespace {

using Counts = std::shared_ptr<std::vector<std::int64_t> const>;  // of tasks, [M]

/// A cluster that one user has to itself, without permitted sets: in every slot that counts as many
/// of its tasks start as there is room for.
class Shadow {
 public:
  explicit Shadow(Problem const& problem) : problem_(problem) {}

  /// Tasks that start.
  std::int64_t fill(std::int64_t slot, int demand_class, std::int64_t duration) {
    bool const is_same = demand_class == filled_with_;
    bool const some_ended =
        std::erase_if(running_, [&](Batch const& batch) { return batch.end <= slot; }) > 0;
    if (is_same && !some_ended && !running_.empty()) return 0;
    Batch batch{slot + duration, demand_class,
                running_.empty() ? of_empty(demand_class) : of_rest(demand_class)};
    filled_with_ = demand_class;
    std::int64_t tasks = 0;
    for (std::int64_t const here : *batch.tasks) tasks += here;
    if (tasks > 0) running_.push_back(std::move(batch));
    return tasks;
  }
  /// 0: nothing runs.
  std::int64_t next_end() const {
    auto const first = std::ranges::min_element(running_, {}, &Batch::end);
    return first == running_.end() ? 0 : first->end;
  }

 private:
  struct Batch {
    std::int64_t end;
    int demand_class;
    Counts tasks;
  };

  Counts of_empty(int demand_class) {
    Counts& counts = known_[demand_class];
    if (!counts) counts = of_rest(demand_class);
    return counts;
  }
  Counts of_rest(int demand_class) const {
    std::vector<std::int64_t> counts;
    for (int m = 0; m < problem_.servers; ++m) {
      Amounts rest{};
      for (int r = 0; r < problem_.resources; ++r) rest[r] = problem_.capacity_of(r, m);
      for (Batch const& batch : running_)
        for (int r = 0; r < problem_.resources; ++r)
          rest[r] -= (*batch.tasks)[static_cast<std::size_t>(m)] *
                     problem_.demand_of(batch.demand_class)[r];
      counts.push_back(tasks_in(rest, problem_.demand_of(demand_class), problem_.resources));
    }
    return std::make_shared<std::vector<std::int64_t> const>(std::move(counts));
  }

  Problem const& problem_;
  std::vector<Batch> running_;
  int filled_with_ = -1;
  std::map<int, Counts> known_;
};

/// A user's sums up to now.
class Account {
 public:
  Account(Problem const& problem, RunResult const& run, int user)
      : problem_(problem), user_(user), shadow_(problem) {
    for (auto const& [blocked, entry] : run.blocked)
      if (blocked == user) blocked_.push_back(entry);
  }

  /// The slots before this one in which nothing happens.
  void pass(Playback const& playback, std::int64_t before) {
    if (!playback.has_queue(user_)) return;
    for (std::int64_t slot = playback.slot() + 1; slot < before;) {
      count(playback, slot, playback.next_entry(user_));
      std::int64_t const end = shadow_.next_end();
      if (end == 0) return;
      slot = std::max(slot + 1, end);
    }
  }
  /// A slot that has been played.
  void count(Playback const& playback) {
    bool const had_queue =
        playback.has_queue(user_) || std::ranges::count(playback.picks(), user_, &Pick::user) > 0;
    if (had_queue) count(playback, playback.slot(), playback.head(user_));
  }
  double share(Playback const& playback) const {
    double const most =
        is_weighed() ? weighted_ : playback.weight(user_) * static_cast<double>(sum_);
    if (most == 0.0) return std::numeric_limits<double>::infinity();
    return static_cast<double>(playback.started(user_)) / most;
  }

 private:
  bool is_weighed() const { return !problem_.is_weighed.empty() && problem_.is_weighed[user_]; }
  void count(Playback const& playback, std::int64_t slot, int entry) {
    if (std::ranges::count(blocked_, entry)) return;
    std::int64_t const tasks = shadow_.fill(slot, problem_.demand[entry], problem_.duration[entry]);
    double const own = problem_.job_weight.empty() ? 0.0 : problem_.job_weight[entry];
    sum_ += tasks;
    weighted_ += (own > 0.0 ? own : playback.weight(user_)) * static_cast<double>(tasks);
  }

  Problem const& problem_;
  int user_;
  Shadow shadow_;
  std::vector<std::int32_t> blocked_;
  std::int64_t sum_ = 0;
  double weighted_ = 0.0;
};

struct Wanted {
  std::int64_t slot;
  int user;
  double* share;
};

std::vector<Wanted> wanted_of(std::vector<Finding>& findings) {
  std::vector<Wanted> all;
  for (Finding& finding : findings)
    for (Witness& witness : finding.witnesses) {
      all.push_back({witness.slot, witness.user, &witness.share});
      if (witness.other >= 0 && info_of(finding.audit).of_users)
        all.push_back({witness.slot, witness.other, &witness.other_share});
    }
  std::ranges::stable_sort(all, {}, &Wanted::slot);
  return all;
}

}  // namespace

void note_shares(Subject const& subject, RunResult const& run, std::vector<Finding>& findings) {
  std::vector<Wanted> const wanted = wanted_of(findings);
  if (wanted.empty()) return;
  std::map<int, Account> accounts;
  for (Wanted const& want : wanted)
    accounts.try_emplace(want.user, *subject.problem, run, want.user);
  Playback playback(*subject.problem, subject.policy, run);
  std::size_t next = 0;
  auto const note_before = [&](std::int64_t slot) {
    for (; next < wanted.size() && wanted[next].slot < slot; ++next) {
      Account& account = accounts.at(wanted[next].user);
      Account there = account;  // up to a slot in which nothing happens
      there.pass(playback, wanted[next].slot + 1);
      *wanted[next].share = there.share(playback);
    }
  };
  for (std::int64_t coming = playback.coming(); next < wanted.size(); coming = playback.coming()) {
    note_before(coming);
    for (auto& [user, account] : accounts) account.pass(playback, coming);
    if (!playback.next()) break;
    for (auto& [user, account] : accounts) account.count(playback);
  }
}

}  // namespace fairslot::audit
