#include "tests/property/replay.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

#include "kernels/list.hpp"
#include "tests/per_resource.hpp"

namespace fairslot {
namespace {

using Vector = PerResource<std::int64_t>;

struct Broken : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Replay {
 public:
  Replay(Problem const& problem, Policy const& policy, RunResult const& result)
      : p_(problem),
        result_(result),
        pool_(info_of(policy).name == "drf" || option_value(policy, "fit") == "pool"),
        strict_(option_value(policy, "strict") == "1"),
        ignore_(option_value(policy, "permitted") == "ignore"),
        skips_(option_value(policy, "skip_unplaceable") == "1"),
        passes_(option_value(policy, "backfill") == "1"),
        speeds_(info_of(policy).name == "eunomia"),
        bounded_(option_value(policy, "elastic") == "0" || info_of(policy).name == "slots") {
    left_.resize(pool_ ? 1 : std::size_t(p_.servers));
    for (int m = 0; m < p_.servers; ++m)
      for (int r = 0; r < p_.resources; ++r)
        left_[pool_ ? 0 : m][r] += p_.capacity[std::int64_t(r) * p_.servers + m];
    if (pool_ && p_.servers == 0) left_[0] = {};
    empty_ = left_;
    tasks_left_ = p_.tasks;
    head_.assign(p_.job_begin.begin(), p_.job_begin.end() - 1);
    for (auto const& [user, entry] : result.blocked) {
      if (skips_)
        leave_out(user, p_.job[entry]);
      else
        blocked_at_.emplace(user, entry);
    }
  }

  void check() {
    std::set<std::int64_t> slots;
    for (SlotRow const& row : result_.slot_rows)
      require(slots.insert(row.slot).second, "equal rows");
    require(std::is_sorted(result_.slot_rows.begin(), result_.slot_rows.end(),
                           [](auto const& a, auto const& b) { return a.slot < b.slot; }),
            "rows out of order");
    for (SlotRow const& row : result_.slot_rows) play(row);
    require(next_pick_ == result_.picks.size(), "a start in a slot without a row");
    check_end();
  }

 private:
  /// Entries of the user's job can never run, where any of them cannot that has not run in full.
  void leave_out(int user, int job) {
    for (int e = p_.job_begin[user]; e < p_.job_begin[user + 1]; ++e)
      if (p_.job[e] == job && result_.entry_started[e] == 0) left_out_.insert(e);
    skip_done(user);
  }
  void skip_done(int user) {
    int& head = head_[user];
    while (head < p_.job_begin[user + 1] && (tasks_left_[head] == 0 || left_out_.count(head)))
      ++head;
  }

  void require(bool holds, std::string const& what) const {
    if (!holds) throw Broken("slot " + std::to_string(slot_) + ": " + what);
  }

  void play(SlotRow const& row) {
    while (!running_.empty() && running_.begin()->first < row.slot)
      require(false,
              "a release in slot " + std::to_string(running_.begin()->first) + " without a row");
    slot_ = row.slot;
    require(p_.horizon == 0 || slot_ <= p_.horizon, "after the last slot");
    for (auto [first, last] = running_.equal_range(slot_); first != last; ++first)
      give(first->second, 1), --tasks_of_[{first->second.user, first->second.server}];
    running_.erase(slot_);
    std::int64_t started = 0;
    for (; next_pick_ < result_.picks.size() && result_.picks[next_pick_].slot == slot_; ++started)
      start(result_.picks[next_pick_++]);
    require(row.started == started, "started");
    require(row.running == std::int64_t(running_.size()), "running");
    check_used(row);
    if (!strict_ && !bounded_) check_nobody_fits();
  }

  void give(Pick const& pick, int sign) {
    std::int32_t const* d = demand(pick.entry);
    for (int r = 0; r < p_.resources; ++r) {
      auto& left = left_[pool_ ? 0 : pick.server][r];
      left += sign * d[r];
      require(left >= 0, "server " + std::to_string(pick.server) + " is overfull");
    }
  }

  void start(Pick const& pick) {
    int const e = pick.entry;
    require(within_limit(e, pick.user, pick.server), "more than per_server allows");
    ++tasks_of_[{pick.user, pick.server}];
    require(pick.server == -1 ? pool_ : !pool_ && permitted(e, pick.server), "not permitted there");
    require(skips_ || passes_ || (head_[pick.user] == e && e < p_.job_begin[pick.user + 1]),
            "not the head");
    require(p_.submit[e] <= slot_, "before it was submitted");
    require(!has_left(pick.user), "a user that has left");
    auto const blocked = blocked_at_.find(pick.user);
    require(passes_ || blocked == blocked_at_.end() || e < blocked->second, "a blocked user");
    give(pick, -1);
    std::int64_t const end = slot_ + slots_on(pick.server, p_.duration[e]);
    running_.emplace(end, pick);
    last_release_ = std::max(last_release_, end);
    queue_sum_[e] += slot_ - p_.submit[e];
    if (--tasks_left_[e] > 0) return;
    skip_done(pick.user);
  }

  /// The least number of slots that is enough at the server's speed.
  std::int64_t slots_on(int server, std::int64_t duration) const {
    if (!speeds_ || p_.speed.empty()) return duration;
    double const speed = p_.speed[server];
    auto slots = static_cast<std::int64_t>(static_cast<double>(duration) / speed) + 2;
    while (slots > 1 && static_cast<double>(slots - 1) * speed >= static_cast<double>(duration))
      --slots;
    return slots;
  }

  void check_used(SlotRow const& row) const {
    for (int r = 0; r < p_.resources; ++r) {
      std::int64_t used = 0;
      for (std::size_t m = 0; m < left_.size(); ++m) used += empty_[m][r] - left_[m][r];
      require(row.used[r] == used, "used");
    }
    double const lightest = *std::min_element(p_.weight.begin(), p_.weight.end());
    require(row.min_share <= row.max_share && row.max_share <= 1 / lightest, "shares");
    require(row.jain > 0 && row.jain <= 1 + 1e-9, "jain");
  }

  /// Work conservation: whoever waits fits nowhere.
  void check_nobody_fits() const {
    for (int u = 0; u < p_.users(); ++u) {
      int const e = head_[u];
      if (e == p_.job_begin[u + 1] || p_.submit[e] > slot_ || has_left(u)) continue;
      auto const blocked = blocked_at_.find(u);
      bool const is_blocked = blocked != blocked_at_.end() && blocked->second == e;
      bool fits = false;
      for (std::size_t m = 0; m < left_.size(); ++m)
        fits |= (pool_ || permitted(e, int(m))) && fits_in(e, is_blocked ? empty_[m] : left_[m]) &&
                (is_blocked || within_limit(e, u, int(m)));
      require(!fits,
              is_blocked ? "blocked, but could run" : "user " + std::to_string(u) + " would fit");
    }
  }

  bool has_left(int user) const {
    return !p_.leave.empty() && p_.leave[user] > 0 && p_.leave[user] <= slot_;
  }
  /// Tasks submitted before it left, and never started.
  std::int64_t left_of(int user) const {
    std::int64_t tasks = 0;
    for (int e = p_.job_begin[user]; e < p_.job_begin[user + 1]; ++e)
      if (p_.submit[e] < p_.leave[user]) tasks += tasks_left_[e];
    return tasks;
  }
  bool within_limit(int entry, int user, int server) const {
    if (pool_ || p_.per_server.empty()) return true;
    auto const at = tasks_of_.find({user, server});
    return at == tasks_of_.end() || at->second < p_.per_server[entry];
  }

  bool permitted(int entry, int server) const {
    std::uint64_t const word =
        p_.placements[std::int64_t(p_.placement[entry]) * p_.words() + server / 64];
    return ignore_ || ((word >> (server % 64)) & 1);
  }
  bool fits_in(int entry, Vector const& left) const {
    for (int r = 0; r < p_.resources; ++r)
      if (demand(entry)[r] > left[r]) return false;
    return true;
  }
  std::int32_t const* demand(int entry) const {
    return p_.demands.data() + std::int64_t(p_.demand[entry]) * p_.resources;
  }

  void check_end() const {
    std::int64_t started = 0;
    for (int e = 0; e < p_.entries(); ++e) {
      std::int64_t const here = p_.tasks[e] - tasks_left_[e];
      started += here;
      require(result_.entry_started[e] == here, "entry_started");
      auto const sum = queue_sum_.find(e);
      require(result_.entry_queue_sum[e] == (sum == queue_sum_.end() ? 0 : sum->second),
              "queue_sum");
    }
    require(result_.started == started, "started in all");
    require(result_.makespan == last_release_, "makespan");
    for (auto const& [user, tasks] : result_.cancelled)
      require(tasks == left_of(user), "cancelled");
    if (p_.horizon > 0) {
      require(result_.slots == p_.horizon, "slots");
      return;
    }
    require(result_.slots == last_release_, "slots");
    require(running_.empty() && left_ == empty_, "something still runs");
    for (int u = 0; u < p_.users() && !skips_; ++u) {
      if (!p_.leave.empty() && p_.leave[u] > 0) continue;
      auto const blocked = blocked_at_.find(u);
      require(head_[u] == (blocked == blocked_at_.end() ? p_.job_begin[u + 1] : blocked->second),
              "a task was lost");
    }
  }

  Problem const& p_;
  RunResult const& result_;
  bool pool_, strict_, ignore_, skips_, passes_, speeds_, bounded_;
  std::int64_t slot_ = 0, last_release_ = 0;
  std::size_t next_pick_ = 0;
  List<Vector> left_, empty_;
  std::map<std::pair<int, int>, std::int64_t> tasks_of_;  // running, by user and server
  std::multimap<std::int64_t, Pick> running_;
  List<std::int32_t> tasks_left_, head_;
  std::map<int, int> blocked_at_;
  std::set<int> left_out_;
  std::map<int, std::int64_t> queue_sum_;
};

}  // namespace

std::string broken_invariant(Problem const& problem, Policy const& policy,
                             RunResult const& result) {
  try {
    Replay(problem, policy, result).check();
  } catch (Broken const& broken) {
    return broken.what();
  }
  return "";
}

}  // namespace fairslot
