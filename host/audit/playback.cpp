#include "host/audit/playback.hpp"

#include <algorithm>
#include <limits>
#include <string>

namespace fairslot::audit {
namespace {

constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

/// The least number of slots that is enough at the speed.
std::int64_t slots_at(double speed, std::int64_t duration) {
  auto const work = static_cast<double>(duration);
  auto slots = std::max<std::int64_t>(1, static_cast<std::int64_t>(work / speed));
  while (slots > 1 && static_cast<double>(slots - 1) * speed >= work) --slots;
  while (static_cast<double>(slots) * speed < work) ++slots;
  return slots;
}

/// Slots of a server under the policy `slots`, and those that a task of each class takes there.
std::int64_t slots_of_server(Problem const& p, int server, std::int64_t per) {
  return p.capacity_of(0, server) / per;
}
std::int32_t slots_of_task(Problem const& p, int demand_class, int server, std::int64_t slots) {
  std::int64_t most = 0;
  for (int r = 0; r < p.resources; ++r) {
    std::int64_t const demand = p.demand_of(demand_class)[r], capacity = p.capacity_of(r, server);
    if (demand == 0) continue;
    if (capacity < demand) return 0;
    most = std::max(most, (demand * slots + capacity - 1) / capacity);
  }
  return static_cast<std::int32_t>(most);
}

}  // namespace

Playback::Playback(Problem const& problem, Policy const& policy, RunResult const& run)
    : problem_(problem), run_(run) {
  auto const users = problem.weight.size(), entries = problem.submit.size();
  for (auto* const counts : {&started_, &submitted_, &running_of_, &first_submit_, &counted_in_})
    counts->resize(users);
  weight_ = problem.weight;
  head_.resize(users, -1);
  front_.assign(problem.job_begin.begin(), problem.job_begin.end() - 1);
  arrived_ = front_;
  gone_.resize(users);
  left_.assign(problem.tasks.begin(), problem.tasks.end());
  left_out_.resize(entries);
  for (std::int32_t const entry : run.left_out) left_out_[entry] = 1;
  is_down_.resize(static_cast<std::size_t>(problem.servers));
  for (int u = 0; u < problem.users(); ++u) {
    if (!problem.leave.empty() && problem.leave[u] > 0) by_leave_.push_back(u);
    for (int e = problem.job_begin[u]; e < problem.job_begin[u + 1]; ++e)
      if (!problem.comes_too_late(u, e)) by_submit_.push_back(e);
  }
  std::ranges::stable_sort(by_submit_, {}, [&](std::int32_t e) { return problem_.submit[e]; });
  std::ranges::stable_sort(by_leave_, {}, [&](std::int32_t u) { return problem_.leave[u]; });
  pool_ = info_of(policy).name == "drf" || option_value(policy, "fit") == "pool";
  switch_to(policy);
}

/// Room as the policy sees it.
void Playback::switch_to(Policy const& policy) {
  Problem const& p = problem_;
  std::string_view const name = info_of(policy).name;
  by_speed_ = name == "eunomia" && !p.speed.empty();
  by_slots_ = name == "slots";
  everywhere_ = option_value(policy, "permitted") == "ignore";
  passes_over_ = option_value(policy, "backfill") == "1";
  dimensions_ = by_slots_ ? 1 : p.resources;
  room_.assign(static_cast<std::size_t>(places()) * static_cast<std::size_t>(dimensions_), 0);
  slots_needed_.clear();
  if (by_slots_) {
    std::int64_t const per = std::stoll(option_value(policy, "per"));
    for (int m = 0; m < p.servers; ++m) room_[m] = slots_of_server(p, m, per);
    for (int c = 0; c < p.demand_classes(); ++c)
      for (int m = 0; m < p.servers; ++m) slots_needed_.push_back(slots_of_task(p, c, m, room_[m]));
  } else {
    for (int m = 0; m < p.servers; ++m)
      for (int r = 0; r < dimensions_; ++r)
        room_[(pool_ ? 0 : m) * dimensions_ + r] += p.capacity_of(r, m);
  }
  for (auto const& [slot, all] : calendar_)
    for (Tasks const& tasks : all)
      for (int r = 0; r < dimensions_; ++r)
        room_[tasks.place * dimensions_ + r] -=
            tasks.count * need(tasks.pick.entry, tasks.place, r);
  opened_.clear();
  opened_in_.assign(static_cast<std::size_t>(places()), -1);
  for (int m = 0; m < places(); ++m) open(m);
}

std::int64_t Playback::need(int entry, int place, int dimension) const {
  int const demand_class = problem_.demand[entry];
  if (by_slots_) return slots_needed_[std::int64_t{demand_class} * problem_.servers + place];
  return problem_.demand_of(demand_class)[dimension];
}

bool Playback::permits(int entry, int place) const {
  return pool_ || everywhere_ || problem_.permits(problem_.placement[entry], place);
}

bool Playback::has_room(int user, int entry, int place) const {
  if (!permits(entry, place) || (!pool_ && is_down_[place])) return false;
  if (by_slots_ && need(entry, place, 0) == 0) return false;
  for (int r = 0; r < dimensions_; ++r)
    if (need(entry, place, r) > room_[place * dimensions_ + r]) return false;
  return pool_ || problem_.per_server.empty() || tasks_on(user, place) < problem_.per_server[entry];
}

std::int64_t Playback::tasks_on(int user, int place) const {
  auto const at = tasks_on_.find(std::int64_t{user} * problem_.servers + place);
  return at == tasks_on_.end() ? 0 : at->second;
}

bool Playback::is_blocked(int user) const {
  return std::ranges::count(run_.blocked, std::pair(std::int32_t{user}, front_[user])) > 0;
}

std::int64_t Playback::next_slot() const {
  std::int64_t slot = moved_.empty() ? never : slot_ + 1;  // somebody has another head then
  if (last_pick_ < run_.picks.size()) slot = std::min(slot, run_.picks[last_pick_].slot);
  if (!calendar_.empty()) slot = std::min(slot, calendar_.begin()->first);
  if (next_change_ < problem_.changes.size())
    slot = std::min(slot, problem_.changes[next_change_].slot);
  if (next_leave_ < by_leave_.size())
    slot = std::min<std::int64_t>(slot, problem_.leave[by_leave_[next_leave_]]);
  if (next_arrival_ < by_submit_.size())
    slot = std::min<std::int64_t>(slot, problem_.submit[by_submit_[next_arrival_]]);
  return slot;
}

bool Playback::next() {
  std::int64_t const slot = next_slot();
  if (slot > run_.slots) return false;
  slot_ = slot;
  opened_.clear(), newcomers_.clear(), counted_.clear();
  weights_changed_ = false;
  release();
  change();
  depart();
  arrive();
  note_heads();
  start();
  std::ranges::sort(opened_);
  return true;
}

void Playback::open(std::int32_t place) {
  if (std::exchange(opened_in_[place], slot_) != slot_) opened_.push_back(place);
}

/// Tasks begin (1) or end (-1).
void Playback::put(Tasks const& tasks, int sign) {
  std::int64_t const count = sign * tasks.count;
  running_of_[tasks.pick.user] += count;
  for (int r = 0; r < dimensions_; ++r)
    room_[tasks.place * dimensions_ + r] -= count * need(tasks.pick.entry, tasks.place, r);
  if (sign < 0) open(tasks.place);
  if (!problem_.per_server.empty() && !pool_)
    tasks_on_[std::int64_t{tasks.pick.user} * problem_.servers + tasks.place] += count;
}

void Playback::count(int user, std::int64_t tasks) {
  started_[user] += tasks;
  if (counted_in_[user] == slot_) return;
  counted_in_[user] = slot_;
  counted_.push_back(user);
}

std::int64_t Playback::slots_of(Pick const& pick) const {
  std::int64_t const duration = problem_.duration[pick.entry];
  return by_speed_ ? slots_at(problem_.speed[pick.server], duration) : duration;
}

void Playback::release() {
  for (; !calendar_.empty() && calendar_.begin()->first <= slot_;
       calendar_.erase(calendar_.begin()))
    for (Tasks const& tasks : calendar_.begin()->second) put(tasks, -1);
}

void Playback::change() {
  for (; next_change_ < problem_.changes.size(); ++next_change_) {
    Change const& change = problem_.changes[next_change_];
    if (change.slot > slot_) return;
    switch (change.what) {
      case Change::What::server_down:
        lose(change.of);
        break;
      case Change::What::server_up:
        is_down_[change.of] = 0;
        open(pool_ ? 0 : change.of);
        break;
      case Change::What::weight:
        weight_[change.of] = change.value;
        weights_changed_ = true;
        break;
      case Change::What::policy:
        switch_to(problem_.policies[change.of]);
        break;
      case Change::What::guarantee:
        break;
    }
  }
}

/// All that runs on the server starts again.
void Playback::lose(std::int32_t server) {
  is_down_[server] = 1;
  for (auto& [slot, all] : calendar_)
    std::erase_if(all, [&](Tasks const& tasks) {
      if (tasks.place != server) return false;
      put(tasks, -1);
      int const user = tasks.pick.user, entry = tasks.pick.entry;
      count(user, -tasks.count);
      left_[entry] += tasks.count;
      front_[user] = std::min<std::int32_t>(front_[user], entry);
      moved_.push_back(user);
      return true;
    });
}

void Playback::depart() {
  for (; next_leave_ < by_leave_.size(); ++next_leave_) {
    int const user = by_leave_[next_leave_];
    if (problem_.leave[user] > slot_) return;
    gone_[user] = 1;
  }
}

void Playback::arrive() {
  for (; next_arrival_ < by_submit_.size(); ++next_arrival_) {
    int const entry = by_submit_[next_arrival_];
    if (problem_.submit[entry] > slot_) return;
    auto const after = std::ranges::upper_bound(problem_.job_begin, entry);
    int const user = static_cast<int>(after - problem_.job_begin.begin()) - 1;
    submitted_[user] += problem_.tasks[entry];
    arrived_[user] = entry + 1;
    moved_.push_back(user);
    if (first_submit_[user] > 0) continue;
    first_submit_[user] = slot_;
    newcomers_.push_back(user);
  }
}

void Playback::advance_front(int user) {
  std::int32_t& front = front_[user];
  while (front < arrived_[user] && (left_[front] == 0 || left_out_[front])) ++front;
}

void Playback::note_heads() {
  for (std::int32_t const user : moved_) {
    advance_front(user);
    if (has_queue(user)) head_[user] = front_[user];
  }
  moved_.clear();
}

void Playback::start() {
  first_pick_ = last_pick_;
  std::vector<Tasks>* ending = nullptr;  // of the slot `end`
  std::int64_t end = never;
  for (; last_pick_ < run_.picks.size() && run_.picks[last_pick_].slot == slot_; ++last_pick_) {
    Pick const& pick = run_.picks[last_pick_];
    count(pick.user, 1);
    if (--left_[pick.entry] == 0) {
      advance_front(pick.user);
      if (has_queue(pick.user)) moved_.push_back(pick.user);
    }
    Tasks const task{pick, 1, pool_ ? 0 : pick.server};
    put(task, 1);
    std::int64_t const own_end = slot_ + slots_of(pick);
    if (std::exchange(end, own_end) != own_end) ending = &calendar_[own_end];
    if (!ending->empty() && ending->back().pick == pick)
      ++ending->back().count;
    else
      ending->push_back(task);
  }
}

}  // namespace fairslot::audit
