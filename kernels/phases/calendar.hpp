/// When running tasks end: a ring of list heads for the next `calendar_slots` slots, one far list
/// for the rest, merged into the ring every half lap. Lists share one pool of events.
#pragma once

#include "kernels/primitives/exact.hpp"
#include "kernels/state.hpp"

namespace fairslot::inline FAIRSLOT_ISA::calendar {

FAIRSLOT_FUNCTION inline bool full(RunState const& s) {
  return s.event_free < 0 && s.event_used == s.event_capacity;
}

FAIRSLOT_FUNCTION inline void into_ring(RunState& s, std::int32_t e) {
  auto const cell = static_cast<std::int32_t>(s.events[e].release & (calendar_slots - 1));
  s.events[e].next = s.ring[cell];
  s.ring[cell] = e;
  s.ring_occupied[cell / 64] |= std::uint64_t{1} << (cell % 64);
}

FAIRSLOT_FUNCTION inline void into_far(RunState& s, std::int32_t e) {
  s.events[e].next = s.far;
  s.far = e;
  if (s.events[e].release < s.far_min) s.far_min = s.events[e].release;
}

FAIRSLOT_FUNCTION inline void insert(RunState& s, std::int32_t e) {
  if (s.events[e].release - s.slot < calendar_slots)
    into_ring(s, e);
  else
    into_far(s, e);
}

/// One task; the pool must not be full.
FAIRSLOT_FUNCTION inline std::int32_t schedule(RunState& s, std::int64_t release,
                                               std::int32_t server, std::int32_t user,
                                               std::int32_t demand) {
  std::int32_t e = s.event_free;
  if (e >= 0)
    s.event_free = s.events[e].next;
  else
    e = s.event_used++;
  s.events[e] = {release, -1, server, user, demand, 1, 0};
  insert(s, e);
  return e;
}

FAIRSLOT_FUNCTION inline void recycle(RunState& s, std::int32_t e) {
  s.events[e].next = s.event_free;
  s.event_free = e;
}

/// Moves what the ring can hold out of the far list, seen from the current slot.
FAIRSLOT_FUNCTION inline void merge(RunState& s) {
  if (s.slot < s.next_merge) return;
  s.next_merge = s.slot + calendar_slots / 2;
  std::int32_t e = s.far;
  s.far = -1;
  s.far_min = int64_max;
  while (e >= 0) {
    std::int32_t const next = s.events[e].next;
    insert(s, e);
    e = next;
  }
}

/// The list of events due in the current slot; the ring's cell is emptied.
FAIRSLOT_FUNCTION inline std::int32_t take_due(RunState& s) {
  merge(s);
  auto const cell = static_cast<std::int32_t>(s.slot & (calendar_slots - 1));
  std::int32_t const list = s.ring[cell];
  s.ring[cell] = -1;
  s.ring_occupied[cell / 64] &= ~(std::uint64_t{1} << (cell % 64));
  return list;
}

/// The next slot after the current one of which the ring holds a list, int64_max if none.
FAIRSLOT_FUNCTION inline std::int64_t next_in_ring(RunState const& s) {
  constexpr int words = calendar_slots / 64;
  std::int64_t const from = s.slot + 1;
  auto const cell = static_cast<std::int32_t>(from & (calendar_slots - 1));
  std::uint64_t const ahead = s.ring_occupied[cell / 64] >> (cell % 64);
  if (ahead != 0) return from + lowest_bit(ahead);
  for (int i = 1; i <= words; ++i) {
    int const w = (cell / 64 + i) % words;
    if (s.ring_occupied[w] == 0) continue;
    int const found = w * 64 + lowest_bit(s.ring_occupied[w]);
    return from + (found - cell + calendar_slots) % calendar_slots;
  }
  return int64_max;
}

/// The next slot after the current one in which a task ends, int64_max if none. An event may lie
/// in the far list and yet end before those that came into the ring after it.
FAIRSLOT_FUNCTION inline std::int64_t next_release(RunState const& s) {
  std::int64_t const near = next_in_ring(s);
  return near < s.far_min ? near : s.far_min;
}

}  // namespace fairslot::inline FAIRSLOT_ISA::calendar
