#include "host/audit/repack.hpp"

#include <algorithm>

#include "host/error.hpp"

namespace fairslot::audit {

std::vector<Variant> Repack::variants(Subject const& subject) {
  if (subject.problem->servers > most)
    throw InputError("audit repack: " + std::to_string(subject.problem->servers) +
                     " servers are not allowed (allowed: at most 3; it tries all placements)");
  return {};
}

/// Tasks of the group that find room on the place.
std::int64_t Repack::most_on(Playback const& playback, Group const& group, int place) const {
  Problem const& p = playback.problem();
  if (!playback.permits(group.entry, place)) return 0;
  std::int64_t tasks = group.tasks;
  for (int r = 0; r < playback.dimensions(); ++r)
    if (std::int64_t const need = playback.need(group.entry, place, r); need > 0)
      tasks = std::min(tasks, room_[place][r] / need);
  if (!p.per_server.empty() && !playback.is_pool())
    tasks = std::min(tasks, p.per_server[group.entry] - tasks_on_[place][group.user]);
  return std::max<std::int64_t>(tasks, 0);
}

void Repack::put(Playback const& playback, Group const& group, int place, std::int64_t tasks) {
  for (int r = 0; r < playback.dimensions(); ++r)
    room_[place][r] -= tasks * playback.need(group.entry, place, r);
  tasks_on_[place][group.user] += tasks;
}

/// Is there a placement of these tasks of the group, from this place on, and of all later groups?
bool Repack::fits(Playback const& playback, std::size_t number, int place, std::int64_t left) {
  if (left == 0)
    return number + 1 == groups_.size() || fits(playback, number + 1, 0, groups_[number + 1].tasks);
  if (place == playback.places()) return false;
  Group const& group = groups_[number];
  for (std::int64_t here = std::min(left, most_on(playback, group, place)); here >= 0; --here) {
    put(playback, group, place, here);
    bool const found = fits(playback, number, place + 1, left - here);
    put(playback, group, place, -here);
    if (found) return true;
  }
  return false;
}

bool Repack::could_start_more(Playback const& playback, int user) {
  auto const add = [&](std::int32_t of, std::int32_t entry) {
    auto const at = std::ranges::find(groups_, entry, &Group::entry);
    if (at == groups_.end())
      groups_.push_back({of, entry, 1});
    else
      ++at->tasks;
  };
  groups_.clear();
  for (Pick const& pick : playback.picks()) add(pick.user, pick.entry);
  add(user, playback.next_entry(user));
  return fits(playback, 0, 0, groups_.front().tasks);
}

void Repack::watch(Playback const& playback, Gaps& gaps) {
  Problem const& p = playback.problem();
  int queues = 0;
  for (int user = 0; user < p.users(); ++user) {
    auto const picks = playback.picks();
    queues += playback.has_queue(user) || std::ranges::count(picks, user, &Pick::user) > 0;
  }
  if (queues > most)
    throw InputError("audit repack: " + std::to_string(queues) + " users have a queue in slot " +
                     std::to_string(playback.slot()) +
                     " (allowed: at most 3; it tries all placements)");
  room_.resize(most), tasks_on_.resize(most);
  for (int place = 0; place < playback.places(); ++place) {
    tasks_on_[place].assign(p.weight.size(), 0);
    for (int user = 0; user < p.users(); ++user)
      tasks_on_[place][user] = playback.tasks_on(user, place);
    for (int r = 0; r < playback.dimensions(); ++r) room_[place][r] = playback.room(place, r);
  }
  for (Pick const& pick : playback.picks())  // as it was before them
    put(playback, {pick.user, pick.entry, 1}, std::max(pick.server, 0), -1);
  for (int user = 0; user < p.users(); ++user) {
    bool const could = playback.has_queue(user) && could_start_more(playback, user);
    gaps.set(playback.slot(), user, user, {could ? 1.0 : 0.0});
  }
}

}  // namespace fairslot::audit
