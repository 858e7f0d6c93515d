#include "host/stages/simulation.hpp"

#include <algorithm>
#include <chrono>

#include "host/stages/fairness.hpp"
#include "host/stages/tree_of_eights.hpp"

namespace fairslot::stages {
namespace {

class Simulation {
 public:
  Simulation(Instance const& instance, Terms const& terms, Spectator const& spectator,
             MakeScheduler const& make)
      : instance_(instance),
        settings_(terms.settings),
        spectator_(spectator),
        by_worker_(terms.by_worker),
        background_(instance, terms.background),
        servers_(servers_of(instance, terms.settings.penalty)),
        scheduler_(make(instance, terms.scheduler, settings_, servers_, outcome_.decisions,
                        spectator.match)),
        ends_(instance.workers.size()),
        left_in_group_(instance.groups.size()),
        left_in_job_(instance.jobs.size()) {
    outcome_.tasks.resize(instance.tasks.size());
    outcome_.jobs.resize(instance.jobs.size());
    count_tasks();
  }

  Outcome run() && {
    auto const begin = std::chrono::steady_clock::now();
    while (left_ > 0 && !outcome_.stopped) {
      time_ = next_time();
      step();
      outcome_.stopped = spectator_.stop();
    }
    for (Server const& server : servers_)
      outcome_.decisions.squeezed_work += server.squeezed_work(),
          outcome_.decisions.work += server.work();
    for (std::int32_t f = 0; f < instance_.families; ++f)
      outcome_.predictions.push_back(scheduler_->prediction_of_family(static_cast<std::size_t>(f)));
    outcome_.decisions.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return std::move(outcome_);
  }

 private:
  static std::vector<Server> servers_of(Instance const& instance, double penalty) {
    std::vector<Server> servers;
    for (Amounts const& capacity : instance.workers)
      servers.emplace_back(instance, capacity, penalty);
    return servers;
  }

  Task const& task(std::int32_t t) const { return instance_.tasks[static_cast<std::size_t>(t)]; }
  TaskOutcome& of_task(std::int32_t t) { return outcome_.tasks[static_cast<std::size_t>(t)]; }
  double sample_time() const { return static_cast<double>(samples_) * settings_.sample; }
  double update_time() const { return static_cast<double>(updates_) * settings_.update; }
  double arrival_time() const {
    return arrived_ < instance_.jobs.size() ? instance_.jobs[arrived_].submit : for_ever;
  }
  bool is_held_by_any(std::int32_t t) const;
  bool waits_for_never(std::int32_t t);
  void count_tasks();
  void let_go(std::int32_t t);
  void let_go_who_waits_for_never();

  double next_time();
  void skip_idle_ticks();
  void step();
  void expect(std::size_t server);
  void end_stages();
  void end_task(std::size_t server, Running const&);
  void change_background();
  void arrive();
  void make_ready(Group const&);
  void sample();
  void update();
  void pass();
  void kill_last(std::size_t server, std::int64_t& count);
  void kill_overrun(std::size_t server);
  bool may_change() const;
  void give_up_where_nothing_can_start();

  Instance const& instance_;
  Settings const& settings_;
  Spectator const& spectator_;
  bool by_worker_;
  Background background_;
  Outcome outcome_;
  std::vector<Server> servers_;
  std::unique_ptr<Scheduler> scheduler_;
  TreeOfEights<End> ends_;  ///< [servers] the next of a stage
  std::vector<std::int64_t> left_in_group_, left_in_job_;
  std::vector<std::size_t> due_;  ///< servers whose stages end now
  double time_ = 0, last_progress_ = 0;
  double last_change_ = 0;                  ///< by anything but samples and updates
  double last_deadline_ = -for_ever;        ///< that is not for ever
  std::int64_t samples_ = 1, updates_ = 1;  ///< the next ones
  std::size_t arrived_ = 0;
  std::int64_t left_ = 0, running_ = 0;  ///< tasks but services
};

/// A worker that could hold the request, and all that the task needs of what cannot be squeezed.
bool Simulation::is_held_by_any(std::int32_t t) const {
  Amounts most = {};
  for (std::uint32_t s = 0; s < task(t).stages; ++s)
    raise(most, instance_.stages_of(task(t))[s].need);
  return std::ranges::any_of(instance_.workers, [&](Amounts const& worker) {
    return !any_less(worker, instance_.kind_of(t).request) && !any_less(worker, most, memory);
  });
}

bool Simulation::waits_for_never(std::int32_t t) {
  auto const group_of = [this](std::int32_t g) -> Group const& {
    return instance_.groups[static_cast<std::size_t>(g)];
  };
  for (std::int32_t g = group_of(task(t).group).after; g >= 0; g = group_of(g).after)
    for (std::int32_t other = group_of(g).first; other < group_of(g).last; ++other)
      if (of_task(other).never) return true;
  return false;
}

void Simulation::count_tasks() {
  for (std::int32_t t = 0; t < instance_.task_count(); ++t) {
    ++left_in_group_[static_cast<std::size_t>(task(t).group)];
    ++left_in_job_[static_cast<std::size_t>(task(t).job)];
    if (instance_.kind_of(t).service) continue;
    if (task(t).deadline < for_ever) last_deadline_ = std::max(last_deadline_, task(t).deadline);
    if (is_held_by_any(t))
      ++left_;
    else
      of_task(t).never = true;
  }
  let_go_who_waits_for_never();
}

void Simulation::let_go_who_waits_for_never() {
  for (std::int32_t t = 0; t < instance_.task_count(); ++t)
    if (!of_task(t).never && !instance_.kind_of(t).service && waits_for_never(t)) let_go(t);
}

void Simulation::let_go(std::int32_t t) {
  of_task(t).never = true;
  --left_;
}

double Simulation::next_time() {
  return std::min({ends_.all().time, arrival_time(), background_.next(), scheduler_->next_wake(),
                   sample_time(), update_time()});
}

void Simulation::step() {
  end_stages();
  change_background();
  arrive();
  if (time_ == sample_time()) sample();
  if (time_ == update_time()) update();
  pass();
  if (spectator_.event) spectator_.event(time_, servers_);
}

void Simulation::expect(std::size_t server) {
  double const next = servers_[server].next_end().value_or(for_ever);
  if (next != ends_.of(server).time) ends_.set(server, {next});
}

void Simulation::end_stages() {
  auto const is_due = [this](End const& end) { return end.time <= time_; };
  if (!is_due(ends_.all())) return;
  due_.clear();  // all first: what the next ones read is asked for while one is at work
  for (std::size_t server = 0; (server = ends_.next(server, is_due)) < servers_.size(); ++server)
    due_.push_back(server);
  for (std::size_t d = 0; d < due_.size(); ++d) {
    std::size_t const server = due_[d];
    if (d + 2 < due_.size()) servers_[due_[d + 2]].fetch();
    if (d + 1 < due_.size()) servers_[due_[d + 1]].fetch_stages();
    servers_[server].end_stages(time_, [&](Running const& one) { end_task(server, one); });
    scheduler_->stages_ended(server);
    kill_overrun(server);
    expect(server);
    last_progress_ = last_change_ = time_;
  }
}

void Simulation::end_task(std::size_t server, Running const& one) {
  of_task(one.task).end = time_;
  of_task(one.task).error = scheduler_->ended(server, one);
  --left_, --running_;
  auto const group = static_cast<std::size_t>(task(one.task).group);
  auto const job = static_cast<std::size_t>(task(one.task).job);
  if (--left_in_job_[job] == 0) outcome_.jobs[job].finish = time_;
  if (--left_in_group_[group] > 0) return;
  for (std::int32_t g = instance_.jobs[job].first_group; g < instance_.jobs[job].last_group; ++g) {
    Group const& other = instance_.groups[static_cast<std::size_t>(g)];
    if (other.after == static_cast<std::int32_t>(group)) make_ready(other);
  }
}

void Simulation::change_background() {
  while (background_.next() == time_) {
    BackgroundChange const change = background_.pop();
    auto const server = static_cast<std::size_t>(change.worker);
    servers_[server].go_to(time_);
    servers_[server].set_background(change.load);
    scheduler_->background_changed(server);
    kill_overrun(server);
    expect(server);
    last_change_ = time_;
  }
}

void Simulation::arrive() {
  for (; arrival_time() == time_; ++arrived_) {
    Job const& job = instance_.jobs[arrived_];
    for (std::int32_t g = job.first_group; g < job.last_group; ++g)
      if (Group const& group = instance_.groups[static_cast<std::size_t>(g)]; group.after < 0)
        make_ready(group);
    last_progress_ = last_change_ = time_;
  }
  if (scheduler_->next_wake() != time_) return;
  scheduler_->wake(time_);
  last_change_ = time_;
}

void Simulation::make_ready(Group const& group) {
  for (std::int32_t t = group.first; t < group.last; ++t) {
    of_task(t).ready = time_;
    if (!of_task(t).never) scheduler_->ready(t);
  }
  scheduler_->all_changed();
}

void Simulation::sample() {
  for (Server& server : servers_) server.go_to(time_);
  outcome_.samples.push_back(
      sampled(time_, arrived_, instance_, servers_, *scheduler_, left_in_job_));
  if (by_worker_)
    for (std::size_t s = 0; s < servers_.size(); ++s)
      outcome_.workers.push_back(sampled_worker(time_, s, servers_[s], scheduler_->policy(s)));
  scheduler_->sample(time_);
  ++samples_;
  give_up_where_nothing_can_start();
  skip_idle_ticks();
}

void Simulation::update() {
  for (std::size_t const server : scheduler_->update(time_)) {
    servers_[server].go_to(time_);
    while (servers_[server].is_squeezed() && !servers_[server].running().empty())
      kill_last(server, outcome_.decisions.recycled);
    expect(server);
  }
  ++updates_;
}

/// Whoever overruns a server at once is killed at once, and waits for the next change.
void Simulation::pass() {
  if (!scheduler_->has_changes()) return;
  std::vector<std::size_t> touched;
  scheduler_->pass(time_, [&](std::size_t server, std::int32_t t) {
    TaskOutcome& own = of_task(t);
    own.server = static_cast<std::int32_t>(server), own.start = time_;
    JobOutcome& job = outcome_.jobs[static_cast<std::size_t>(task(t).job)];
    if (job.first_match == not_yet)
      job.first_match = time_, job.matches_before = scheduler_->tried(task(t).job);
    running_ += !instance_.kind_of(t).service;
    last_change_ = time_;
    if (touched.empty() || touched.back() != server) touched.push_back(server);
  });
  for (std::size_t const server : touched) {
    kill_overrun(server);
    expect(server);
  }
}

/// A task that is killed again and again does not start for ever.
void Simulation::kill_last(std::size_t server, std::int64_t& count) {
  Running const one = servers_[server].remove(servers_[server].running().size() - 1);
  bool const is_service = instance_.kind_of(one.task).service;
  bool const again = ++of_task(one.task).killed < settings_.attempts;
  ++count;
  running_ -= !is_service;
  last_change_ = time_;
  scheduler_->killed(server, one, again);
  if (again || is_service) return;
  let_go(one.task);
  let_go_who_waits_for_never();
}

void Simulation::kill_overrun(std::size_t server) {
  while (servers_[server].is_overrun()) {
    std::int32_t const last = servers_[server].running().back().task;
    kill_last(server, outcome_.decisions.oom);
    scheduler_->avoid(server, last);
  }
}

/// Between jobs nothing but samples would happen: only those are taken that a later one can tell.
void Simulation::skip_idle_ticks() {
  double const arrival = arrival_time();
  if (running_ > 0 || scheduler_->pending() > 0 || arrival == for_ever) return;
  double const from = arrival - 2 * memory_of_samples(settings_);
  if (from <= time_) return;
  samples_ = std::max(samples_, static_cast<std::int64_t>(from / settings_.sample));
  updates_ = std::max(updates_, static_cast<std::int64_t>(from / settings_.update));
}

/// Something other than samples and updates comes, or they may still tell of what has been. A
/// deadline that is lost lets its task start.
bool Simulation::may_change() const {
  if (std::min({ends_.all().time, background_.next(), scheduler_->next_wake()}) < for_ever)
    return true;
  return time_ - std::max(last_change_, last_deadline_) <= 2 * memory_of_samples(settings_);
}

/// Nothing runs, nothing comes, and what waits has found no room for long, or never will.
void Simulation::give_up_where_nothing_can_start() {
  if (running_ > 0 || arrival_time() < for_ever) return;
  if (time_ - last_progress_ <= settings_.patience && may_change()) return;
  for (std::int32_t t = 0; t < instance_.task_count(); ++t)
    if (!of_task(t).never && of_task(t).end == not_yet && !instance_.kind_of(t).service) let_go(t);
}

}  // namespace

Outcome simulate(Instance const& instance, Terms const& terms, Spectator const& spectator) {
  return simulate(instance, terms, spectator, [](auto&&... all) {
    return std::make_unique<Scheduler>(std::forward<decltype(all)>(all)...);
  });
}

Outcome simulate(Instance const& instance, Terms const& terms, Spectator const& spectator,
                 MakeScheduler const& make) {
  return Simulation(instance, terms, spectator, make).run();
}

}  // namespace fairslot::stages
