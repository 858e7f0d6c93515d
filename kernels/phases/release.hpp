#pragma once

#include "kernels/search/index.hpp"
#include "kernels/state/calendar.hpp"
#include "kernels/state/released.hpp"
#include "kernels/state/servers.hpp"
#include "kernels/users/keys.hpp"

namespace fairslot::inline FAIRSLOT_ISA::phases {

template <int K, class Executor>
FAIRSLOT_FUNCTION inline void give_back(ProblemView const& p, RunState& s, Event const& event) {
  std::int32_t const* const demand = p.demands + static_cast<std::int64_t>(event.demand) * K;
  std::int64_t* const usage = s.usage + static_cast<std::int64_t>(event.user) * K;
  for (int r = 0; r < K; ++r) {
    std::int64_t const amount = static_cast<std::int64_t>(demand[r]) * event.count;
    Executor::add(usage[r], -amount);
    Executor::add(s.used[r], -amount);
    if (s.traits.pool)
      Executor::add(s.pool[r], amount);
    else
      Executor::add(s.residual[r * p.server_stride + event.server],
                    static_cast<std::int32_t>(amount));
  }
  if (!s.traits.pool) Executor::set_bit(s.touched, event.server);
  Executor::add(s.in_flight[event.user], -std::int64_t{event.count});
  Executor::add(s.running, -std::int64_t{event.count});
  Executor::set_bit(s.dirty, event.user);
  Policies::ended<K, Executor>(p, s, event);
}

/// Before any of these users' usage changes.
template <int K>
FAIRSLOT_FUNCTION inline void settle(ProblemView const& p, RunState& s, std::int32_t chunk) {
  if (!s.settles || s.traits.slot_memory) return;
  for (; chunk >= 0; chunk = s.chunks[chunk].next)
    for (int i = 0; i < s.chunks[chunk].count; ++i)
      keys::settle<K>(p, s, s.chunks[chunk].events[i].user, s.slot - 1);
}

/// The list of chunks whose tasks end at the beginning of this slot, or -1. Called by one lane.
template <int K, class Executor>
FAIRSLOT_FUNCTION inline std::int32_t take_due(ProblemView const& p, RunState& s) {
  for (int w = 0; w < p.words; ++w) s.touched[w] = 0;
  s.released_count = s.lists_released ? 0 : -1;
  if constexpr (Executor::one_lane) index::new_slot(s);
  std::int32_t const due = calendar::take_due(s);
  if (due < 0) return due;
  s.last_release = s.slot;
  s.row_due = true;
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
    EventChunk const& events = s.chunks[chunk];
    last = chunk;
    chunk = events.next;
    if (chunk >= 0) prefetch(s.chunks + chunk);
    for (int i = 0; i < events.count; ++i)
      if (turn++ % lanes == lane) give_back<K, Executor>(p, s, events.events[i]);
  }
  return last;
}

/// Tasks that end at the beginning of this slot give back what they held.
template <int K, class Executor>
FAIRSLOT_FUNCTION inline void release(Executor const& by, ProblemView const& p, RunState& s) {
  Region const region(s.regions, "fairslot::slot::release");
  std::int32_t const due = by.alone([&] { return take_due<K, Executor>(p, s); });
  if (due < 0) return;
  std::int32_t last = due;
  by.each(by.lanes(),
          [&](int lane) { last = give_back_all<K, Executor>(p, s, due, lane, by.lanes()); });
  by.alone([&] { calendar::recycle(s, due, last); });
  if (s.traits.pool) return;
  by.each_bit(s.touched, p.words, [&](int m) {
    servers::refresh<K>(p, s, m);
    if constexpr (Executor::one_lane) index::changed<K>(p, s, m);
  });
  if constexpr (Executor::one_lane)
    released::list<K>(p, s);
  else
    by.alone([&] { candidate_lists::released(p, s); });
}

}  // namespace fairslot::inline FAIRSLOT_ISA::phases
