#include "tests/oracle/stages/twin.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <map>
#include <set>

#include "host/stages/formulas.hpp"

namespace fairslot::stages::twin {
namespace {

using Need = Amounts;

/// What is believed of a task.
struct Belief {
  std::vector<Stage> stages;
  std::vector<double> grid;  ///< seconds of each point; empty: the truth
};

struct Grid {
  std::vector<std::array<double, most_resources>> need;
  std::vector<double> seconds;
};

struct TaskState {
  enum { asleep, ready, running, done } state = asleep;
  double seen = 0, progress = 0;  ///< when it was looked at last
  double stretch = 1;
};

struct ServerState {
  std::vector<int> running;
  Need background = {};
  std::deque<std::array<Need, 4>> samples;  ///< used, predicted, idle, background
  std::deque<double> conformity;
  Policy policy = Policy::squeezing;
  std::vector<int> avoided;  ///< tasks killed for memory, until one ends here, is killed alone or
                             ///< background changes
  bool changed = true;
};

class Twin {
 public:
  Twin(Instance const& in, Terms const& terms)
      : in_(in),
        terms_(terms),
        s_(terms.settings),
        fgm_(terms.scheduler == SchedulerName::fgm),
        out_(in.tasks.size()),
        tasks_(in.tasks.size()),
        servers_(in.workers.size()),
        since_(in.jobs.size(), -1) {
    for (int t = 0; t < count(); ++t) out_[u(t)].never = never(t);
  }

  std::vector<TaskOutcome> run(double step) {
    for (std::int64_t k = 0; left() && k < 4'000'000; ++k) {
      now_ = static_cast<double>(k) * step;
      event_ = false;
      ends();
      background();
      arrivals();
      waits();
      if (is_tick(s_.sample)) sample();
      if (is_tick(s_.update)) update();
      if (event_) pass();
    }
    return out_;
  }

 private:
  static std::size_t u(std::int64_t i) { return static_cast<std::size_t>(i); }
  int count() const { return in_.task_count(); }
  Task const& task(int t) const { return in_.tasks[u(t)]; }
  Kind const& kind(int t) const { return in_.kind_of(t); }
  bool is_tick(double period) const { return now_ > 0 && std::fmod(now_, period) == 0; }

  bool fits_some_worker(int t) const {
    Need most = {};
    for (std::uint32_t i = 0; i < task(t).stages; ++i) raise(most, in_.stages_of(task(t))[i].need);
    for (Need const& worker : in_.workers)
      if (!any_less(worker, kind(t).request) && !any_less(worker, most, memory)) return true;
    return false;
  }
  bool never(int t) const {
    if (kind(t).service) return false;
    if (!fits_some_worker(t)) return true;
    for (int g = in_.groups[u(task(t).group)].after; g >= 0; g = in_.groups[u(g)].after)
      for (int o = in_.groups[u(g)].first; o < in_.groups[u(g)].last; ++o)
        if (!fits_some_worker(o)) return true;
    return false;
  }
  bool left() const {
    for (int t = 0; t < count(); ++t)
      if (!kind(t).service && !out_[u(t)].never && out_[u(t)].end < 0) return true;
    return false;
  }

  // The truth of a task that runs.
  double seconds(int t, std::uint32_t i) const {
    return in_.stages_of(task(t))[i].seconds * (i == 0 ? tasks_[u(t)].stretch : 1.0);
  }
  double work(int t) const {
    double all = 0;
    for (std::uint32_t i = 0; i < task(t).stages; ++i) all += seconds(t, i);
    return all;
  }
  /// The stage in which it is; `task.stages` where it is over. True where one ends now.
  std::uint32_t stage_of(int t, bool* at_end = nullptr) const {
    double upto = out_[u(t)].start;
    std::uint32_t i = 0;
    for (; i < task(t).stages; ++i) {
      upto += seconds(t, i);
      if (at_end && upto == now_) *at_end = true;
      if (now_ < upto) break;
    }
    return i;
  }
  Need used(ServerState const& server) const {
    Need sum = {};
    for (int const t : server.running) {
      std::uint32_t const stage = stage_of(t);
      if (stage < task(t).stages) add(sum, in_.stages_of(task(t))[stage].need);
    }
    return sum;
  }

  void ends() {
    for (std::size_t s = 0; s < servers_.size(); ++s) {
      ServerState& server = servers_[s];
      bool touched = false;
      for (std::size_t i = 0; i < server.running.size();) {
        int const t = server.running[i];
        bool own = false;
        std::uint32_t const stage = stage_of(t, &own);
        touched |= own;
        if (stage < task(t).stages) {
          ++i;
          continue;
        }
        server.running.erase(server.running.begin() + static_cast<std::ptrdiff_t>(i));
        server.avoided.clear();
        end(t);
      }
      if (!touched) continue;
      server.changed = event_ = true;
      progress_ = now_;
      kill_overrun(s);
    }
  }
  void end(int t) {
    out_[u(t)].end = now_;
    tasks_[u(t)].state = TaskState::done;
    if (fgm_ && !s_.known && !kind(t).service) learn(t);
    int const g = task(t).group;
    for (int o = in_.groups[u(g)].first; o < in_.groups[u(g)].last; ++o)
      if (out_[u(o)].end < 0) return;
    Job const& job = in_.jobs[u(task(t).job)];
    for (int other = job.first_group; other < job.last_group; ++other)
      if (in_.groups[u(other)].after == g) make_ready(in_.groups[u(other)]);
  }
  void make_ready(Group const& group) {
    for (int t = group.first; t < group.last; ++t) {
      out_[u(t)].ready = now_;
      if (!out_[u(t)].never) tasks_[u(t)].state = TaskState::ready;
    }
    all_changed();
  }
  void all_changed() {
    for (ServerState& server : servers_) server.changed = true;
    event_ = true;
  }
  void give_up_on(int t) {
    tasks_[u(t)].state = TaskState::done;
    if (kind(t).service) return;
    out_[u(t)].never = true;
    for (int other = 0; other < count(); ++other)
      for (int g = in_.groups[u(task(other).group)].after; g >= 0; g = in_.groups[u(g)].after)
        if (g == task(t).group && !kind(other).service) out_[u(other)].never = true;
  }
  void kill_overrun(std::size_t s) {
    ServerState& server = servers_[s];
    for (;;) {
      Need all = used(server);
      add(all, server.background);
      if (server.running.empty() || !any_less(in_.workers[s], all, memory)) return;
      int const t = server.running.back();
      server.running.pop_back();
      tasks_[u(t)].state = TaskState::ready;
      tasks_[u(t)].stretch = 1;  // it may find its input where it starts next
      if (++out_[u(t)].killed >= s_.attempts) give_up_on(t);
      if (server.running.empty()) server.avoided.clear();  // it was the reason for the others
      server.avoided.push_back(t);
      all_changed();
    }
  }
  void background() {
    for (BackgroundChange const& change : in_.background) {
      if (change.time != now_) continue;
      ServerState& server = servers_[u(change.worker)];
      server.background = change.load;
      server.avoided.clear();
      server.changed = event_ = true;
      kill_overrun(u(change.worker));
    }
  }
  void arrivals() {
    for (Job const& job : in_.jobs) {
      if (job.submit != now_) continue;
      event_ = true;
      progress_ = now_;
      for (int g = job.first_group; g < job.last_group; ++g)
        if (in_.groups[u(g)].after < 0) make_ready(in_.groups[u(g)]);
    }
  }
  void waits() {
    for (double const since : since_)
      if (since >= 0 && since + s_.wait == now_) all_changed();
  }

  // What is learnt.
  void learn(int t) {
    auto const points = u(s_.points);
    Grid seen{std::vector<std::array<double, most_resources>>(points), std::vector<double>(points)};
    double const all = work(t), part = all / static_cast<double>(s_.points);
    for (std::size_t p = 0; p < points; ++p) {
      double const from = part * static_cast<double>(p), to = from + part;
      double begin = 0, cores = 0;
      for (std::uint32_t i = 0; i < task(t).stages; begin += seconds(t, i), ++i) {
        double const end = begin + seconds(t, i);
        double const overlap = std::min(end, to) - std::max(begin, from);
        if (overlap <= 0) continue;
        Need const& need = in_.stages_of(task(t))[i].need;
        cores += to_number(need[cpu]) * overlap;
        for (std::size_t r = memory; r < most_resources; ++r)
          seen.need[p][r] = std::max(seen.need[p][r], to_number(need[r]));
      }
      seen.need[p][cpu] = cores / part;
      seen.seconds[p] = part;
    }
    taught_[kind(t).family].push_back(std::move(seen));
  }
  /// (8), from the beginning.
  Grid known(std::vector<Grid> const& all) const {
    Grid grid = all.front();
    double const g = weight_of_known(0, s_.compression_factor, s_.sample / s_.window);
    for (std::size_t n = 1; n < all.size(); ++n) {
      bool const first = std::ssize(all) > 0 && static_cast<std::int64_t>(n) < s_.min_similar;
      auto const mix = [&](double& a, double b) {
        a = first ? a + (b - a) / static_cast<double>(n + 1) : inferred(a, b, g);
      };
      for (std::size_t p = 0; p < grid.seconds.size(); ++p) {
        for (std::size_t r = 0; r < most_resources; ++r) mix(grid.need[p][r], all[n].need[p][r]);
        mix(grid.seconds[p], all[n].seconds[p]);
      }
    }
    return grid;
  }
  /// Figure 5, looking back over each open stage.
  std::vector<Stage> stages_of(Grid const& grid) const {
    std::vector<Stage> stages;
    std::size_t from = 0;
    auto const most = [&](std::size_t to, bool least) {
      Need result = {};
      for (std::size_t p = from; p <= to; ++p)
        for (std::size_t r = 0; r < most_resources; ++r) {
          Amount const own = amount_of(grid.need[p][r]);
          result[r] = p == from ? own : least ? std::min(result[r], own) : std::max(result[r], own);
        }
      return result;
    };
    auto const emit = [&](std::size_t to) {
      Stage stage{most(to, false), 0};
      for (std::size_t p = from; p <= to; ++p) stage.seconds += grid.seconds[p];
      stages.push_back(stage);
    };
    for (std::size_t p = 0; p < grid.seconds.size(); ++p) {
      Need const range = difference(most(p, false), most(p, true));
      bool wide = range[cpu] >= amount_of(s_.cpu_range);
      for (std::size_t r = memory; r < most_resources; ++r)
        wide |= range[r] >= amount_of(s_.memory_range);
      if (p > from && wide && static_cast<std::int64_t>(p - from) >= s_.shortest_stage) {
        emit(p - 1);
        from = p;
      }
    }
    emit(grid.seconds.size() - 1);
    return stages;
  }

  Belief const* belief(int t) {
    if (!fgm_ || kind(t).service) return nullptr;
    if (!s_.known) {
      auto const at = beliefs_.find(kind(t).family);
      return at == beliefs_.end() ? nullptr : &at->second;
    }
    bool const apart = tasks_[u(t)].stretch != 1;
    Belief& own = truths_[{t, apart}];
    if (own.stages.empty()) {
      own.stages.assign(in_.stages_of(task(t)), in_.stages_of(task(t)) + task(t).stages);
      own.stages.front().seconds *= tasks_[u(t)].stretch;
    }
    return &own;
  }
  double length(Belief const& view) const {
    double all = 0;
    for (Stage const& stage : view.stages) all += stage.seconds;
    return all;
  }
  /// Seconds of the belief at which the task was seen.
  double position(int t, Belief const& view) const {
    if (view.grid.empty()) return 0;
    double const at = tasks_[u(t)].progress * static_cast<double>(view.grid.size());
    std::size_t const point = std::min(static_cast<std::size_t>(at), view.grid.size() - 1);
    double upto = 0;
    for (std::size_t p = 0; p < point; ++p) upto += view.grid[p];
    return upto + (at - static_cast<double>(point)) * ((upto + view.grid[point]) - upto);
  }
  double seen(int t) const { return s_.known ? out_[u(t)].start : tasks_[u(t)].seen; }

  /// What a running task is believed to need at a time, and when that changes.
  Need believed(int t, double time, std::set<double>* changes = nullptr) {
    Belief const* const view = belief(t);
    if (!view) return kind(t).request;
    double const at = position(t, *view);
    double upto = 0, end = 0;
    Need result = {};
    bool found = false, first = true;
    for (std::size_t i = 0; i < view->stages.size(); ++i) {
      bool const last = i + 1 == view->stages.size();
      upto += view->stages[i].seconds;
      if (upto <= at && !last) continue;
      end = first ? seen(t) + (upto - at) : end + view->stages[i].seconds;
      first = false;
      if (changes) changes->insert(end);
      if (!found && time < end) result = view->stages[i].need, found = true;
    }
    return result;
  }
  /// What counts for the order: the stage at the last look, or the request.
  Need reserved(int t) {
    Belief const* const view = belief(t);
    if (!view) return kind(t).request;
    if (s_.known) return view->stages[std::min(stage_of(t), task(t).stages - 1)].need;
    double const at = position(t, *view);
    double upto = 0;
    for (std::size_t i = 0; i + 1 < view->stages.size(); ++i)
      if (at < (upto += view->stages[i].seconds)) return view->stages[i].need;
    return view->stages.back().need;
  }

  Need measured(std::size_t s) const {
    ServerState const& server = servers_[s];
    if (server.samples.empty()) return server.background;
    Need sum = {};
    for (auto const& sample : server.samples) add(sum, sample[3]);
    for (Amount& r : sum) r /= std::ssize(server.samples);
    return sum;
  }
  Need free(std::size_t s, double time, std::set<double>* changes = nullptr) {
    Need result = difference(in_.workers[s], measured(s));
    for (int const t : servers_[s].running) subtract(result, believed(t, time, changes));
    return result;
  }

  void sample() {
    event_ = true;
    for (std::size_t s = 0; s < servers_.size() && fgm_; ++s) {
      ServerState& server = servers_[s];
      Need const own = used(server);
      Need predicted = {}, idle = {};
      for (int const t : server.running) add(predicted, believed(t, now_));
      for (std::size_t r = 0; r < most_resources; ++r)
        idle[r] = std::max<Amount>(0, in_.workers[s][r] - own[r] - server.background[r]);
      server.samples.push_back({own, predicted, idle, server.background});
      if (static_cast<double>(server.samples.size()) * s_.sample > s_.window)
        server.samples.pop_front();
      server.conformity.push_back(conformity_of(s));
      if (std::ssize(server.conformity) > s_.conformity_windows) server.conformity.pop_front();
      for (int const t : server.running) {
        tasks_[u(t)].seen = now_;
        tasks_[u(t)].progress = (now_ - out_[u(t)].start) / work(t);
      }
      server.changed = true;
    }
    give_up();
  }
  /// Nothing but services runs, nothing comes, and no stage has ended for long.
  void give_up() {
    for (int t = 0; t < count(); ++t)
      if (tasks_[u(t)].state == TaskState::running && !kind(t).service) return;
    for (Job const& job : in_.jobs)
      if (job.submit > now_) return;
    if (now_ - progress_ <= s_.patience) return;
    for (int t = 0; t < count(); ++t)
      if (!kind(t).service && out_[u(t)].end < 0) out_[u(t)].never = true;
  }
  double part(Amount amount, std::size_t s, std::size_t r) const {
    return static_cast<double>(amount) / static_cast<double>(in_.workers[s][r]);
  }
  double conformity_of(std::size_t s) const {
    double most = 0;
    for (std::size_t r = 0; r < most_resources; ++r) {
      if (in_.workers[s][r] == 0) continue;
      std::vector<UseSample> all;
      for (auto const& one : servers_[s].samples)
        all.push_back(
            {part(one[0][r], s, r), part(one[1][r], s, r), part(one[2][r], s, r), s_.sample});
      most = std::max(most, conformity(all, s_.idle_threshold));
    }
    return most;
  }
  void update() {
    all_changed();
    if (!fgm_) return;
    for (auto const& [family, all] : taught_)
      if (std::ssize(all) >= s_.min_similar) {
        Grid const grid = known(all);
        beliefs_[family] = {stages_of(grid), grid.seconds};
      }
    for (std::size_t s = 0; s < servers_.size(); ++s) {
      double sum = 0;
      for (double const one : servers_[s].conformity) sum += one;
      auto const n = static_cast<double>(servers_[s].conformity.size());
      servers_[s].policy = policy_for(n > 0 ? sum / n : 0.0, s_);
    }
  }

  // Algorithm 1.
  bool has_idle(std::size_t s) const {
    for (std::size_t r = 0; r < most_resources; ++r) {
      if (in_.workers[s][r] == 0) continue;
      std::vector<Lasting> all;
      for (auto const& one : servers_[s].samples) all.push_back({part(one[2][r], s, r), s_.sample});
      Amount const now = in_.workers[s][r] - used(servers_[s])[r] - servers_[s].background[r];
      double const idle = all.empty() ? part(std::max<Amount>(0, now), s, r) : mean_over_time(all);
      if (idle < s_.idle_threshold) return false;
    }
    return true;
  }
  /// Nothing that the scheduler knows tells them apart.
  bool are_alike(int a, int b) {
    if (!belief(a) || !belief(b))
      return !belief(a) && !belief(b) && kind(a).request == kind(b).request;
    if (!s_.known) return kind(a).family == kind(b).family;
    auto const truth = [this](int t) { return std::span(in_.stages_of(task(t)), task(t).stages); };
    return task(a).kind == task(b).kind && std::ranges::equal(truth(a), truth(b));
  }
  /// `stretch`: of its first stage, where that is known.
  bool matches(std::size_t s, int t, double stretch = 1) {
    for (int const other : servers_[s].avoided)
      if (are_alike(other, t)) return false;
    if (!fgm_) {
      Need left = in_.workers[s];
      for (int const other : servers_[s].running) subtract(left, kind(other).request);
      return !any_less(left, kind(t).request);
    }
    std::set<double> changes;
    free(s, now_, &changes);
    Belief const* const view = belief(t);
    std::vector<Stage> stages =
        view ? view->stages : std::vector<Stage>{{kind(t).request, for_ever}};
    if (view && s_.known) stages.front().seconds *= stretch;
    if (view && servers_[s].policy == Policy::coarse) {
      Need most = {};
      for (Stage const& stage : stages) raise(most, stage.need);
      stages = {{most, length({stages, {}})}};
    }
    double begin = now_;
    for (Stage const& stage : stages) {
      double const end = begin + stage.seconds;
      if (any_less(free(s, begin), stage.need)) return false;
      for (double const change : changes)
        if (begin < change && change < end && any_less(free(s, change), stage.need)) return false;
      begin = end;
    }
    return true;
  }
  bool is_local(std::size_t s, int t) const {
    return std::ranges::count(in_.replicas[u(t)], static_cast<int>(s)) > 0;
  }
  bool is_placed(int t) const { return s_.locality && !in_.replicas[u(t)].empty(); }

  double level(int j) {
    Order order = s_.order;
    if (terms_.scheduler == SchedulerName::fair) order = Order::fair;
    if (terms_.scheduler == SchedulerName::drf) order = Order::drf;
    if (terms_.scheduler == SchedulerName::fifo) order = Order::fifo;
    if (terms_.scheduler == SchedulerName::capacity) order = Order::capacity;
    Need sum = {}, total = {};
    for (Need const& worker : in_.workers) add(total, worker);
    for (int t = 0; t < count(); ++t) {
      bool const same = order == Order::capacity
                            ? in_.jobs[u(task(t).job)].queue == in_.jobs[u(j)].queue
                            : task(t).job == j;
      if (same && tasks_[u(t)].state == TaskState::running) add(sum, reserved(t));
    }
    auto const share = [&](std::size_t r) {
      return total[r] > 0 ? static_cast<double>(sum[r]) / static_cast<double>(total[r]) : 0.0;
    };
    switch (order) {
      case Order::fifo:
        return 0;
      case Order::capacity:
        return share(memory) / s_.queues[u(in_.jobs[u(j)].queue)];
      case Order::fair:
        return share(memory);
      case Order::drf:
        break;
    }
    double most = 0;
    for (std::size_t r = 0; r < most_resources; ++r) most = std::max(most, share(r));
    return most;
  }

  int next_for(std::size_t s) {
    std::vector<std::pair<double, int>> jobs;
    for (int j = 0; j < std::ssize(in_.jobs); ++j) jobs.emplace_back(level(j), j);
    std::ranges::sort(jobs);
    for (auto const& [own, j] : jobs) {
      std::map<std::int32_t, std::vector<int>> by_kind;
      std::vector<int> candidates;
      for (int t = 0; t < count(); ++t)
        if (task(t).job == j && tasks_[u(t)].state == TaskState::ready && matches(s, t))
          by_kind[task(t).kind].push_back(t);
      for (auto const& [kind, all] : by_kind) {
        int found = -1;
        for (int const t : all)
          if (found < 0 && (!is_placed(t) || is_local(s, t))) found = t;
        if (found < 0) {
          if (since_[u(j)] < 0) since_[u(j)] = now_;
          if (now_ >= since_[u(j)] + s_.wait && matches(s, all.front(), s_.remote))
            found = all.front();
        }
        if (found >= 0) candidates.push_back(found);
      }
      if (!candidates.empty()) return std::ranges::min(candidates);
    }
    return -1;
  }
  void start(std::size_t s, int t) {
    out_[u(t)].start = now_, out_[u(t)].server = static_cast<int>(s);
    TaskState& own = tasks_[u(t)];
    own = {};
    own.state = TaskState::running, own.seen = now_;
    if (is_placed(t)) {
      if (is_local(s, t) && since_[u(task(t).job)] >= 0) since_[u(task(t).job)] = now_;
      own.stretch = is_local(s, t) ? 1.0 : s_.remote;
    }
    servers_[s].running.push_back(t);
  }
  void pass() {
    std::vector<std::size_t> touched;
    for (std::size_t s = 0; s < servers_.size(); ++s) {
      ServerState& server = servers_[s];
      if (!server.changed) continue;
      server.changed = false;
      if (fgm_ && (server.policy == Policy::stopped || !has_idle(s))) continue;
      for (int t; (t = next_for(s)) >= 0; touched.push_back(s)) start(s, t);
    }
    for (std::size_t const s : touched) kill_overrun(s);
  }

  Instance const& in_;
  Terms const& terms_;
  Settings const& s_;
  bool fgm_, event_ = false;
  double now_ = 0, progress_ = 0;
  std::vector<TaskOutcome> out_;
  std::vector<TaskState> tasks_;
  std::vector<ServerState> servers_;
  std::vector<double> since_;
  std::map<std::int32_t, std::vector<Grid>> taught_;  // by family
  std::map<std::int32_t, Belief> beliefs_;            // by family, as of the last update
  std::map<std::pair<int, bool>, Belief> truths_;
};

}  // namespace

std::vector<TaskOutcome> simulate(Instance const& instance, Terms const& terms, double step) {
  return Twin(instance, terms).run(step);
}

}  // namespace fairslot::stages::twin
