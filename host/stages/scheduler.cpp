#include "host/stages/scheduler.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "host/stages/kinds.hpp"

namespace fairslot::stages {
namespace {

Order order_of(SchedulerName name, Settings const& settings) {
  switch (name) {
    case SchedulerName::fifo:
      return Order::fifo;
    case SchedulerName::capacity:
      return Order::capacity;
    case SchedulerName::fair:
      return Order::fair;
    case SchedulerName::drf:
      return Order::drf;
    case SchedulerName::fgm:
      break;
  }
  return settings.order;
}

}  // namespace

Scheduler::Scheduler(Instance const& instance, SchedulerName name, Settings const& settings,
                     std::vector<Server>& servers, Decisions& decisions, Listener listener)
    : instance_(instance),
      name_(name),
      settings_(settings),
      servers_(servers),
      decisions_(decisions),
      listener_(std::move(listener)),
      kinds_(kinds_of(instance, is_fgm() && settings.known)),
      order_(instance, order_of(name, settings), settings.queues),
      pending_(instance, kinds_.of),
      learners_(static_cast<std::size_t>(instance.families)),
      exact_(kinds_.kinds.size()),
      views_(servers.size()),
      avoided_(servers.size()),
      rooms_(servers.size()),
      by_request_(servers.size()),
      waits_since_(instance.jobs.size(), not_yet),
      tried_(instance.jobs.size()) {
  if (is_fgm() && settings.known) know_all();
  make_shapes();
  for (Server const& server : servers) unreserved_.push_back(server.capacity());
  for (std::size_t s = 0; s < servers.size() && !is_fgm(); ++s) set_room_by_request(s);
}

/// More cores than any server has are known as all of the largest: there it runs, squeezed.
void Scheduler::know_all() {
  Amount most_cores = 0;
  for (Amounts const& worker : instance_.workers) most_cores = std::max(most_cores, worker[cpu]);
  for (std::size_t k = 0; k < exact_.size(); ++k) {
    if (kinds_.kinds[k].service) continue;
    Task const& task = instance_.tasks[static_cast<std::size_t>(kinds_.example[k])];
    Stage const* const stages = instance_.stages_of(task);
    std::vector<Stage> known(stages, stages + task.stages);
    for (Stage& stage : known) stage.need[cpu] = std::min(stage.need[cpu], most_cores);
    exact_[k] = std::make_shared<Prediction const>(exact_prediction(known));
  }
}

Kind const& Scheduler::kind_of(std::int32_t task) const {
  return kinds_.kinds[static_cast<std::size_t>(pending_.kind_of(task))];
}

Scheduler::Predicted Scheduler::prediction_of(std::int32_t kind) const {
  auto const k = static_cast<std::size_t>(kind);
  if (!is_fgm() || kinds_.kinds[k].service) return nullptr;
  if (settings_.known) return exact_[k];
  return learners_[static_cast<std::size_t>(kinds_.kinds[k].family)].prediction();
}

/// Kinds without a prediction match by their request alone.
void Scheduler::make_shapes() {
  std::map<Amounts, std::int32_t> by_request;
  std::map<void const*, std::int32_t> by_prediction;
  std::int32_t count = 0;
  auto const shape_in = [&count](auto& shapes, auto const& key) {
    auto const [at, fresh] = shapes.emplace(key, count);
    count += fresh;
    return at->second;
  };
  shape_of_.clear();
  first_need_.clear();
  for (std::size_t k = 0; k < kinds_.kinds.size(); ++k) {
    Predicted const view = prediction_of(static_cast<std::int32_t>(k));
    shape_of_.push_back(view ? shape_in(by_prediction, view.get())
                             : shape_in(by_request, kinds_.kinds[k].request));
    if (std::ssize(first_need_) < count)
      first_need_.push_back(view ? view->stages.front().need : kinds_.kinds[k].request);
  }
  failed_at_.assign(static_cast<std::size_t>(count), 0);
  fitted_at_.assign(static_cast<std::size_t>(count), 0);
  rests_.reset(servers_.size(), static_cast<std::size_t>(count));
  take_in_shapes();
}

/// Who waits is in the order by shape.
void Scheduler::take_in_shapes() {
  order_.set_shapes(first_need_);
  for (std::size_t j = 0; j < instance_.jobs.size(); ++j) {
    auto const job = static_cast<std::int32_t>(j);
    for (Pending::Alike const& alike : pending_.of(job))
      if (alike.count > 0) order_.add_waiting(job, shape_of(pending_.first(alike)), alike.count);
  }
}

void Scheduler::ready(std::int32_t task) {
  pending_.add(task);
  std::int32_t const shape = shape_of(task);
  if (order_.add_waiting(instance_.tasks[static_cast<std::size_t>(task)].job, shape, 1))
    rests_.begins_to_wait(static_cast<std::size_t>(shape));
}

void Scheduler::set_room_by_request(std::size_t server) {
  Amounts const& free = unreserved_[server];
  by_request_.set(server, {free[cpu], free[memory]});
}

void Scheduler::forget_future(std::size_t server) {
  if (!is_fgm()) return set_room_by_request(server);
  views_[server].stale = true;
  rooms_[server].until = -for_ever;
}

void Scheduler::changed(std::size_t server) {
  forget_future(server);
  rests_.forget(server);
  changed_.push_back(server);
}

void Scheduler::background_changed(std::size_t server) {
  avoided_[server].clear();
  changed(server);
}

void Scheduler::set_reserved(std::size_t server, Running& one, Amounts const& amounts) {
  if (one.reserved == amounts) return;
  Amounts const more = difference(amounts, one.reserved);
  order_.reserve(one.job, more);
  subtract(unreserved_[server], more);
  one.reserved = amounts;
}

/// Where everything is known a task's stage is; else nothing that is believed changes.
void Scheduler::stages_ended(std::size_t server) {
  if (!is_fgm() || !settings_.known) {
    changed_.push_back(server);
    return;
  }
  Server& own = servers_[server];
  for (std::size_t i = 0; i < own.running().size(); ++i)
    if (Running& one = own.running()[i]; one.view)
      set_reserved(server, one, (one.view->stages.end() - 1 - own.in_stages()[i].later)->need);
  changed(server);
}

std::optional<PredictionError> Scheduler::ended(std::size_t server, Running const& one) {
  order_.release(one.job, one.reserved);
  add(unreserved_[server], one.reserved);
  avoided_[server].clear();
  changed(server);
  if (!is_fgm() || settings_.known) return std::nullopt;
  Kind const& kind = kind_of(one.task);
  if (kind.service) return std::nullopt;
  Learner& learner = learners_[static_cast<std::size_t>(kind.family)];
  auto seen = servers_[server].observed(one, settings_.points);
  auto const error = learner.error(seen);
  learner.add(std::move(seen), settings_);
  return error;
}

void Scheduler::killed(std::size_t server, Running const& one, bool again) {
  order_.release(one.job, one.reserved);
  add(unreserved_[server], one.reserved);
  if (again) ready(one.task);
  changed(server);
}

/// Other servers may have room for it. Where it ran alone it was the reason for all that were
/// killed before it: nothing stands in their way any more, and no task will end there to say so.
void Scheduler::avoid(std::size_t server, std::int32_t task) {
  if (servers_[server].running().empty()) avoided_[server].clear();
  avoided_[server].push_back(pending_.kind_of(task));
  all_changed();
}

/// Its stage is that in which it was seen.
void Scheduler::place_in_view(std::size_t server, Running& one) {
  if (!one.view) return;
  one.position = one.view->position(one.progress);
  double upto = 0;
  std::size_t s = 0;
  while (s + 1 < one.view->stages.size() && (upto += one.view->stages[s].seconds) <= one.position)
    ++s;
  set_reserved(server, one, one.view->stages[s].need);
}

void Scheduler::sample(double time) {
  if (!is_fgm()) return;
  for (std::size_t s = 0; s < servers_.size(); ++s) {
    Future const future = future_of(s, time);
    View& view = views_[s];
    Amounts const predicted = difference(future.base, future.pieces.front().free);
    view.monitor.sample(servers_[s], predicted, settings_);
    if (!settings_.known)
      for (Running& one : servers_[s].running()) {
        one.progress = servers_[s].progress_of(one), one.seen = time;
        place_in_view(s, one);
      }
    changed(s);
  }
}

std::vector<std::size_t> Scheduler::update(double time) {
  std::vector<std::size_t> degraded;
  all_changed();
  if (!is_fgm()) return degraded;
  bool news = false;
  for (Learner& learner : learners_) news |= learner.update(settings_);
  if (news) make_shapes();
  for (std::size_t s = 0; s < servers_.size(); ++s) {
    if (news)
      for (Running& one : servers_[s].running()) {
        one.view = prediction_of(pending_.kind_of(one.task));
        place_in_view(s, one);
      }
    forget_future(s);
    rests_.forget(s);
    Monitor& monitor = views_[s].monitor;
    monitor.policy = policy_for(monitor.mean_conformity(), settings_);
    bool const slow = std::ranges::any_of(servers_[s].running(), [&](Running const& one) {
      return one.view && time - one.started > settings_.degradation * one.view->seconds;
    });
    if (monitor.policy == Policy::stopped && slow) degraded.push_back(s);
  }
  return degraded;
}

void Scheduler::wake(double time) {
  while (next_wake() == time) wakes_.erase(wakes_.begin());
  all_changed();
}

Amounts Scheduler::reserved(std::size_t server) const {
  return difference(servers_[server].capacity(), unreserved_[server]);
}

Future Scheduler::future_of(std::size_t server, double time) {
  View& view = views_[server];
  if (view.stale)
    view.availability.build(servers_[server], view.monitor.background(servers_[server]));
  view.stale = false;
  double const now = own_time(server, time);
  auto const& pieces = view.availability.pieces();
  return {std::span(pieces).subspan(view.availability.at(now)), now, servers_[server].capacity(),
          view.availability.base()};
}

}  // namespace fairslot::stages
