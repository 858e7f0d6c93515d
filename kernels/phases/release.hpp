#pragma once

#include "kernels/phases/calendar.hpp"
#include "kernels/phases/queue.hpp"
#include "kernels/phases/released.hpp"
#include "kernels/phases/servers.hpp"

namespace fairslot::inline FAIRSLOT_ISA::phases {

template <int K>
FAIRSLOT_FUNCTION inline void give_back(ProblemView const& p, RunState& s, Event const& event) {
  std::int32_t const* const demand = p.demands + static_cast<std::int64_t>(event.demand) * K;
  std::int64_t* const usage = s.usage + static_cast<std::int64_t>(event.user) * K;
  for (int r = 0; r < K; ++r) {
    std::int64_t const amount = static_cast<std::int64_t>(demand[r]) * event.count;
    usage[r] -= amount;
    s.used[r] -= amount;
    if (s.traits.pool)
      s.pool[r] += amount;
    else
      s.residual[r * p.server_stride + event.server] += static_cast<std::int32_t>(amount);
  }
  if (!s.traits.pool) s.touched[event.server / 64] |= std::uint64_t{1} << (event.server % 64);
  s.in_flight[event.user] -= event.count;
  s.running -= event.count;
  queue::mark_dirty(s, event.user);
}

/// Tasks that end at the beginning of this slot give back what they held.
template <int K>
FAIRSLOT_FUNCTION inline void release(ProblemView const& p, RunState& s) {
  Region const region(s.regions, "fairslot::slot::release");
  for (int w = 0; w < p.words; ++w) s.touched[w] = 0;
  s.released_count = s.certificates && p.words <= released_most_words ? 0 : -1;
  s.reach_stale = 0;
  std::int32_t e = calendar::take_due(s);
  if (e < 0) return;
  s.last_release = s.slot;
  s.row_due = true;
  while (e >= 0) {
    std::int32_t const next = s.events[e].next;
    give_back<K>(p, s, s.events[e]);
    calendar::recycle(s, e);
    e = next;
  }
  if (s.traits.pool) return;
  for (int w = 0; w < p.words; ++w)
    for (std::uint64_t bits = s.touched[w]; bits != 0; bits &= bits - 1)
      servers::refresh<K>(p, s, 64 * w + lowest_bit(bits));
  released::list<K>(p, s);
}

}  // namespace fairslot::inline FAIRSLOT_ISA::phases
