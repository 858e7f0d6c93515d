#include "host/bench/naive.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <map>

#include "host/bench/policy_keys.hpp"
#include "kernels/alone.hpp"
#include "kernels/by_resources.hpp"
#include "kernels/list.hpp"
#include "kernels/primitives/fixed.hpp"

namespace fairslot::bench {
namespace {

constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

/// What happens at the start of a later slot, by slot: near ones in vectors, far ones in a map.
template <class Event>
class Calendar {
 public:
  void add(std::int64_t slot, Event const& event) {
    List<Event>& events = slot < near ? reach(slot) : far_[slot];
    events.push_back(event);
    ++size_;
  }
  /// Calls visit(event) for the slot's events and drops them.
  template <class Visit>
  void take(std::int64_t slot, Visit visit) {
    List<Event> events;
    if (slot < near) {
      if (slot < std::int64_t(near_.size())) events.swap(near_[slot]);
    } else if (auto const found = far_.find(slot); found != far_.end()) {
      events.swap(found->second);
      far_.erase(found);
    }
    size_ -= events.size();
    for (Event const& event : events) visit(event);
  }
  std::int64_t next(std::int64_t slot) const {
    if (size_ == 0) return never;
    for (; slot < std::int64_t(near_.size()); ++slot)
      if (!near_[slot].empty()) return slot;
    return far_.empty() ? never : far_.begin()->first;
  }
  bool empty() const { return size_ == 0; }

 private:
  static constexpr std::int64_t near = 1 << 20;
  List<Event>& reach(std::int64_t slot) {
    if (slot >= std::int64_t(near_.size())) near_.resize(std::size_t(slot + slot / 2 + 64));
    return near_[slot];
  }
  List<List<Event>> near_;
  std::map<std::int64_t, List<Event>> far_;
  std::size_t size_ = 0;
};

using Clock = std::chrono::steady_clock;

}  // namespace

/// The loop for any number of resources.
struct Naive::Loop {
  virtual ~Loop() = default;
  virtual std::unique_ptr<Loop> copy() const = 0;
  virtual void replay(std::int64_t last_slot) = 0;
  virtual NaiveResult run(NaiveLimits const& limits) = 0;
};

namespace {

template <int K>
struct LoopOf final : Naive::Loop {
  struct Server {
    Fixed<std::int32_t, K> left;
  };
  struct DemandClass {
    Fixed<std::int32_t, K> demand;
    int n;                    ///< lowest resource with a positive demand
    Fixed<double, K> target;  ///< p_r
    Fixed<double, K> scale;   ///< a_r
  };
  struct User {
    int next, end;   ///< entries not yet arrived
    int head, tail;  ///< entries in the queue
    int at;          ///< whose task is next: the head, or one behind it that passes (backfill)
    bool blocked = false, starter = false;  ///< starter: in this slot
  };
  struct Release {
    std::int32_t user, server, demand;
  };

  Problem const& p;
  PolicyKeys<K> keys;
  bool first_fit, backfill;
  std::vector<Naive> alone;  ///< of each user, where that counts
  Fixed<double, K> totals = {};
  List<Server> servers;
  List<DemandClass> classes;
  List<List<std::uint8_t>> permitted;  ///< [groups][servers]
  List<std::uint8_t> placeable;        ///< [entries]
  List<std::int64_t> unstarted;        ///< [entries] tasks not yet started
  List<std::int32_t> tasks_of;         ///< [users][servers] running, where jobs have limits
  List<User> users;
  Calendar<Release> calendar;
  List<int> active;
  List<double> share;
  std::int64_t slot = 0, last_release = 0;
  std::vector<Pick> const* recorded;
  std::size_t picks = 0;
  NaiveLimits limits;
  Clock::time_point began;
  bool stopped = false;  ///< within a slot

  LoopOf(Problem const& problem, Policy const& chosen, std::vector<Pick> const* expected)
      : p(problem),
        keys(problem, chosen),
        first_fit(option_value(chosen, "fit") == "first"),
        backfill(option_value(chosen, "backfill") == "1"),
        unstarted(problem.tasks.begin(), problem.tasks.end()),
        share(p.weight.size()),
        recorded(expected) {
    if (counts_contributions(chosen)) alone = loops_alone(p, chosen);
    set_servers();
    set_classes();
    set_permitted();
    set_users();
  }

  /// Each user by itself, from slot 1 on.
  static std::vector<Naive> loops_alone(Problem const& p, Policy const& chosen) {
    std::vector<Naive> loops;
    for (int u = 0; u < p.users(); ++u)
      loops.emplace_back(fairslot::alone(p, u), policy_alone(chosen));
    return loops;
  }

  void set_servers() {
    for (int m = 0; m < p.servers; ++m) {
      Server s;
      for (int r = 0; r < K; ++r) {
        s.left[r] = p.capacity_of(r, m);
        totals[r] += s.left[r];
      }
      servers.push_back(s);
    }
    for (std::size_t r = 0; r < p.total.size(); ++r) totals[r] = static_cast<double>(p.total[r]);
  }

  void set_classes() {
    for (int c = 0; c < p.demand_classes(); ++c) {
      DemandClass d{};
      std::copy_n(p.demand_of(c), K, d.demand);
      while (d.demand[d.n] == 0) ++d.n;
      for (int r = 0; r < K; ++r) {
        d.scale[r] = totals[r] == 0 ? 0 : totals[d.n] / totals[r];
        d.target[r] = d.scale[r] * (double(d.demand[r]) / double(d.demand[d.n]));
      }
      classes.push_back(d);
    }
  }

  void set_permitted() {
    for (int g = 0; g < p.placement_groups(); ++g) {
      permitted.emplace_back();
      for (int m = 0; m < p.servers; ++m)
        permitted[g].push_back(p.placements[std::int64_t{g} * p.words() + m / 64] >> (m % 64) & 1);
    }
    std::map<std::pair<int, int>, bool> known;
    for (int e = 0; e < p.entries(); ++e) {
      auto const [at, fresh] = known.try_emplace({p.demand[e], p.placement[e]}, false);
      if (fresh) at->second = p.servers > 0 && place(0, e, false) >= 0;
      placeable.push_back(at->second);
    }
    if (!p.per_server.empty())
      tasks_of.resize(static_cast<std::size_t>(p.users()) * static_cast<std::size_t>(p.servers));
  }

  void set_users() {
    for (int u = 0; u < p.users(); ++u) {
      int const first = p.job_begin[u];
      User user{
          .next = first, .end = p.job_begin[u + 1], .head = first, .tail = first, .at = first};
      users.push_back(user);
    }
  }

  std::unique_ptr<Naive::Loop> copy() const override { return std::make_unique<LoopOf>(*this); }

  void replay(std::int64_t last_slot) override {
    for (Naive& loop : alone) loop.run({.slot = last_slot});
    while (slot < last_slot && !ended()) {
      begin_slot();
      follow_recorded();
      end_slot();
      skip();
    }
  }

  NaiveResult run(NaiveLimits const& wanted) override {
    limits = wanted;
    std::size_t const before = picks;
    began = Clock::now();
    NaiveResult result;
    for (Naive& loop : alone) loop.run({.slot = limits.slot});
    while (!ended() && slot < limits.slot && !late()) {
      begin_slot();
      std::size_t const started = picks;
      fill();
      if (limits.starts && picks > started)
        result.starts.emplace_back(slot, static_cast<std::int64_t>(picks - started));
      if (stopped) break;
      end_slot();
      skip();
    }
    result.seconds = elapsed();
    result.picks = static_cast<std::int64_t>(picks - before);
    std::int64_t const end = p.horizon > 0 ? p.horizon : last_release;
    result.slots = ended() ? end : slot;
    if (!stopped) expect_no_more();
    return result;
  }

  double elapsed() const { return std::chrono::duration<double>(Clock::now() - began).count(); }
  bool late() const {
    return limits.seconds < std::numeric_limits<double>::infinity() && elapsed() > limits.seconds;
  }

  bool ended() const { return p.horizon > 0 ? slot >= p.horizon : drained(); }

  bool drained() const {
    return calendar.empty() && active.empty() && next_arrival() == never &&
           std::none_of(users.begin(), users.end(), queued);
  }
  static bool queued(User const& u) { return !u.blocked && u.head < u.tail; }

  std::int64_t next_arrival() const {
    std::int64_t next = never;
    for (User const& u : users)
      if (!u.blocked && u.next < u.end) next = std::min<std::int64_t>(next, p.submit[u.next]);
    return next;
  }

  void begin_slot() {
    ++slot;
    keys.begin_slot(slot);
    release();
    arrive();
    look_at_users();
  }

  void skip() {
    if (std::any_of(users.begin(), users.end(), queued)) return;
    std::int64_t next = std::min(next_arrival(), calendar.next(slot + 1));
    if (p.horizon > 0) next = std::min(next, p.horizon + 1);
    if (next == never) return;
    slot = next - 1;
  }

  void release() {
    calendar.take(slot, [&](Release const& e) {
      std::int32_t const* d = classes[e.demand].demand;
      for (int r = 0; r < K; ++r) servers[e.server].left[r] += d[r];
      keys.ended(e.user, e.server, e.demand);
      if (!tasks_of.empty()) --running(e.user, e.server);
      last_release = slot;
    });
  }

  void arrive() {
    for (int i = 0; i < int(users.size()); ++i) {
      User& u = users[i];
      if (u.blocked) continue;
      bool const was_empty = u.head == u.tail;
      while (u.next < u.end && p.submit[u.next] == slot) u.tail = ++u.next;
      if (was_empty) look_at_head(i, true);
    }
  }

  /// `fresh`: the user had none before.
  void look_at_head(int i, bool fresh) {
    User& u = users[i];
    while (u.head < u.tail && unstarted[u.head] == 0) ++u.head;
    u.at = u.head;
    if (u.head == u.tail) return keys.set_waiting(i, false);
    u.blocked = !placeable[u.head];
    keys.set_head(i, u.head, fresh, u.blocked);
  }

  void look_at_users() {
    active.clear();
    for (int i = 0; i < int(users.size()); ++i) {
      if (!queued(users[i])) continue;
      active.push_back(i);
      share[i] = keys.first_share(i);
    }
  }

  void end_slot() {
    for (int i = 0; i < int(users.size()); ++i) {
      User& u = users[i];
      if (u.at != u.head) {
        u.at = u.head;
        keys.set_head(i, u.head, false, u.blocked);
      }
      if (u.starter) keys.end_slot(i);
      u.starter = false;
    }
  }

  void fill() {
    while (!active.empty()) {
      std::size_t at = 0;
      for (std::size_t i = 1; i < active.size(); ++i)
        if (share[active[i]] < share[active[at]]) at = i;
      int const i = active[at];
      User& u = users[i];
      int const server = place(i, u.at, true);
      if (server >= 0) {
        if (recorded) compare(i, server);
        start(i, server);
        if (!limits.whole_slots && picks % 64 == 0 && late()) {
          stopped = true;
          return;
        }
      }
      if (server < 0 ? !pass(i) : !queued(u) || u.at == u.tail)
        active.erase(active.begin() + std::ptrdiff_t(at));
      else
        share[i] = keys.share(i);
    }
  }

  /// To the user's next job that may run, of those behind the one that found no room or has ended.
  bool pass(int i) {
    User& u = users[i];
    if (!backfill) return false;
    do ++u.at;
    while (u.at < u.tail && (unstarted[u.at] == 0 || !placeable[u.at]));
    if (u.at == u.tail) return false;
    keys.set_head(i, u.at, false, false);
    return true;
  }

  void compare(int user, int server) const {
    Pick const pick{slot, user, users[user].at, server};
    if (picks < recorded->size() && (*recorded)[picks] == pick) return;
    throw PicksDiffer(fmt::format(
        "picks differ: pick {} of the naive simulator is {}, {}", picks + 1, shown(pick),
        picks < recorded->size() ? "fairslot's " + shown((*recorded)[picks])
                                 : "fairslot has none"));
  }

  /// At the end of a slot nothing recorded for it is left.
  void expect_no_more() const {
    if (!recorded || picks >= recorded->size() || (*recorded)[picks].slot > slot) return;
    throw PicksDiffer(
        fmt::format("picks differ: pick {} of fairslot is {}, the naive simulator has none",
                    picks + 1, shown((*recorded)[picks])));
  }

  static std::string shown(Pick const& pick) {
    return fmt::format("slot {} user {} entry {} server {}", pick.slot, pick.user, pick.entry,
                       pick.server);
  }

  void follow_recorded() {
    for (; picks < recorded->size() && (*recorded)[picks].slot == slot;) {
      Pick const& pick = (*recorded)[picks];
      if (!possible(pick))
        throw PicksDiffer(
            fmt::format("pick {} of fairslot is impossible: {}", picks + 1, shown(pick)));
      if (users[pick.user].at != pick.entry) {
        users[pick.user].at = pick.entry;
        keys.set_head(pick.user, pick.entry, false, false);
      }
      start(pick.user, pick.server);
    }
    expect_no_more();
    active.clear();
  }

  bool possible(Pick const& pick) const {
    if (pick.user < 0 || pick.user >= p.users()) return false;
    User const& u = users[pick.user];
    int const e = pick.entry;
    if (!queued(u) || e < u.at || e >= u.tail || unstarted[e] == 0 || !(backfill || e == u.head))
      return false;
    return pick.server >= 0 && pick.server < p.servers && permitted[p.placement[e]][pick.server] &&
           has_room(servers[pick.server], classes[p.demand[e]]) &&
           within_limit(pick.user, e, pick.server);
  }

  static bool has_room(Server const& server, DemandClass const& d) {
    bool room = true;
    for (int r = 0; r < K; ++r) room &= d.demand[r] <= server.left[r];
    return room;
  }

  std::int32_t& running(int user, int server) {
    return tasks_of[std::int64_t{user} * p.servers + server];
  }
  bool within_limit(int user, int entry, int server) const {
    return tasks_of.empty() ||
           tasks_of[std::int64_t{user} * p.servers + server] < p.per_server[entry];
  }

  /// `limited`: where the user's limits allow.
  int place(int user, int entry, bool limited) const {
    DemandClass const& d = classes[p.demand[entry]];
    std::uint8_t const* allowed = permitted[p.placement[entry]].data();
    limited &= !tasks_of.empty();
    int best = -1;
    double least = 0;
    for (int m = 0; m < int(servers.size()); ++m) {
      if (!allowed[m]) continue;
      if (!has_room(servers[m], d)) continue;
      if (limited && !within_limit(user, entry, m)) continue;
      if (first_fit) return m;
      std::int32_t const* left = servers[m].left;
      double h = 0;
      for (int r = 0; r < K; ++r)
        if (r != d.n)
          h += std::fabs(d.target[r] - d.scale[r] * (double(left[r]) / double(left[d.n])));
      if (best < 0 || h < least) best = m, least = h;
    }
    return best;
  }

  void start(int i, int server) {
    User& u = users[i];
    int const entry = u.at, demand = p.demand[entry];
    for (int r = 0; r < K; ++r) {
      servers[server].left[r] -= classes[demand].demand[r];
    }
    keys.started(i, server);
    u.starter = true;
    if (!tasks_of.empty()) ++running(i, server);
    calendar.add(slot + p.duration[entry], {i, server, demand});
    ++picks;
    if (--unstarted[entry] > 0) return;
    if (entry == u.head)
      look_at_head(i, false);
    else
      pass(i);
  }
};

/// The problem with what each of its users starts alone.
std::shared_ptr<Problem const> with_starts_alone(Problem const& problem, Policy const& policy) {
  auto met = std::make_shared<Problem>(problem);
  met->alone_begin.push_back(0);
  for (int u = 0; u < problem.users(); ++u) {
    std::int64_t sum = 0;
    for (auto const& [slot, started] :
         Naive(alone(problem, u), policy_alone(policy)).run({.starts = true}).starts) {
      met->alone_slot.push_back(slot);
      met->alone_sum.push_back(sum += started);
    }
    met->alone_begin.push_back(static_cast<std::int32_t>(met->alone_slot.size()));
  }
  return met;
}

}  // namespace

Naive::Naive(Problem const& problem, Policy const& policy, std::vector<Pick> const* recorded) {
  if (!knows(policy))
    throw std::invalid_argument("the naive simulator has no " + canonical_name(policy));
  if (counts_contributions(policy)) own_ = with_starts_alone(problem, policy);
  Problem const& met = own_ ? *own_ : problem;
  loop_ = by_resources(problem.resources, [&](auto k) -> std::unique_ptr<Loop> {
    return std::make_unique<LoopOf<decltype(k)::value>>(met, policy, recorded);
  });
}
Naive::Naive(Problem&& problem, Policy const& policy)
    : own_(std::make_shared<Problem const>(std::move(problem))) {
  loop_ = by_resources(own_->resources, [&](auto k) -> std::unique_ptr<Loop> {
    return std::make_unique<LoopOf<decltype(k)::value>>(*own_, policy, nullptr);
  });
}
Naive::Naive(Naive const& other) : own_(other.own_), loop_(other.loop_->copy()) {}
Naive::Naive(Naive&&) noexcept = default;
Naive::~Naive() = default;

bool Naive::knows(Policy const& policy) { return needs_only_shares(policy); }
void Naive::replay(std::int64_t last_slot) { loop_->replay(last_slot); }
NaiveResult Naive::run(NaiveLimits const& limits) { return loop_->run(limits); }

}  // namespace fairslot::bench
