#include "host/forecast/load.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <functional>
#include <limits>
#include <queue>
#include <unordered_map>
#include <utility>

#include "host/forecast/differing.hpp"
#include "host/scenario/cluster.hpp"
#include "host/workload/workload.hpp"

namespace fairslot::forecast {
namespace {

using scenario::Scenario;

constexpr std::int64_t most_steps = 200'000;  // some 20 ms
constexpr int most_pools = 64;
constexpr std::int64_t window = 64;  // slots

constexpr std::array times_of_load{&Load::entries, &Load::slots,       &Load::queued, &Load::calm,
                                   &Load::mixed,   &Load::waiting,     &Load::late,   &Load::cut,
                                   &Load::last,    &Load::longest_wait};
constexpr std::array all_of_load{
    &Load::entries,      &Load::slots,   &Load::queued,    &Load::calm,  &Load::mixed,
    &Load::waiting,      &Load::late,    &Load::cut,       &Load::last,  &Load::longest_wait,
    &Load::longest_task, &Load::running, &Load::differing, &Load::rivals};

/// What goes on for so many times as long.
Load longer(Load load, double times) {
  for (double Load::*const of : times_of_load) load.*of *= times;
  return load;
}

/// Tasks of an entry that were started, and so are released, together.
struct Running {
  std::int64_t release;
  std::int64_t tasks;
  int entry, pool;
  bool operator>(Running const& other) const { return release > other.release; }
};

/// Servers as one.
struct Pool {
  std::uint64_t bit;             ///< in a placement group
  List<double> free;             ///< [K]
  std::deque<int> waiting = {};  ///< entries, some of which may have started elsewhere
};

List<Pool> pools_of(Problem const& p, List<double> const& alike) {
  List<Pool> pools;
  bool const apart = p.servers <= most_pools;
  for (int m = 0; m < p.servers; ++m) {
    if (apart || m == 0)
      pools.push_back(
          {std::uint64_t{1} << pools.size(), List<double>(std::size_t(p.resources), 0)});
    for (int r = 0; r < p.resources; ++r) pools.back().free[r] += alike[m] * p.capacity_of(r, m);
  }
  return pools;
}

/// The run in short.
class Sketch {
 public:
  Sketch(Problem const& p, List<double> const& alike)
      : p_(p), pools_(pools_of(p, alike)), left_(p.tasks), waiting_of_(p.weight.size(), 0) {
    for (int u = 0; u < p.users(); ++u)
      user_.insert(user_.end(), std::size_t(p.job_begin[u + 1] - p.job_begin[u]), u);
    auto const is_hosted = [&](int e) {
      return std::ranges::any_of(pools_, [&](Pool const& pool) { return room(pool, e) > 0; });
    };
    for (int e = 0; e < p.entries(); ++e)
      if (!p.comes_too_late(user_[e], e) && is_hosted(e)) order_.push_back(e);
    std::ranges::stable_sort(order_, {}, [&](int e) { return p.submit[e]; });
  }

  Load run() {
    while (steps_ < most_steps && next_slot()) {
      bool const waited = waiting_ > 0;
      std::int64_t const before = started_;
      std::size_t const came = at_;
      release();
      arrive();
      if (!waited) ++load_.slots;
      if (waited && at_ > came) ++arrivals_;
      if (waited) from_queue_ += started_ - before, ++events_;
      if (waited) rivals_ += users_waiting_, ++queued_steps_;
      if (!waited) queue_from_ = counted_to_ = slot_;
      if (waited && (waiting_ == 0 || slot_ - counted_to_ >= window)) count_queue();
    }
    load_.last = static_cast<double>(slot_);
    if (steps_ >= most_steps) load_ = longer(load_, total_tasks() / static_cast<double>(started_));
    load_.entries = p_.entries();
    load_.late = std::min(load_.late, load_.entries);
    if (p_.horizon > 0 && steps_ < most_steps)
      load_.cut = double(std::ranges::count_if(order_, [&](int e) { return left_[e] > 0; }));
    load_.differing = differing_part(p_, order_, load_.late / load_.entries);
    load_.rivals = queued_steps_ > 0 ? double(rivals_) / double(queued_steps_) : 0;
    return load_;
  }

 private:
  double total_tasks() const {
    double tasks = 0;
    for (int const entry : order_) tasks += p_.tasks[entry];
    return tasks;
  }

  std::int32_t const* demand(int entry) const { return p_.demand_of(p_.demand[entry]); }

  bool permitted(Pool const& pool, int entry) const {
    return pools_.size() == 1 || (p_.placements[p_.placement[entry]] & pool.bit) != 0;
  }

  /// For tasks of the entry that are left.
  std::int64_t room(Pool const& pool, int entry) const {
    if (!permitted(pool, entry)) return 0;
    double most = left_[entry];
    std::int32_t const* const needs = demand(entry);
    for (int r = 0; r < p_.resources; ++r)
      if (needs[r] > 0) most = std::min(most, pool.free[r] / needs[r]);
    return static_cast<std::int64_t>(most);
  }

  void take(int entry, int pool, std::int64_t tasks) {
    std::int32_t const* const needs = demand(entry);
    for (int r = 0; r < p_.resources; ++r)
      pools_[pool].free[r] -= static_cast<double>(tasks) * needs[r];
    running_tasks_ += tasks;
  }

  /// False: there is none, or it lies past the horizon.
  bool next_slot() {
    constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();
    std::int64_t const next = std::min(at_ < order_.size() ? p_.submit[order_[at_]] : never,
                                       running_.empty() ? never : running_.top().release);
    if (next == never) return false;
    slot_ = p_.horizon == 0 ? next : std::min(next, p_.horizon);
    return slot_ == next;
  }

  void release() {
    std::uint64_t changed = 0;
    for (; !running_.empty() && running_.top().release == slot_; running_.pop()) {
      auto const& [at, tasks, entry, pool] = running_.top();
      take(entry, pool, -tasks);
      changed |= pools_[pool].bit;
    }
    for (int pool = 0; pool < static_cast<int>(pools_.size()); ++pool)
      if (changed & pools_[pool].bit) serve(pool);
  }

  void serve(int pool) {
    for (auto& waiting = pools_[pool].waiting; !waiting.empty(); waiting.pop_front()) {
      int const entry = waiting.front();
      if (left_[entry] == 0) continue;
      if (p_.has_left(user_[entry], slot_))
        left_[entry] = 0;
      else
        start(entry, pool);
      if (left_[entry] > 0) return;
      --waiting_;
      if (--durations_[p_.duration[entry]] == 0) durations_.erase(p_.duration[entry]);
      if (--waiting_of_[user_[entry]] == 0) --users_waiting_;
    }
  }

  void arrive() {
    for (; at_ < order_.size() && p_.submit[order_[at_]] <= slot_; ++at_) {
      int const entry = order_[at_];
      // Newcomers have the least share: most policies let them pass those that wait.
      for (int pool = 0; pool < static_cast<int>(pools_.size()); ++pool) start(entry, pool);
      if (left_[entry] == 0) continue;
      ++waiting_, ++load_.late, ++durations_[p_.duration[entry]];
      if (++waiting_of_[user_[entry]] == 1) ++users_waiting_;
      for (Pool& pool : pools_)
        if (permitted(pool, entry)) pool.waiting.push_back(entry);
    }
  }

  /// As many as there is room for.
  void start(int entry, int pool) {
    std::int64_t const tasks = room(pools_[pool], entry);
    if (tasks <= 0) return;
    running_.push({slot_ + p_.duration[entry], tasks, entry, pool});
    take(entry, pool, tasks);
    left_[entry] -= static_cast<std::int32_t>(tasks);
    bool const another = started_ > 0 && p_.duration[entry] != duration_;
    mixed_ = std::max({mixed_, durations_.size(), another ? std::size_t{2} : 1});
    duration_ = p_.duration[entry];
    load_.longest_task = std::max<double>(load_.longest_task, p_.duration[entry]);
    load_.running = std::max(load_.running, static_cast<double>(running_tasks_));
    started_ += tasks, ++steps_;
  }

  void count_queue() {
    auto const tasks = static_cast<double>(std::exchange(from_queue_, 0));
    auto const span = static_cast<double>(slot_ - counted_to_);
    double const hit = span > 0 ? span * -std::expm1(-tasks / span) : 0;  // at random
    double const least = std::min({span, tasks, static_cast<double>(std::exchange(events_, 0))});
    auto const durations = static_cast<double>(std::exchange(mixed_, 1));
    double const slots = least + (1 - 1 / durations) * std::max(0.0, hit - least);
    if (durations > 1) load_.mixed += slots;
    counted_to_ = slot_;
    load_.calm += std::max(0.0, slots - static_cast<double>(std::exchange(arrivals_, 0)));
    load_.slots += slots, load_.queued += slots, load_.waiting += tasks;
    load_.longest_wait = std::max(load_.longest_wait, static_cast<double>(slot_ - queue_from_));
  }

  Problem const& p_;
  List<Pool> pools_;
  List<std::int32_t> left_;
  List<int> user_;                                   // of an entry
  List<int> waiting_of_;                             // of a user: entries
  List<int> order_;                                  // entries as they come
  std::unordered_map<std::int32_t, int> durations_;  // entries that wait
  std::size_t at_ = 0;                               // in order_
  std::priority_queue<Running, std::vector<Running>, std::greater<>> running_;
  std::int64_t slot_ = 0, steps_ = 0, started_ = 0, running_tasks_ = 0, waiting_ = 0;
  std::int64_t users_waiting_ = 0, rivals_ = 0, queued_steps_ = 0;
  std::int64_t queue_from_ = 0, counted_to_ = 0;  // slots
  // Since counted_to_: tasks started, slots with one, slots in which entries come, and the
  // durations of tasks that started or waited, the last of which to start is duration_.
  std::int64_t from_queue_ = 0, events_ = 0, arrivals_ = 0;
  std::int32_t duration_ = 0;
  std::size_t mixed_ = 1;
  Load load_;
};

/// So much is drawn over all points, in entries of which each is placed; a task whose slot of
/// submission is drawn costs less.
constexpr double most_effort = 100'000, least_of_point = 100, task_of_entry = 0.05;

/// The jobs come as often, but for a part of the time.
Scenario part_of(Scenario s, double part) {
  auto const cut = [&](std::int64_t& count) {
    if (count > 0) count = std::max<std::int64_t>(1, std::llround(part * double(count)));
  };
  cut(s.workload.jobs), cut(s.workload.submit_slots), cut(s.horizon), cut(s.workload.users);
  return s;
}

/// Servers of each type that make_sketch() has one of.
std::vector<double> counts_of(Scenario const& s) {
  std::vector<double> counts;
  for (scenario::ServerType const& type : scenario::server_types(s.cluster))
    if (type.count > 0) counts.push_back(static_cast<double>(type.count));
  return counts;
}

/// To draw a sample and to place its entries.
double effort_of(Scenario const& s) {
  bool const per_task = s.workload.submit == Scenario::Submit::per_task;
  return std::max(1.0, workload::expected_submissions(s)) +
         (per_task ? task_of_entry * workload::expected_tasks(s) : 0);
}

PointLoad load_of(Scenario const& s, double share) {
  bool const drawn = s.workload.is_drawn();
  double const samples = share / effort_of(s);
  double const part = drawn ? std::min(1.0, samples) : 1.0;
  double const draws = drawn ? std::clamp(samples, 1.0, double(s.samples)) : 1.0;
  Scenario const small = part < 1 ? part_of(s, part) : s;
  double const jobs =
      part < 1 ? double(workload::job_count(s)) / double(workload::job_count(small)) : 1.0;
  PointLoad loads;
  auto const count = static_cast<std::uint64_t>(draws);
  for (std::uint64_t sample = 0; sample < count; ++sample) {
    Load const load =
        longer(Sketch(*workload::make_sketch(small, sample), counts_of(s)).run(), jobs);
    for (double Load::*const of : all_of_load) {
      loads.mean.*of += load.*of / static_cast<double>(count);
      loads.most.*of = std::max(loads.most.*of, load.*of);
    }
  }
  return loads;
}

}  // namespace

Load load_of(Problem const& problem) {
  return Sketch(problem, List<double>(std::size_t(problem.servers), 1)).run();
}

std::vector<PointLoad> loads_of(std::vector<scenario::Point> const& points) {
  double const share = std::max(most_effort / static_cast<double>(points.size()), least_of_point);
  auto const apart =
      static_cast<std::size_t>(std::ceil(least_of_point * double(points.size()) / most_effort));
  std::vector<PointLoad> loads;
  for (std::size_t i = 0; i < points.size(); ++i)
    loads.push_back(i % apart == 0 ? load_of(points[i].scenario, share) : loads.back());
  return loads;
}

}  // namespace fairslot::forecast
