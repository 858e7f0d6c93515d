// Algorithm 1: who starts on a server, with what is remembered so that nobody is asked in vain.
#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "host/stages/scheduler.hpp"
#include "kernels/macros.hpp"

namespace fairslot::stages {
namespace {

Prediction stretched(Prediction const& whole, double by) {
  std::vector<Stage> stages = whole.stages;
  stages.front().seconds *= by;
  return exact_prediction(stages);
}

}  // namespace

std::optional<Misfit> Scheduler::misfit_by_request(std::size_t server, std::int32_t task) const {
  return any_less(unreserved_[server], kind_of(task).request) ? std::optional(Misfit{})
                                                              : std::nullopt;
}

std::optional<Misfit> Scheduler::misfit(std::size_t server, std::int32_t task,
                                        Predicted const& view, Future const& future) const {
  Policy const policy = views_[server].monitor.policy;
  double const limit = policy == Policy::squeezing ? settings_.limit : 0.0;
  if (!view) return misfit_coarse(future, kind_of(task).request, for_ever);
  if (policy == Policy::coarse) return misfit_coarse(future, view->most, view->seconds);
  return misfit_fine(future, view->stages, {limit, settings_.penalty * limit});
}

/// Asked afresh; nullopt: there is room.
std::optional<Misfit> Scheduler::why_not(std::size_t server, std::int32_t task, double time) {
  if (!is_fgm()) return misfit_by_request(server, task);
  return misfit(server, task, prediction_of(pending_.kind_of(task)), future_of(server, time));
}

bool Scheduler::is_afar(std::size_t server, std::int32_t task) const {
  if (!settings_.locality || !pending_.has_input(task)) return false;
  auto const& places = instance_.replicas[static_cast<std::size_t>(task)];
  return std::ranges::count(places, static_cast<std::int32_t>(server)) == 0;
}

/// What is believed of a task that runs there. Predictions are of tasks near and afar.
Scheduler::Predicted Scheduler::view_on(std::size_t server, std::int32_t task) const {
  Predicted view = prediction_of(pending_.kind_of(task));
  if (!view || !settings_.known || !is_afar(server, task)) return view;
  return std::make_shared<Prediction const>(stretched(*view, settings_.remote));
}

/// What fits as if its input were there may last too long without.
bool Scheduler::fits_afar(std::size_t server, std::int32_t task, double time) {
  if (!is_fgm() || !settings_.known || !is_afar(server, task)) return true;
  return !misfit(server, task, view_on(server, task), future_of(server, time));
}

/// What is believed of a task: its predicted stages, or its request for ever.
std::vector<Stage> Scheduler::believed(std::int32_t task, Predicted const& view) const {
  return view ? view->stages : std::vector<Stage>{{kind_of(task).request, for_ever}};
}

std::vector<Stage> Scheduler::looked_for(std::size_t server, std::int32_t task,
                                         Predicted const& view) const {
  if (view && policy(server) == Policy::coarse) return {{view->most, view->seconds}};
  return believed(task, view);
}

/// Told where somebody listens, of a task that is believed to be as in the view.
void Scheduler::tell(std::size_t server, std::int32_t task, Predicted const& view, double time,
                     Match match) {
  if (!listener_) return;
  Amounts const& capacity = servers_[server].capacity();
  Piece const left{-for_ever, unreserved_[server]};
  Future const future =
      is_fgm() ? future_of(server, time) : Future{{&left, 1}, time, capacity, capacity};
  auto const stages = looked_for(server, task, view);
  listener_({time, static_cast<std::int32_t>(server), task, match, policy(server), !is_fgm(),
             view != nullptr, future, stages, misfit(server, task, view, future)});
}
void Scheduler::tell(std::size_t server, std::int32_t task, double time, Match match) {
  if (listener_) tell(server, task, prediction_of(pending_.kind_of(task)), time, match);
}

/// Of all tasks of a shape the same: what did not fit on this visit does not, nor before the server
/// has more room, and what fitted does until the next start. Who listens is told of each.
bool Scheduler::has_room(std::size_t server, std::int32_t task, double time) {
  std::int32_t const kind = pending_.kind_of(task);
  auto const shape = static_cast<std::size_t>(shape_of_[static_cast<std::size_t>(kind)]);
  if (!listener_ && has_failed(server, shape, time)) {
    FAIRSLOT_ASSERT(why_not(server, task, time));
    return false;
  }
  if (!listener_ && fitted_at_[shape] == attempt_) {
    FAIRSLOT_ASSERT(!why_not(server, task, time));
    return true;
  }
  if (is_avoided(server, shape)) {
    tell(server, task, time, Match::avoided);
    return false;
  }
  ++decisions_.matches;
  ++tried_[static_cast<std::size_t>(instance_.tasks[static_cast<std::size_t>(task)].job)];
  auto const why = why_not(server, task, time);
  if (!why) {
    fitted_at_[shape] = attempt_;
    return true;
  }
  if (!listener_) failed_at_[shape] = visit_, rests_.refuse(server, shape, why->until);
  tell(server, task, time, Match::no_room);
  return false;
}

/// Remembered, of this visit or an earlier one.
bool Scheduler::has_failed(std::size_t server, std::size_t shape, double time) const {
  return failed_at_[shape] == visit_ ||
         own_time(server, time) <= rests_.refused_until(server, shape);
}

bool Scheduler::is_avoided(std::size_t server, std::size_t shape) const {
  return std::ranges::any_of(avoided_[server], [&](std::int32_t kind) {
    return static_cast<std::size_t>(shape_of_[static_cast<std::size_t>(kind)]) == shape;
  });
}

bool Scheduler::is_late(std::size_t server, std::int32_t task, double time) {
  if (!is_fgm()) return false;
  double const deadline = instance_.tasks[static_cast<std::size_t>(task)].deadline;
  Predicted const view = view_on(server, task);
  bool const late =
      !keeps_deadlines(servers_[server], future_of(server, time), believed(task, view), time,
                       deadline, instance_, settings_.penalty);
  if (late) tell(server, task, view, time, Match::late);
  return late;
}

/// A task of the kind that may run here now; -1: its job waits for the workers with its input.
std::int32_t Scheduler::eligible(std::int32_t job, std::int32_t kind, std::int32_t first,
                                 std::size_t server, double time) {
  if (!settings_.locality || !pending_.has_input(first)) return first;
  if (std::int32_t const local = pending_.local(job, kind, server); local >= 0) return local;
  if (waits_since_[static_cast<std::size_t>(job)] < 0) begin_wait(job, time);
  return time >= waits_since_[static_cast<std::size_t>(job)] + settings_.wait ? first : -1;
}

/// For its input's workers, or anew.
void Scheduler::begin_wait(std::int32_t job, double time) {
  double& since = waits_since_[static_cast<std::size_t>(job)];
  if (since >= 0) wakes_.erase({since + settings_.wait, job});
  since = time;
  wakes_.emplace(since + settings_.wait, job);
}

/// Within a job tasks by index.
std::int32_t Scheduler::next_of(std::int32_t job, std::size_t server, double time) {
  candidates_.clear();
  for (Pending::Alike const& alike : pending_.of(job)) {
    if (alike.count == 0 || late_.contains({job, alike.kind})) continue;
    std::int32_t const first = pending_.first(alike);
    if (!has_room(server, first, time)) continue;
    std::int32_t const task = eligible(job, alike.kind, first, server, time);
    if (task < 0)
      tell(server, first, time, Match::elsewhere);
    else if (!fits_afar(server, task, time))
      tell(server, task, view_on(server, task), time, Match::no_room);
    else
      candidates_.push_back(task);
  }
  std::ranges::sort(candidates_);
  for (std::int32_t const task : candidates_) {
    if (!is_late(server, task, time)) {
      if (listener_) tell(server, task, view_on(server, task), time, Match::yes);
      return task;
    }
    late_.emplace(job, pending_.kind_of(task));
  }
  return -1;
}

/// The most that a task may take at once, were it squeezed as far as can be.
Amounts Scheduler::room_now(std::size_t server, double time) {
  Amounts const& capacity = servers_[server].capacity();
  if (!is_fgm()) return unreserved_[server];
  Amounts room = future_of(server, time).pieces.front().free;
  room[cpu] += amount_of(settings_.limit * to_number(capacity[cpu]));
  return room;
}

/// The same of the first two. Of all servers it lies together.
Scheduler::Room Scheduler::room_of(std::size_t server, double time) {
  if (!is_fgm()) return {by_request_.of(server).cpu, by_request_.of(server).memory, for_ever};
  Room& room = rooms_[server];
  if (own_time(server, time) >= room.until) {
    Amounts const now = room_now(server, time);
    room = {now[cpu], now[memory], future_of(server, time).until()};
  }
  return room;
}

/// For any task that waits: most servers are for most, and that is known without a look at them.
bool Scheduler::is_full(std::size_t server, double time) {
  if (listener_) return false;
  if (settings_.known) servers_[server].go_to(time);
  double const now = own_time(server, time);
  if (rests_.is_at_rest(server, now, [&](std::size_t shape) {
        // That of the future in which it rests.
        Room const room = is_fgm() ? rooms_[server] : room_of(server, time);
        Amounts const& need = first_need_[shape];
        bool const small = room.cpu < need[cpu] || room.memory < need[memory];
        return small ? room.until : rests_.refused_until(server, shape);
      }))
    return true;
  Room const room = room_of(server, time);
  ShapeIndex const& waiting = order_.waiting_shapes();
  return room.cpu < waiting.least_cpu() || room.memory < waiting.least_memory();
}

/// After a visit: where it has refused all that waits for want of room, until there may be more.
void Scheduler::lay_to_rest(std::size_t server, double time) {
  if (listener_ || std::ranges::any_of(shapes_, [this](std::size_t shape) {
        return failed_at_[shape] != visit_;  // its tasks wait for other reasons
      }))
    return;
  Amounts const most = room_now(server, time);
  Room const room = room_of(server, time);
  double until = room.until;
  order_.waiting_shapes().within(room.cpu, room.memory, [&](std::size_t shape) {
    if (!any_less(most, first_need_[shape]) && !is_avoided(server, shape))
      until = std::min(until, rests_.refused_until(server, shape));
  });
  rests_.rest(server, until);
}

/// What needs more at once is not tried, nor what is avoided; but who listens is told of all.
void Scheduler::find_candidates(std::size_t server, double time) {
  Amounts room = room_now(server, time);
  if (listener_) room.fill(std::numeric_limits<Amount>::max());
  shapes_.clear();
  order_.waiting_shapes().within(room[cpu], room[memory], [&](std::size_t shape) {
    if (any_less(room, first_need_[shape])) return;
    if (!listener_ && has_failed(server, shape, time)) return;
    if (listener_ || !is_avoided(server, shape)) shapes_.push_back(shape);
  });
}

std::int32_t Scheduler::next_for(std::size_t server, double time) {
  std::int32_t found = -1;
  ++attempt_;
  find_candidates(server, time);
  auto const is_open = [this](std::size_t shape) { return failed_at_[shape] != visit_; };
  order_.until(shapes_, is_open, [&](std::int32_t job) {
    found = next_of(job, server, time);
    return found >= 0;
  });
  return found;
}

bool Scheduler::may_visit(std::size_t server) const {
  if (!is_fgm()) return true;
  Monitor const& monitor = views_[server].monitor;
  return monitor.policy != Policy::stopped && monitor.has_idle(servers_[server], settings_);
}

void Scheduler::start(std::size_t server, std::int32_t task, double time) {
  std::int32_t const job = instance_.tasks[static_cast<std::size_t>(task)].job;
  Running one{
      .task = task, .job = job, .view = view_on(server, task), .seen = own_time(server, time)};
  if (is_afar(server, task))
    one.stretch = settings_.remote;
  else if (pending_.has_input(task) && waits_since_[static_cast<std::size_t>(job)] >= 0)
    begin_wait(job, time);
  pending_.remove(task);
  order_.remove_waiting(job, shape_of(task), 1);
  set_reserved(server, one, one.view ? one.view->stages.front().need : kind_of(task).request);
  servers_[server].start(std::move(one));
  forget_future(server);
  ++decisions_.starts;
}

void Scheduler::visit(std::size_t server, double time, Started const& started) {
  ++decisions_.visits, ++visit_;
  late_.clear();
  servers_[server].go_to(time);
  for (std::int32_t task; (task = next_for(server, time)) >= 0;) {
    start(server, task, time);
    started(server, task);
  }
  lay_to_rest(server, time);
}

/// By index, each once.
std::vector<std::size_t> Scheduler::take_changed() {
  std::vector<std::size_t> servers = std::exchange(changed_, {});
  if (std::exchange(all_changed_, false)) {
    servers.resize(servers_.size());
    std::iota(servers.begin(), servers.end(), 0);
  } else {
    std::ranges::sort(servers);
    servers.erase(std::unique(servers.begin(), servers.end()), servers.end());
  }
  return servers;
}

/// Those that have room for any that waits are found without a look at the others.
void Scheduler::pass_all_by_request(double time, Started const& started) {
  ShapeIndex const& waiting = order_.waiting_shapes();
  auto const has_room = [&](MostRoom const& room) {
    return room.cpu >= waiting.least_cpu() && room.memory >= waiting.least_memory();
  };
  for (std::size_t s = 0; (s = by_request_.next(s, has_room)) < servers_.size(); ++s)
    if (!is_full(s, time)) visit(s, time, started);
}

void Scheduler::pass(double time, Started const& started) {
  ++decisions_.passes;
  if (all_changed_ && !is_fgm() && !listener_) {
    all_changed_ = false, changed_.clear();
    return pass_all_by_request(time, started);
  }
  auto const due = take_changed();
  for (std::size_t const s : due) {
    if (pending_.size() == 0) return;
    if (!is_full(s, time) && may_visit(s)) visit(s, time, started);
  }
}

}  // namespace fairslot::stages
