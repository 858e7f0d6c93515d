#include "host/bench/naive.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "host/bench/naive_calendar.hpp"
#include "host/bench/naive_servers.hpp"
#include "kernels/alone.hpp"
#include "kernels/by_resources.hpp"
#include "kernels/presented.hpp"

namespace fairslot::bench {
namespace {

constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();
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
  struct User {
    int next, end;    ///< entries not yet arrived
    int front, tail;  ///< entries in the queue
    int at;           ///< the entry of the next task; behind the front where jobs were passed over
    bool blocked = false, starter = false;  ///< starter: in this slot
  };
  struct Release {
    std::int32_t user, server, demand;
  };

  Presented from;
  Problem const& p;
  PolicyKeys<K> keys;
  NaiveServers<K> servers;
  std::vector<Naive> alone;      ///< of each user, where that counts
  List<std::uint8_t> placeable;  ///< [entries]
  List<std::int32_t> left;       ///< [entries] tasks that have not started
  List<User> users;
  Calendar<Release> calendar;
  List<int> active;
  List<std::uint8_t> is_active;  ///< the same by user, for policies with queues
  List<Key> key;
  std::int64_t slot = 0, last_release = 0;
  std::vector<Pick> const* recorded;
  std::size_t picks = 0;
  NaiveLimits limits;
  Clock::time_point began;
  bool stopped = false;  ///< within a slot

  LoopOf(Presented presented, Policy const& policy, std::vector<Pick> const* expected)
      : from(std::move(presented)),
        p(*from.problem),
        keys(p, policy),
        servers(p, policy),
        left(p.tasks),
        is_active(p.weight.size()),
        key(p.weight.size()),
        recorded(expected) {
    if (counts_contributions(policy))
      for (int u = 0; u < p.users(); ++u)
        alone.emplace_back(fairslot::alone(p, u), policy_alone(policy));
    for (int e = 0; e < p.entries(); ++e) placeable.push_back(keys.can_run(e));
    for (int u = 0; u < p.users(); ++u) {
      int const first = p.job_begin[u];
      users.push_back({first, p.job_begin[u + 1], first, first, first});
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
  static bool queued(User const& u) { return !u.blocked && u.front < u.tail; }
  static bool has_next(User const& u) { return !u.blocked && u.at < u.tail; }

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
    begin_pass(0);
  }

  void skip() {
    if (std::any_of(users.begin(), users.end(), queued)) return;
    std::int64_t next = std::min(next_arrival(), calendar.next(slot + 1));
    if (p.horizon > 0) next = std::min(next, p.horizon + 1);
    if (next == never || next == slot + 1) return;
    keys.settle(next - 1 - slot);
    slot = next - 1;
  }

  void release() {
    calendar.take(slot, [&](Release const& e) {
      servers.give_back(e.user, e.demand, e.server);
      keys.ended(e.user, e.server, e.demand);
      last_release = slot;
    });
  }

  void arrive() {
    for (int i = 0; i < int(users.size()); ++i) {
      User& u = users[i];
      if (u.blocked) continue;
      bool const was_empty = u.front == u.tail;
      while (u.next < u.end && p.submit[u.next] == slot) u.tail = ++u.next;
      if (was_empty) look_at_front(i, true);
    }
  }

  /// `fresh`: the user had none before.
  void look_at_front(int i, bool fresh) {
    User& u = users[i];
    u.at = u.front;
    if (u.front == u.tail) return keys.set_waiting(i, false);
    u.blocked = !placeable[u.front];
    keys.set_head(i, u.front, fresh, u.blocked);
  }

  /// The next entry with tasks left, or the tail.
  int following(User const& u, int entry) const {
    do ++entry;
    while (entry < u.tail && left[entry] == 0);
    return entry;
  }

  /// The next job is tried until the slot ends; not one that no guarantee would hold, nor one like
  /// `failed`, an entry that has just found no room.
  void pass_over(int i, int failed = -1) {
    User& u = users[i];
    do u.at = following(u, u.at);
    while (u.at < u.tail && (keys.is_never_guaranteed(u.at) || is_like(u.at, failed)));
    if (u.at < u.tail) keys.set_head(i, u.at, false, false);
  }

  /// It would fail, too, and only that: its turn would end no slot, refuse nobody and count for no
  /// queue.
  bool is_like(int entry, int failed) const {
    Traits const& t = keys.traits();
    return failed >= 0 && !t.strict && !t.refuses && !t.turn_by_turn() &&
           keys.problem().entry[entry].pair == keys.problem().entry[failed].pair;
  }

  void begin_pass(int pass) {
    keys.begin_pass(pass);
    active.clear();
    for (int i = 0; i < int(users.size()); ++i) {
      is_active[i] = has_next(users[i]);
      if (!is_active[i]) continue;
      active.push_back(i);
      keys.account(i);
      renew(i);
    }
  }

  void end_slot() {
    keys.settle(1);
    for (int i = 0; i < int(users.size()); ++i) {
      User& u = users[i];
      if (queued(u) && u.at != u.front) look_at_front(i, false);
      if (u.starter) keys.end_slot(i);
      u.starter = false;
    }
  }

  void fill() {
    for (int pass = 0; pass < keys.traits().passes && !stopped; ++pass) {
      if (pass > 0) begin_pass(pass);
      while (!active.empty() && !stopped) serve(lowest());
    }
  }

  /// Where in `active` the user is whose turn it is.
  std::size_t lowest() {
    if (keys.traits().in_queues) {
      int const user = keys.next(is_active, key, [&](int i) { return place(i) != no_server; });
      return std::size_t(std::ranges::find(active, user) - active.begin());
    }
    std::size_t at = 0;
    for (std::size_t i = 1; i < active.size(); ++i)
      if (key[active[i]] < key[active[at]]) at = i;
    return at;
  }

  void serve(std::size_t at) {
    int const i = active[at];
    User& u = users[i];
    if (keys.traits().refuses && !keys.may_start(i)) return refuse(at);
    int const server = place(i);
    if (server != no_server) {
      if (recorded) compare(i, server);
      start(i, server);
      if (!limits.whole_slots && picks % 64 == 0 && late()) stopped = true;
    } else if (keys.traits().backfill) {
      pass_over(i, u.at);
    }
    bool const goes_on = has_next(u) && (server != no_server || keys.traits().backfill);
    if (goes_on)
      renew(i);
    else
      take_out(at);
    bool const tried = server == no_server || u.at != u.front;  // in vain, at least some of it
    if (keys.traits().strict && !goes_on && tried && queued(u)) return active.clear();
    if (server != no_server) renew_others(i);
  }

  void refuse(std::size_t at) {
    int const i = active[at];
    take_out(at);
    for (std::size_t other = active.size(); other-- > 0;)
      if (keys.share_keys(i, active[other])) take_out(other);
  }
  void take_out(std::size_t at) {
    is_active[active[at]] = false;
    active.erase(active.begin() + std::ptrdiff_t(at));
  }

  void renew(int i) {
    if (keys.traits().by_server) keys.looked(i, place(i));
    key[i] = keys.key(i);
  }
  /// After a start of user i.
  void renew_others(int i) {
    if (!keys.traits().shares_keys && !keys.traits().by_server) return;
    for (int const other : active)
      if (other != i && (keys.traits().by_server || keys.share_keys(i, other))) renew(other);
  }

  int place(int i) const { return servers.place(users[i].at, i, keys); }

  void compare(int user, int server) const {
    Pick const pick{slot, user, from.entry(users[user].at), from.server(server)};
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
      int const server = server_of(pick);
      while (possible_user(pick) && from.entry(users[pick.user].at) != pick.entry &&
             keys.traits().backfill && has_next(users[pick.user]))
        pass_over(pick.user);
      if (!possible(pick, server))
        throw PicksDiffer(
            fmt::format("pick {} of fairslot is impossible: {}", picks + 1, shown(pick)));
      start(pick.user, server);
    }
    expect_no_more();
    active.clear();
  }

  bool possible_user(Pick const& pick) const {
    return pick.user >= 0 && pick.user < p.users() && has_next(users[pick.user]);
  }
  /// By the index here; no_server where it has none.
  int server_of(Pick const& pick) const {
    if (keys.traits().pool) return pick.server == the_pool ? the_pool : no_server;
    if (pick.server < 0 || pick.server >= p.servers) return no_server;
    return keys.problem().place_of_listed[pick.server];
  }
  bool possible(Pick const& pick, int server) const {
    if (!possible_user(pick) || server == no_server) return false;
    int const entry = users[pick.user].at;
    return from.entry(entry) == pick.entry && servers.is_possible(entry, pick.user, server);
  }

  std::int64_t slots_on(int server, std::int32_t duration) const {
    if (!keys.traits().by_speed || p.speed.empty()) return duration;
    double const speed = p.speed[server];
    auto slots = static_cast<std::int64_t>(duration / speed) + 2;
    while (slots > 1 && static_cast<double>(slots - 1) * speed >= duration) --slots;
    return slots;
  }

  void start(int i, int server) {
    User& u = users[i];
    int const entry = u.at, demand = p.demand[entry];
    servers.take(i, demand, server);
    keys.started(i, server);
    u.starter = true;
    calendar.add(slot + slots_on(server, p.duration[entry]), {i, server, demand});
    ++picks;
    if (--left[entry] > 0) return;
    if (u.at != u.front) return pass_over(i);
    u.front = following(u, u.front);
    look_at_front(i, false);
  }
};

/// The problem with what each of its users starts alone.
std::shared_ptr<Problem const> with_starts_alone(Problem const& problem, Policy const& policy) {
  std::vector<Starts> starts;
  for (int u = 0; u < problem.users(); ++u)
    starts.push_back(Naive(alone(problem, u), policy_alone(policy)).run({.starts = true}).starts);
  return std::make_shared<Problem const>(with_starts(problem, starts));
}

std::unique_ptr<Naive::Loop> loop_of(std::shared_ptr<Problem const> const& problem,
                                     Policy const& policy, std::vector<Pick> const* recorded) {
  Presented from = present(problem, policy);
  if (counts_contributions(policy)) from.problem = with_starts_alone(*from.problem, policy);
  return by_resources(problem->resources, [&](auto k) -> std::unique_ptr<Naive::Loop> {
    return std::make_unique<LoopOf<decltype(k)::value>>(from, policy, recorded);
  });
}

}  // namespace

Naive::Naive(Problem const& problem, Policy const& policy, std::vector<Pick> const* recorded)
    : loop_(loop_of({std::shared_ptr<void>(), &problem}, policy, recorded)) {}
Naive::Naive(Problem&& problem, Policy const& policy)
    : loop_(loop_of(std::make_shared<Problem const>(std::move(problem)), policy, nullptr)) {}
Naive::Naive(Naive const& other) : loop_(other.loop_->copy()) {}
Naive::Naive(Naive&&) noexcept = default;
Naive::~Naive() = default;

void Naive::replay(std::int64_t last_slot) { loop_->replay(last_slot); }
NaiveResult Naive::run(NaiveLimits const& limits) { return loop_->run(limits); }

}  // namespace fairslot::bench
