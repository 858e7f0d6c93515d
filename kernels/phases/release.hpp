#pragma once

#include "kernels/search/candidate_lists.hpp"
#include "kernels/search/searches.hpp"
#include "kernels/servers/calendar.hpp"
#include "kernels/servers/released.hpp"
#include "kernels/servers/servers.hpp"
#include "kernels/users/keys.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace phases {

template <int K, class Executor>
FAIRSLOT_FUNCTION inline void give_back(ProblemView const& p, RunState& s, Event const& event) {
  FAIRSLOT_ASSERT(0 <= event.user && event.user < p.users && event.count > 0);
  FAIRSLOT_ASSERT(s.policy.traits.pool || (0 <= event.server && event.server < p.servers));
  std::int32_t const* const demand = demand_of<K>(p, event.demand);
  std::int64_t* const usage = s.users.usage + static_cast<std::int64_t>(event.user) * K;
  for (int r = 0; r < K; ++r) {
    std::int64_t const amount = static_cast<std::int64_t>(demand[r]) * event.count;
    Executor::add(usage[r], -amount);
    Executor::add(s.books.used[r], -amount);
    if (s.policy.traits.pool)
      Executor::add(s.servers.pool[r], amount);
    else
      Executor::add(s.servers.residual[r * p.server_stride + event.server],
                    static_cast<std::int32_t>(amount));
  }
  if (!s.policy.traits.pool) Executor::set_bit(s.servers.touched, event.server);
  if (s.policy.traits.limits)
    Executor::add(servers::tasks_of(p, s, event.user, event.server), -event.count);
  Executor::add(s.users.in_flight[event.user], -std::int64_t{event.count});
  Executor::add(s.books.running, -std::int64_t{event.count});
  FAIRSLOT_ASSERT(s.users.in_flight[event.user] >= 0 && s.books.running >= 0);
  Executor::set_bit(s.users.dirty, event.user);
  Policies::ended<K, Executor>(p, s, event);
}

/// Before any of these users' usage changes.
template <int K>
FAIRSLOT_FUNCTION inline void settle(ProblemView const& p, RunState& s, std::int32_t chunk) {
  if (!s.policy.settles || s.policy.traits.slot_memory) return;
  for (; chunk >= 0; chunk = s.calendar.chunks[chunk].next)
    for (int i = 0; i < s.calendar.chunks[chunk].count; ++i)
      keys::settle<K>(p, s, s.calendar.chunks[chunk].events[i].user, s.clock.slot - 1);
}

/// The list of chunks whose tasks end at the beginning of this slot, or -1. Called by one lane.
template <int K, class Executor>
FAIRSLOT_FUNCTION inline std::int32_t take_due(ProblemView const& p, RunState& s) {
  for (int w = 0; w < p.words; ++w) s.servers.touched[w] = 0;
  s.released.count = s.released.lists ? 0 : -1;
  if constexpr (Executor::one_lane) search::Searches::new_slot(s);
  keys::settle_all<K>(p, s, s.clock.slot - 1);
  std::int32_t const due = calendar::take_due(s);
  if (due < 0) return due;
  s.books.last_release = s.clock.slot;
  s.clock.row_due = true;
  settle<K>(p, s, due);
  return due;
}

/// Every lane follows the list and takes its turn at the events. Returns the last chunk.
template <int K, class Executor>
FAIRSLOT_FUNCTION inline std::int32_t give_back_all(ProblemView const& p, RunState& s,
                                                    std::int32_t due, int lane, int lanes) {
  std::int32_t last = due;
  int turn = 0;
  for (std::int32_t chunk = due; chunk >= 0;) {
    EventChunk const& events = s.calendar.chunks[chunk];
    last = chunk;
    chunk = events.next;
    if (chunk >= 0) prefetch(s.calendar.chunks + chunk);
    for (int i = 0; i < events.count; ++i)
      if (turn++ % lanes == lane) give_back<K, Executor>(p, s, events.events[i]);
  }
  return last;
}

/// When a task of each job ended last, where tasks may be lost. Called by one lane.
FAIRSLOT_APART FAIRSLOT_FUNCTION inline void note_done(RunState& s, std::int32_t chunk) {
  for (; chunk >= 0; chunk = s.calendar.chunks[chunk].next)
    for (int i = 0; i < s.calendar.chunks[chunk].count; ++i)
      s.books.last_done[s.calendar.origin[std::int64_t{chunk} * chunk_places + i].entry] =
          s.clock.slot;
}

/// Tasks that end at the beginning of this slot give back what they held. True: there are some.
template <int K, class Executor>
FAIRSLOT_FUNCTION inline bool release(Executor const& by, ProblemView const& p, RunState& s) {
  Region const region(s.regions, "fairslot::slot::release");
  std::int32_t const due = by.alone([&] { return take_due<K, Executor>(p, s); });
  if (due < 0) return false;
  std::int32_t last = due;
  by.each(by.lanes(),
          [&](int lane) { last = give_back_all<K, Executor>(p, s, due, lane, by.lanes()); });
  by.alone([&] {
    if (p.servers_change) note_done(s, due);
    calendar::recycle(s, due, last);
  });
  return true;
}

/// Lists the touched servers, and tells who looks for servers of them.
template <int K, class Executor>
FAIRSLOT_FUNCTION inline void show_released(Executor const& by, ProblemView const& p, RunState& s) {
  if (s.policy.traits.pool) return;
  by.each_bit(s.servers.touched, p.words, [&](int m) {
    servers::refresh<K>(p, s, m);
    if constexpr (Executor::one_lane) search::Searches::changed<K>(p, s, m);
  });
  if constexpr (Executor::one_lane)
    released::list<K>(p, s);
  else
    by.alone([&] { candidate_lists::released(p, s); });
}

}  // namespace phases
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
