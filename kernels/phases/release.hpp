#pragma once

#include "kernels/search/index.hpp"
#include "kernels/state/calendar.hpp"
#include "kernels/state/keys.hpp"
#include "kernels/state/queue.hpp"
#include "kernels/state/released.hpp"
#include "kernels/state/servers.hpp"

namespace fairslot::inline FAIRSLOT_ISA::phases {

/// How sums and bits are changed where nobody else does so.
struct Alone {
  template <class T>
  FAIRSLOT_FUNCTION static void add(T& sum, T amount) {
    sum += amount;
  }
  FAIRSLOT_FUNCTION static void set_bit(std::uint64_t* words, int i) {
    words[i / 64] |= std::uint64_t{1} << (i % 64);
  }
};

template <int K, class Changes = Alone>
FAIRSLOT_FUNCTION inline void give_back(ProblemView const& p, RunState& s, Event const& event) {
  std::int32_t const* const demand = p.demands + static_cast<std::int64_t>(event.demand) * K;
  std::int64_t* const usage = s.usage + static_cast<std::int64_t>(event.user) * K;
  for (int r = 0; r < K; ++r) {
    std::int64_t const amount = static_cast<std::int64_t>(demand[r]) * event.count;
    Changes::add(usage[r], -amount);
    Changes::add(s.used[r], -amount);
    if (s.traits.pool)
      Changes::add(s.pool[r], amount);
    else
      Changes::add(s.residual[r * p.server_stride + event.server],
                   static_cast<std::int32_t>(amount));
  }
  if (!s.traits.pool) Changes::set_bit(s.touched, event.server);
  Changes::add(s.in_flight[event.user], -std::int64_t{event.count});
  Changes::add(s.running, -std::int64_t{event.count});
  Changes::set_bit(s.dirty, event.user);
  Policies::ended<K, Changes>(p, s, event);
}

/// Before any of these users' usage changes.
template <int K>
FAIRSLOT_FUNCTION inline void settle(ProblemView const& p, RunState& s, std::int32_t chunk) {
  if (!s.settles || s.traits.slot_memory) return;
  for (; chunk >= 0; chunk = s.chunks[chunk].next)
    for (int i = 0; i < s.chunks[chunk].count; ++i)
      keys::settle<K>(p, s, s.chunks[chunk].events[i].user, s.slot - 1);
}

/// Tasks that end at the beginning of this slot give back what they held.
template <int K>
FAIRSLOT_FUNCTION inline void release(ProblemView const& p, RunState& s) {
  Region const region(s.regions, "fairslot::slot::release");
  for (int w = 0; w < p.words; ++w) s.touched[w] = 0;
  s.released_count = s.lists_released ? 0 : -1;
  index::new_slot(s);
  std::int32_t chunk = calendar::take_due(s);
  if (chunk < 0) return;
  s.last_release = s.slot;
  s.row_due = true;
  settle<K>(p, s, chunk);
  while (chunk >= 0) {
    EventChunk const& due = s.chunks[chunk];
    std::int32_t const next = due.next;
    if (next >= 0) prefetch(s.chunks + next);
    for (int i = 0; i < due.count; ++i) give_back<K>(p, s, due.events[i]);
    calendar::recycle(s, chunk);
    chunk = next;
  }
  if (s.traits.pool) return;
  for (int w = 0; w < p.words; ++w)
    for (std::uint64_t bits = s.touched[w]; bits != 0; bits &= bits - 1) {
      int const m = 64 * w + lowest_bit(bits);
      servers::refresh<K>(p, s, m);
      index::changed<K>(p, s, m);
    }
  released::list<K>(p, s);
}

}  // namespace fairslot::inline FAIRSLOT_ISA::phases
