#include "tests/random_problem.hpp"

#include <algorithm>
#include <initializer_list>
#include <numeric>
#include <set>

#include "kernels/list.hpp"
#include "tests/every_policy.hpp"

namespace fairslot {
namespace {

constexpr std::int32_t largest_slot = 2147483647, largest_capacity = 1 << 30;

/// Random numbers that do not depend on the standard library (splitmix64).
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}
  std::uint64_t bits() {
    std::uint64_t x = state_ += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
  }
  std::int64_t between(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(bits() % static_cast<std::uint64_t>(high - low + 1));
  }
  bool percent(int chance) { return between(0, 99) < chance; }
  template <class T>
  T one_of(std::initializer_list<T> choices) {
    return choices.begin()[between(0, std::int64_t(choices.size()) - 1)];
  }
  template <class T>
  T const& one_of(std::vector<T> const& choices) {
    return choices[static_cast<std::size_t>(between(0, std::int64_t(choices.size()) - 1))];
  }

 private:
  std::uint64_t state_;
};

std::int32_t narrow(std::int64_t value) { return static_cast<std::int32_t>(value); }

/// `roomy`: all tasks fit at once, so that they may last for ever without making others wait.
enum class Shape {
  small,
  no_server,
  one_server,
  many_servers,
  no_user,
  one_user,
  many_users,
  roomy
};
enum class Time { usual, burst, medium, long_idle };

/// One draft in the making.
class Maker {
 public:
  explicit Maker(std::uint64_t seed) : dice_(seed) {}

  Draft make() {
    shape_ = dice_.percent(50)
                 ? Shape::small
                 : dice_.one_of({Shape::no_server, Shape::one_server, Shape::one_server,
                                 Shape::many_servers, Shape::many_servers, Shape::no_user,
                                 Shape::one_user, Shape::one_user, Shape::many_users,
                                 Shape::many_users, Shape::roomy, Shape::roomy});
    time_ = dice_.one_of({Time::usual, Time::usual, Time::usual, Time::burst, Time::medium});
    if (shape_ == Shape::many_users && time_ == Time::medium) time_ = Time::usual;
    if (shape_ == Shape::roomy) time_ = dice_.percent(15) ? Time::long_idle : Time::usual;
    draft_.resources = dice_.percent(40) ? 2 : int(dice_.between(1, max_resources));
    set_servers();
    set_demands();
    set_users();
    set_horizon();
    set_speeds();
    set_queues();
    set_minima();
    set_job_weights();
    set_leaves();
    set_limits();
    set_own_servers();
    set_server_changes();
    set_weight_changes();
    set_guarantee_changes();
    set_policy_changes();
    std::ranges::stable_sort(draft_.changes, {}, &Change::slot);
    return draft_;
  }

 private:
  void set_servers() {
    int const k = draft_.resources;
    bool const roomy = shape_ == Shape::roomy;
    std::int64_t const large =
        roomy ? dice_.one_of<std::int64_t>({64000, largest_capacity})
              : dice_.one_of<std::int64_t>({4, 12, 12, 100, 64000, largest_capacity});
    std::int64_t const least = roomy ? large / 2 : 1;
    std::int64_t const types = dice_.percent(40) ? 1 : dice_.between(1, 4);
    std::vector<std::vector<std::int32_t>> kinds(static_cast<std::size_t>(types));
    for (auto& kind : kinds)
      for (int r = 0; r < k; ++r)
        kind.push_back(!roomy && dice_.percent(8) ? 0 : narrow(dice_.between(least, large)));
    if (!roomy && dice_.percent(7))
      for (auto const r = std::size_t(dice_.between(0, k - 1)); auto& kind : kinds) kind[r] = 0;
    if (large == largest_capacity && dice_.percent(50)) kinds[0][0] = largest_capacity;
    for (std::int64_t m = servers(); m > 0; --m) draft_.servers.push_back(dice_.one_of(kinds));
  }

  std::int64_t servers() {
    switch (shape_) {
      case Shape::no_server:
        return 0;
      case Shape::one_server:
        return 1;
      case Shape::many_servers:
        return dice_.percent(60) ? dice_.between(65, 128) : dice_.between(129, 200);
      case Shape::roomy:
        return dice_.between(1, 2);
      default:
        return dice_.between(1, dice_.percent(50) ? 4 : 12);
    }
  }

  /// A few demands that users share, so that ties are common.
  void set_demands() {
    for (std::int64_t i = dice_.between(1, 5); i > 0; --i) demands_.push_back(demand());
  }

  List<std::int32_t> demand() {
    int const k = draft_.resources;
    List<std::int32_t> host(std::size_t(k), 8);
    if (!draft_.servers.empty()) host = dice_.one_of(draft_.servers);
    std::int64_t const parts =
        shape_ == Shape::roomy ? 4096 : dice_.one_of<std::int64_t>({1, 2, 4, 8, 40});
    List<std::int32_t> d;
    for (int r = 0; r < k; ++r) {
      std::int64_t const most = std::max<std::int64_t>(1, host[r] / parts);
      d.push_back(dice_.percent(15) ? 0 : narrow(dice_.between((most + 1) / 2, most)));
    }
    if (shape_ != Shape::roomy && dice_.percent(10)) d = host;
    int const some = int(dice_.between(0, k - 1));
    if (shape_ != Shape::roomy && dice_.percent(6))
      d[some] = narrow(std::min<std::int64_t>(host[some] + 1ll, largest_capacity));
    if (std::all_of(d.begin(), d.end(), [](std::int32_t x) { return x == 0; })) d[some] = 1;
    return d;
  }

  void set_users() {
    bool const equal = dice_.percent(50), extreme = dice_.percent(15);
    bool const same_demand = dice_.percent(30);  // in all jobs of a user
    permitted_chance_ = dice_.one_of({0, 0, 30, 90});
    for (std::int64_t n = users(); n > 0; --n) {
      DraftUser user;
      if (!equal)
        user.weight =
            extreme ? dice_.one_of({limits::min_weight, 1.0, limits::max_weight}) : weight();
      for (std::int64_t j = jobs(); j > 0; --j) user.jobs.push_back(job());
      if (user.jobs.size() > 1 && dice_.percent(20))
        for (DraftJob& job : user.jobs) job.label = static_cast<int>(dice_.between(0, 1));
      if (same_demand)
        for (DraftJob& job : user.jobs) job.demand = user.jobs[0].demand;
      draft_.users.push_back(std::move(user));
    }
  }

  double weight() {
    return dice_.percent(60) ? dice_.one_of({0.5, 1.0, 2.0, 3.0})
                             : double(dice_.between(1, 1000)) / 37.0;
  }

  std::int64_t users() {
    switch (shape_) {
      case Shape::no_user:
        return 0;
      case Shape::one_user:
        return 1;
      case Shape::many_users:
        return dice_.percent(70) ? dice_.between(65, 140) : dice_.between(301, 330);
      case Shape::roomy:
        return dice_.between(1, 2);
      default:
        return dice_.between(1, dice_.percent(50) ? 4 : 9);
    }
  }

  std::int64_t jobs() {
    if (dice_.percent(5)) return 0;
    if (shape_ == Shape::many_users) return dice_.between(1, 2);
    return dice_.between(1, 4);
  }

  DraftJob job() {
    DraftJob job;
    job.submit = submit();
    job.tasks = shape_ == Shape::many_users ? dice_.between(1, 3)
                                            : dice_.between(1, dice_.percent(80) ? 8 : 40);
    job.duration = duration();
    job.demand = dice_.one_of(demands_);
    if (dice_.percent(permitted_chance_)) job.servers = permitted();
    return job;
  }

  std::int64_t submit() {
    switch (time_) {
      case Time::burst:
        return 1;
      case Time::medium:
        return dice_.percent(70) ? dice_.between(1, 20) : dice_.between(900, 1200);
      case Time::long_idle:
        return dice_.percent(50) ? dice_.between(1, 3) : dice_.between(1000000, 1300000);
      case Time::usual:
        return dice_.between(1, dice_.one_of<std::int64_t>({3, 10, 30}));
    }
    return 1;
  }

  std::int64_t duration() {
    if (shape_ == Shape::roomy && dice_.percent(40))
      return dice_.one_of<std::int64_t>(
          {4095, 4096, 4097, 1000000, largest_slot - 1, largest_slot});
    if (time_ == Time::medium && dice_.percent(15))
      return dice_.one_of<std::int64_t>({1023, 1024, 1025, 1500});
    return dice_.percent(40) ? 1 : dice_.between(1, dice_.one_of<std::int64_t>({2, 5, 20}));
  }

  std::vector<std::int32_t> permitted() {
    std::int64_t const m = std::int64_t(draft_.servers.size());
    std::vector<std::int32_t> set;
    if (m == 0 || dice_.percent(8)) return set;
    if (dice_.percent(30)) return {narrow(dice_.between(0, m - 1))};
    int const chance = dice_.one_of({20, 50, 90, 100});
    for (std::int32_t i = 0; i < m; ++i)
      if (dice_.percent(chance)) set.push_back(i);
    return set;
  }

  /// The oracle visits every slot in which somebody waits: what would take it too long is cut.
  bool too_long() const {
    std::int64_t slots = 0;
    for (DraftUser const& user : draft_.users)
      for (DraftJob const& job : user.jobs) slots += job.tasks * job.duration;
    return slots * std::int64_t(draft_.users.size() * (1 + draft_.servers.size())) > 1000000;
  }

  /// How many such tasks the empty cluster runs at once.
  std::int64_t room_for(std::vector<std::int32_t> const& demand) const {
    std::int64_t tasks = 0;
    for (std::size_t r = 0; r < demand.size(); ++r) {
      if (demand[r] == 0) continue;
      tasks = 0;
      for (auto const& capacity : draft_.servers) tasks += capacity[r] / demand[r];
      if (tasks < 100) break;
    }
    return tasks;
  }

  void set_horizon() {
    if (shape_ == Shape::roomy || (dice_.percent(65) && !too_long())) return;
    draft_.horizon = dice_.between(1, time_ == Time::medium && !too_long() ? 1300 : 40);
    // With an end in sight, jobs may be endless.
    for (DraftUser& user : draft_.users)
      for (DraftJob& job : user.jobs) {
        if (dice_.percent(8) && room_for(job.demand) < 100) job.tasks = largest_slot;
        if (dice_.percent(5)) job.duration = dice_.one_of<std::int64_t>({1025, 4097, largest_slot});
      }
  }

  void set_speeds() {
    if (dice_.percent(60)) return;
    for (std::size_t m = 0; m < draft_.servers.size(); ++m)
      draft_.speeds.push_back(dice_.percent(70) ? dice_.one_of({1.0, 2.0, 0.5, 1.0 / 3})
                                                : double(dice_.between(1, 300)) / 97.0);
  }

  /// Up to three levels deep; halves make equal shares.
  void set_queues() {
    std::int64_t const queues = dice_.percent(40) ? 0 : dice_.between(1, dice_.percent(50) ? 3 : 9);
    bool const halves = dice_.percent(30), deep = dice_.percent(60);
    List<double> left(std::size_t(queues) + 1, 1.0);  // of each queue; the last: of none
    for (int q = 0; q < queues; ++q) {
      int const outer = deep && q > 0 ? int(dice_.between(-1, q - 1)) : -1;
      bool const fits = outer < 0 || draft_.queues[outer].outer < 0 ||
                        draft_.queues[draft_.queues[outer].outer].outer < 0;
      double& rest = left[fits && outer >= 0 ? outer : queues];
      bool const half = halves || dice_.percent(30);
      draft_.queues.push_back(
          {half ? rest / 2 : rest * double(dice_.between(1, 90)) / 100, fits ? outer : -1});
      rest -= draft_.queues.back().part;
    }
    seat_users();
  }

  /// In queues that have none in them; sometimes all in one of them.
  void seat_users() {
    std::vector<int> leaves;
    for (int q = 0; q < int(draft_.queues.size()); ++q)
      if (std::none_of(draft_.queues.begin(), draft_.queues.end(),
                       [q](DraftQueue const& other) { return other.outer == q; }))
        leaves.push_back(q);
    if (leaves.empty()) return;
    if (dice_.percent(15)) leaves = {dice_.one_of(leaves)};
    int const chance = dice_.one_of({80, 100});
    for (DraftUser& user : draft_.users)
      if (dice_.percent(chance)) user.queue = dice_.one_of(leaves);
  }

  void set_minima() {
    if (dice_.percent(50)) return;
    for (DraftUser& user : draft_.users)
      if (dice_.percent(60))
        user.minimum = dice_.percent(10) ? 1.0 : double(dice_.between(0, 60)) / 100;
  }

  void set_job_weights() {
    if (dice_.percent(70)) return;
    bool const extreme = dice_.percent(15);
    int const chance = dice_.one_of({20, 60, 100});
    for (DraftUser& user : draft_.users)
      for (DraftJob& job : user.jobs)
        if (dice_.percent(chance))
          job.terms.weight =
              extreme ? dice_.one_of({limits::min_weight, 1.0, limits::max_weight}) : weight();
  }

  /// At times that something else happens, or soon after a job came.
  void set_leaves() {
    if (dice_.percent(55)) return;
    int const chance = dice_.one_of({20, 50, 100});
    for (DraftUser& user : draft_.users) {
      if (user.jobs.empty() || !dice_.percent(chance)) continue;
      DraftJob const& job = dice_.one_of(user.jobs);
      DraftUser const& anybody = dice_.one_of(draft_.users);
      DraftJob const& other = dice_.one_of(anybody.jobs.empty() ? user.jobs : anybody.jobs);
      std::int64_t const soon = job.submit + dice_.between(1, dice_.percent(70) ? 4 : 30);
      user.leave = std::min<std::int64_t>(
          largest_slot,
          dice_.one_of<std::int64_t>(
              {soon, soon, soon, job.submit, other.submit + other.duration, 1, largest_slot}));
    }
  }
  /// Of tasks a server. In a roomy problem all tasks fit at once.
  void set_limits() {
    if (dice_.percent(70) || shape_ == Shape::roomy) return;
    int const chance = dice_.one_of({20, 60, 100});
    std::int32_t const most = dice_.one_of({1, 1, 3, 10});
    for (DraftUser& user : draft_.users)
      for (DraftJob& job : user.jobs)
        if (dice_.percent(chance))
          job.terms.per_server = dice_.percent(5) ? largest_slot : narrow(dice_.between(1, most));
  }

  void set_own_servers() {
    if (dice_.percent(50)) return;
    for (DraftUser& user : draft_.users)
      if (dice_.percent(60)) user.own = permitted();
  }

  /// Slots in which something else may happen, too, and others; of many users early ones, since
  /// they may have to wait until then.
  std::int64_t changing_slot() {
    std::int64_t const latest = shape_ == Shape::many_users ? 60 : 1500;
    if (dice_.percent(20)) return 1;
    if (draft_.users.empty() || dice_.percent(40)) return dice_.between(1, 60);
    DraftUser const& user = dice_.one_of(draft_.users);
    if (user.jobs.empty()) return dice_.between(1, 5);
    DraftJob const& job = dice_.one_of(user.jobs);
    std::int64_t const end = job.submit + job.duration;  // of tasks that start at once
    return dice_.percent(70) && end < latest ? end : std::min(job.submit, latest);
  }

  /// Servers go down, come back, or do not.
  void set_server_changes() {
    if (shape_ == Shape::roomy || draft_.servers.empty() || dice_.percent(60)) return;
    for (std::int64_t n = dice_.between(1, dice_.percent(70) ? 3 : 12); n > 0; --n)
      draft_.changes.push_back({changing_slot(), Change::What::server_down,
                                narrow(dice_.between(0, std::int64_t(draft_.servers.size()) - 1))});
    if (dice_.percent(30)) {
      auto const again = draft_.changes.front();
      for (int i = 0; i < 2; ++i) draft_.changes.push_back(again);
    }
    std::ranges::stable_sort(draft_.changes, {}, &Change::slot);
    List<bool> down(draft_.servers.size());
    for (Change& change : draft_.changes) {
      if (down[change.of]) change.what = Change::What::server_up;
      down[change.of] = !down[change.of];
    }
    bool const all_back = draft_.horizon == 0 && dice_.percent(40);
    for (std::int32_t m = 0; all_back && m < std::int32_t(down.size()); ++m)
      if (down[m])
        draft_.changes.push_back(
            {draft_.changes.back().slot + dice_.between(0, 1), Change::What::server_up, m});
  }

  /// To what they are, to another, to the limits, twice in a slot.
  void set_weight_changes() {
    if (draft_.users.empty() || dice_.percent(70)) return;
    bool const extreme = dice_.percent(15);
    for (std::int64_t n = dice_.between(1, dice_.percent(70) ? 3 : 9); n > 0; --n) {
      auto const user = dice_.between(0, std::int64_t(draft_.users.size()) - 1);
      double const other =
          extreme ? dice_.one_of({limits::min_weight, 1.0, limits::max_weight}) : weight();
      double const value = dice_.percent(20) ? draft_.users[user].weight : other;
      Change const change{changing_slot(), Change::What::weight, narrow(user), value};
      draft_.changes.push_back(change);
      if (dice_.percent(15)) {
        draft_.changes.push_back(change);
        draft_.changes.back().value = weight();
      }
    }
  }

  /// To what they are, or less: a sum stays at most 1. Some come back to what they were.
  void set_guarantee_changes() {
    if (draft_.queues.empty() || dice_.percent(60)) return;
    for (std::int64_t n = dice_.between(1, dice_.percent(70) ? 3 : 9); n > 0; --n) {
      auto const queue = dice_.between(0, std::int64_t(draft_.queues.size()) - 1);
      double const part = draft_.queues[queue].part;
      double const value = part * dice_.one_of({1.0, 1.0, 0.5, 0.25, 1.0 / 64});
      draft_.changes.push_back({changing_slot(), Change::What::guarantee, narrow(queue), value});
    }
  }

  /// Some in the slot of another event, or after the end.
  void set_policy_changes() {
    if (dice_.percent(80)) return;
    for (std::int64_t n = dice_.between(1, 4); n > 0; --n) {
      std::int64_t slot = changing_slot();
      if (!draft_.changes.empty() && dice_.percent(30)) slot = dice_.one_of(draft_.changes).slot;
      if (draft_.horizon > 0 && draft_.horizon < 1000 && dice_.percent(15))
        slot = draft_.horizon + dice_.between(0, 2);
      draft_.changes.push_back(
          {slot, Change::What::policy, narrow(std::int64_t(draft_.policies.size()))});
      draft_.policies.push_back(other_policy());
    }
  }

  /// Any that may pick before or after others.
  Policy other_policy() {
    for (;;) {
      auto const kind = dice_.between(0, std::int64_t(policies().size()) - 1);
      Policy const policy =
          any_policy(policies()[std::size_t(kind)], [&](std::vector<std::string> const& values) {
            return dice_.percent(60) ? values.front() : dice_.one_of(values);
          });
      if (suits(policy, draft_.resources) && is_one_of_several(policy)) return policy;
    }
  }

  Dice dice_;
  Shape shape_ = Shape::small;
  Time time_ = Time::usual;
  int permitted_chance_ = 0;
  Draft draft_;
  std::vector<std::vector<std::int32_t>> demands_;
};

// What the degenerate cases are made of.

template <class Test>
bool any_job(Draft const& d, Test test) {
  for (DraftUser const& user : d.users)
    for (DraftJob const& job : user.jobs)
      if (test(job)) return true;
  return false;
}

bool fits(std::vector<std::int32_t> const& demand, std::vector<std::int32_t> const& capacity) {
  for (std::size_t r = 0; r < demand.size(); ++r)
    if (demand[r] > capacity[r]) return false;
  return true;
}

int users_of_queue(Draft const& d, int queue) {
  return int(std::count_if(d.users.begin(), d.users.end(),
                           [=](DraftUser const& user) { return user.queue == queue; }));
}

template <class Test>
bool any_queue(Draft const& d, Test test) {
  for (int q = 0; q < int(d.queues.size()); ++q)
    if (test(q)) return true;
  return false;
}

int depth_of_queue(Draft const& d, int queue) {
  return queue < 0 ? 0 : 1 + depth_of_queue(d, d.queues[queue].outer);
}

std::vector<std::int64_t> submits(Draft const& d) {
  std::vector<std::int64_t> slots;
  any_job(d, [&](DraftJob const& job) { return slots.push_back(job.submit), false; });
  std::sort(slots.begin(), slots.end());
  return slots;
}

bool equal_weights(Draft const& d) {
  return d.users.size() > 1 && std::all_of(d.users.begin(), d.users.end(), [&](DraftUser const& u) {
           return u.weight == d.users[0].weight;
         });
}

bool some_user(Draft const& d, bool (*test)(DraftUser const&)) {
  return std::any_of(d.users.begin(), d.users.end(), test);
}

bool shared_server(Draft const& d) {
  std::set<std::int32_t> owned;
  for (DraftUser const& user : d.users)
    for (std::int32_t const m : user.own ? *user.own : std::vector<std::int32_t>())
      if (!owned.insert(m).second) return true;
  return false;
}

bool shares_label(DraftUser const& user) {
  std::set<int> labels;
  for (DraftJob const& job : user.jobs)
    if (job.label && !labels.insert(*job.label).second) return true;
  return false;
}

bool mixes(DraftUser const& user) {
  return std::any_of(user.jobs.begin(), user.jobs.end(), [&](DraftJob const& job) {
    return job.demand != user.jobs[0].demand && job.duration != user.jobs[0].duration;
  });
}

/// Every user has one demand, which is not everybody's.
bool own_demands(Draft const& d) {
  std::set<std::vector<std::int32_t>> demands;
  for (DraftUser const& user : d.users)
    for (DraftJob const& job : user.jobs) {
      if (job.demand != user.jobs[0].demand) return false;
      demands.insert(job.demand);
    }
  return d.users.size() > 8 && demands.size() > 1;
}

bool equal_servers(Draft const& d) {
  return d.servers.size() > 8 && std::set(d.servers.begin(), d.servers.end()).size() == 1;
}

template <class Test>
bool any_of_user(DraftUser const& user, Test test) {
  return std::any_of(user.jobs.begin(), user.jobs.end(), test);
}

bool leaves_at_an_end(Draft const& d) {
  for (DraftUser const& user : d.users)
    for (DraftUser const& other : d.users)
      if (&user != &other &&
          any_of_user(other, [&](auto& j) { return j.submit + j.duration == user.leave; }))
        return true;
  return false;
}

bool idle_million(Draft const& d) {
  auto const slots = submits(d);
  for (std::size_t i = 1; i < slots.size(); ++i)
    if (slots[i] - slots[i - 1] > 900000) return true;
  return false;
}

bool nobody_has_one(Draft const& d) {
  for (std::size_t r = 0; r < std::size_t(d.resources) && !d.servers.empty(); ++r)
    if (std::all_of(d.servers.begin(), d.servers.end(), [&](auto const& c) { return c[r] == 0; }))
      return true;
  return false;
}

template <class Test>
bool any_change(Draft const& d, Test const& test) {
  return std::ranges::any_of(d.changes, test);
}

/// Of one server, user or queue.
bool twice_in_a_slot(Draft const& d, bool weights) {
  for (Change const& a : d.changes)
    for (Change const& b : d.changes)
      if (&a < &b && a.slot == b.slot && a.of == b.of &&
          (weights ? a.what == Change::What::weight && b.what == a.what
                   : a.is_of_server() && b.is_of_server()))
        return true;
  return false;
}

bool is_of_policy(Change const& change) { return change.what == Change::What::policy; }

bool changes_policy(Draft const& d) { return any_change(d, is_of_policy); }

bool policy_beside_event(Draft const& d) {
  return any_change(d, [&](Change const& a) {
    return is_of_policy(a) &&
           any_change(d, [&](Change const& b) { return !is_of_policy(b) && a.slot == b.slot; });
  });
}

bool stays_down(Draft const& d) {
  return d.horizon == 0 && std::ranges::count_if(d.changes, &Change::is_of_server) % 2 == 1;
}

bool keeps_weight(Draft const& d) {
  return any_change(d, [&](Change const& c) {
    return c.what == Change::What::weight && d.users[c.of].weight == c.value;
  });
}

bool lowers_guarantee(Draft const& d) {
  return any_change(d, [&](Change const& c) {
    return c.what == Change::What::guarantee && c.value < d.queues[c.of].part;
  });
}

bool has_capacity(Draft const& d, std::int32_t value) {
  return std::any_of(d.servers.begin(), d.servers.end(), [&](auto const& c) {
    return std::find(c.begin(), c.end(), value) != c.end();
  });
}

bool larger_than_any(Draft const& d, DraftJob const& job) {
  return !d.servers.empty() && std::none_of(d.servers.begin(), d.servers.end(),
                                            [&](auto const& c) { return fits(job.demand, c); });
}

bool permitted_too_small(Draft const& d, DraftJob const& job) {
  if (!job.servers || job.servers->empty() || larger_than_any(d, job)) return false;
  return std::none_of(job.servers->begin(), job.servers->end(),
                      [&](std::int32_t m) { return fits(job.demand, d.servers[m]); });
}

}  // namespace

Draft random_draft(std::uint64_t seed) { return Maker(seed).make(); }

rc::Gen<Draft> drafts(std::uint64_t salt) {
  auto const seed = rc::gen::noShrink(rc::gen::resize(
      rc::kNominalSize, rc::gen::inRange<std::uint64_t>(0, std::uint64_t{1} << 53)));
  auto const draw = [salt](std::uint64_t drawn) { return random_draft(drawn + (salt << 53)); };
  return rc::gen::shrink(rc::gen::map(seed, draw),
                         [](Draft&& draft) { return rc::seq::fromContainer(simpler(draft)); });
}

rc::Gen<Recording> recordings() {
  return rc::gen::map(rc::gen::element<std::int64_t>(1, 1, 2, 3, 7, 1000), [](std::int64_t every) {
    return Recording{
        .slots = true, .every = every, .picks = true, .shares = true, .fragmentation = true};
  });
}

std::vector<DegenerateCase> degenerate_cases() {
  std::vector<DegenerateCase> cases = {
      {"drained", [](Draft const& d) { return d.horizon == 0; }},
      {"cut", [](Draft const& d) { return d.horizon > 0; }},
      {"cut before the last arrival",
       [](Draft const& d) {
         return d.horizon > 0 && !submits(d).empty() && d.horizon < submits(d).back();
       }},
      {"all in slot 1",
       [](Draft const& d) { return submits(d).size() > 2 && submits(d).back() == 1; }},
      {"equal submit slots in a job list",
       [](Draft const& d) {
         return some_user(d, [](DraftUser const& u) {
           return u.jobs.size() > 1 && u.jobs[0].submit == u.jobs[1].submit;
         });
       }},
      {"idle for a million slots", idle_million},
      {"no server", [](Draft const& d) { return d.servers.empty() && !submits(d).empty(); }},
      {"one server", [](Draft const& d) { return d.servers.size() == 1; }},
      {"more than 64 servers", [](Draft const& d) { return d.servers.size() > 64; }},
      {"more than 128 servers", [](Draft const& d) { return d.servers.size() > 128; }},
      {"many equal servers", equal_servers},
      {"a zero capacity", [](Draft const& d) { return has_capacity(d, 0) && !nobody_has_one(d); }},
      {"a resource nobody has", nobody_has_one},
      {"capacity 2^30", [](Draft const& d) { return has_capacity(d, largest_capacity); }},
      {"no user", [](Draft const& d) { return d.users.empty(); }},
      {"one user", [](Draft const& d) { return d.users.size() == 1; }},
      {"more than 64 users", [](Draft const& d) { return d.users.size() > 64; }},
      {"more than 300 users", [](Draft const& d) { return d.users.size() > 300; }},
      {"a user without jobs",
       [](Draft const& d) {
         return some_user(d, [](DraftUser const& u) { return u.jobs.empty(); });
       }},
      {"equal weights", equal_weights},
      {"weight 2^-32",
       [](Draft const& d) {
         return some_user(d, [](DraftUser const& u) { return u.weight == limits::min_weight; });
       }},
      {"weight 2^32",
       [](Draft const& d) {
         return some_user(d, [](DraftUser const& u) { return u.weight == limits::max_weight; });
       }},
      {"a job weight of 2^-32",
       [](Draft const& d) {
         return any_job(d, [](auto& j) { return j.terms.weight == limits::min_weight; });
       }},
      {"a job weight of 2^32",
       [](Draft const& d) {
         return any_job(d, [](auto& j) { return j.terms.weight == limits::max_weight; });
       }},
      {"two weights of a user in one slot",
       [](Draft const& d) {
         return some_user(d, [](DraftUser const& u) {
           return u.jobs.size() > 1 && u.jobs[0].submit == u.jobs[1].submit &&
                  u.jobs[0].terms.weight != u.jobs[1].terms.weight;
         });
       }},
      {"jobs with a weight and without",
       [](Draft const& d) {
         return some_user(d, [](DraftUser const& u) {
           return u.jobs.size() > 1 && (u.jobs[0].terms.weight > 0) != (u.jobs[1].terms.weight > 0);
         });
       }},
      {"a task a server",
       [](Draft const& d) { return any_job(d, [](auto& j) { return j.terms.per_server == 1; }); }},
      {"two limits of a user",
       [](Draft const& d) {
         return some_user(d, [](DraftUser const& u) {
           return u.jobs.size() > 1 && is_limit(u.jobs[0].terms.per_server) &&
                  is_limit(u.jobs[1].terms.per_server) &&
                  u.jobs[0].terms.per_server != u.jobs[1].terms.per_server;
         });
       }},
      {"jobs with a limit and without",
       [](Draft const& d) {
         return some_user(d, [](DraftUser const& u) {
           return u.jobs.size() > 1 &&
                  is_limit(u.jobs[0].terms.per_server) != is_limit(u.jobs[1].terms.per_server);
         });
       }},
      {"own servers: none",
       [](Draft const& d) {
         return some_user(d, [](DraftUser const& u) { return u.own && u.own->empty(); });
       }},
      {"own servers of two users", shared_server},
      {"jobs of a user differ in demand and duration",
       [](Draft const& d) { return some_user(d, mixes); }},
      {"users with demands of their own", own_demands},
      {"jobs share a label", [](Draft const& d) { return some_user(d, shares_label); }},
      {"all servers",
       [](Draft const& d) { return any_job(d, [](auto& j) { return !j.servers; }); }},
      {"some servers",
       [](Draft const& d) {
         return any_job(d, [&](auto& j) {
           return j.servers && j.servers->size() > 1 && j.servers->size() < d.servers.size();
         });
       }},
      {"one of several servers",
       [](Draft const& d) {
         return d.servers.size() > 1 &&
                any_job(d, [](auto& j) { return j.servers && j.servers->size() == 1; });
       }},
      {"an empty set",
       [](Draft const& d) {
         return any_job(d, [](auto& j) { return j.servers && j.servers->empty(); });
       }},
      {"larger than any server",
       [](Draft const& d) { return any_job(d, [&](auto& j) { return larger_than_any(d, j); }); }},
      {"larger than any permitted server",
       [](Draft const& d) {
         return any_job(d, [&](auto& j) { return permitted_too_small(d, j); });
       }},
      {"exactly a server",
       [](Draft const& d) {
         return any_job(d, [&](auto& j) {
           return std::count(d.servers.begin(), d.servers.end(), j.demand) > 0;
         });
       }},
      {"a zero demand",
       [](Draft const& d) {
         return any_job(
             d, [](auto& j) { return std::count(j.demand.begin(), j.demand.end(), 0) > 0; });
       }},
      {"a zero first demand",
       [](Draft const& d) { return any_job(d, [](auto& j) { return j.demand[0] == 0; }); }},
      {"equal demands of two users",
       [](Draft const& d) {
         return d.users.size() > 1 && !d.users[0].jobs.empty() && !d.users[1].jobs.empty() &&
                d.users[0].jobs[0].demand == d.users[1].jobs[0].demand;
       }},
      {"a user leaves in slot 1",
       [](Draft const& d) {
         return some_user(d, [](DraftUser const& u) { return u.leave == 1; });
       }},
      {"a user leaves as its job comes",
       [](Draft const& d) {
         return some_user(d, [](DraftUser const& u) {
           return any_of_user(u, [&](auto& j) { return j.submit > 1 && j.submit == u.leave; });
         });
       }},
      {"a user leaves soon after its job has come",
       [](Draft const& d) {
         return some_user(d, [](DraftUser const& u) {
           return any_of_user(
               u, [&](auto& j) { return j.submit < u.leave && u.leave < j.submit + 4; });
         });
       }},
      {"a user leaves when another's tasks may end", leaves_at_an_end},
      {"a user leaves after the end",
       [](Draft const& d) {
         return some_user(d, [](DraftUser const& u) { return u.leave == largest_slot; });
       }},
      {"a queue of one user",
       [](Draft const& d) {
         return any_queue(d, [&](int q) { return users_of_queue(d, q) == 1; });
       }},
      {"a queue of all users",
       [](Draft const& d) {
         return d.users.size() > 1 &&
                any_queue(d, [&](int q) { return users_of_queue(d, q) == int(d.users.size()); });
       }},
      {"queues three levels deep",
       [](Draft const& d) {
         return any_queue(
             d, [&](int q) { return depth_of_queue(d, q) == 3 && users_of_queue(d, q) > 0; });
       }},
      {"users in no queue beside queues",
       [](Draft const& d) {
         return !d.queues.empty() && users_of_queue(d, -1) > 0 &&
                users_of_queue(d, -1) < int(d.users.size());
       }},
      {"a server is down when the first job comes",
       [](Draft const& d) {
         return !submits(d).empty() && any_change(d, [&](Change const& c) {
           return c.what == Change::What::server_down && c.slot <= submits(d).front();
         });
       }},
      {"a server goes down in the slot of a release",
       [](Draft const& d) {
         return any_job(d, [&](auto& j) {
           return std::ranges::count(d.changes, j.submit + j.duration, &Change::slot) > 0;
         });
       }},
      {"an event after all else",
       [](Draft const& d) {
         return d.horizon == 0 && !d.changes.empty() && !submits(d).empty() &&
                d.changes.back().slot > 50 && submits(d).back() < 4;
       }},
      {"a server goes down and up in one slot",
       [](Draft const& d) { return twice_in_a_slot(d, false); }},
      {"another policy", changes_policy},
      {"another policy in slot 1",
       [](Draft const& d) {
         return any_change(d, [](Change const& c) { return is_of_policy(c) && c.slot == 1; });
       }},
      {"another policy after the end",
       [](Draft const& d) {
         return any_change(d, [&](Change const& c) {
           return is_of_policy(c) && d.horizon > 0 && c.slot > d.horizon;
         });
       }},
      {"several policies after another",
       [](Draft const& d) { return std::ranges::count_if(d.changes, is_of_policy) > 2; }},
      {"another policy in the slot of another event", policy_beside_event},
      {"two weights in one slot", [](Draft const& d) { return twice_in_a_slot(d, true); }},
      {"a weight is set to what it is", keeps_weight},
      {"a weight is set to its limit",
       [](Draft const& d) {
         return any_change(d, [](Change const& c) {
           return c.what == Change::What::weight && c.value == limits::max_weight;
         });
       }},
      {"a guarantee becomes less", lowers_guarantee},
      {"a server stays down", stays_down},
      {"2^31-1 tasks",
       [](Draft const& d) { return any_job(d, [](auto& j) { return j.tasks == largest_slot; }); }},
  };
  for (int k = 1; k <= max_resources; ++k)
    cases.push_back(
        {std::to_string(k) + " resources", [k](Draft const& d) { return d.resources == k; }});
  for (std::int64_t const e :
       {std::int64_t{1024}, std::int64_t{4096}, std::int64_t{largest_slot - 1}}) {
    for (bool const cut : {false, true})
      cases.push_back({"duration beyond " + std::to_string(e) + (cut ? ", cut" : ", drained"),
                       [e, cut](Draft const& d) {
                         return (d.horizon > 0) == cut &&
                                any_job(d, [e](auto& j) { return j.duration > e; });
                       }});
  }
  return cases;
}

}  // namespace fairslot
