/// When running tasks end: a ring of lists for the next `calendar_slots` slots, one far list for
/// the rest, merged into the ring every half lap. Lists are of chunks of events that end in one
/// slot, so that a slot's events are read side by side; all chunks come from one pool.
#pragma once

#include "kernels/primitives/exact.hpp"
#include "kernels/state.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace calendar {

/// No chunk is left; the next event may need one.
FAIRSLOT_FUNCTION inline bool full(RunState const& s) {
  return s.calendar.chunk_free < 0 && s.calendar.chunk_used == s.calendar.chunk_capacity;
}

FAIRSLOT_FUNCTION inline int cell_of(std::int64_t slot) {
  return static_cast<int>(slot & (calendar_slots - 1));
}

FAIRSLOT_FUNCTION inline void into_ring(RunState& s, std::int32_t chunk) {
  int const cell = cell_of(s.calendar.chunks[chunk].release);
  FAIRSLOT_ASSERT(s.calendar.ring[cell] < 0 || s.calendar.chunks[s.calendar.ring[cell]].release ==
                                                   s.calendar.chunks[chunk].release);
  s.calendar.chunks[chunk].next = s.calendar.ring[cell];
  s.calendar.ring[cell] = chunk;
  s.calendar.occupied[cell / 64] |= std::uint64_t{1} << (cell % 64);
}

FAIRSLOT_FUNCTION inline void into_far(RunState& s, std::int32_t chunk) {
  s.calendar.chunks[chunk].next = s.calendar.far;
  s.calendar.far = chunk;
  if (s.calendar.chunks[chunk].release < s.calendar.far_min)
    s.calendar.far_min = s.calendar.chunks[chunk].release;
}

FAIRSLOT_FUNCTION inline bool is_near(RunState const& s, std::int64_t release) {
  return release - s.clock.slot < calendar_slots;
}

FAIRSLOT_FUNCTION inline void insert(RunState& s, std::int32_t chunk) {
  FAIRSLOT_ASSERT(s.calendar.chunks[chunk].release >= s.clock.slot);
  if (is_near(s, s.calendar.chunks[chunk].release))
    into_ring(s, chunk);
  else
    into_far(s, chunk);
}

FAIRSLOT_FUNCTION inline std::int32_t open_chunk(RunState& s, std::int64_t release) {
  FAIRSLOT_ASSERT(!full(s));
  std::int32_t chunk = s.calendar.chunk_free;
  if (chunk >= 0)
    s.calendar.chunk_free = s.calendar.chunks[chunk].next;
  else
    chunk = s.calendar.chunk_used++;
  s.calendar.chunks[chunk].release = release;
  s.calendar.chunks[chunk].count = 0;
  insert(s, chunk);
  return chunk;
}

FAIRSLOT_FUNCTION inline Event& event(RunState& s, std::int32_t index) {
  FAIRSLOT_ASSERT(0 <= index && index / chunk_places < s.calendar.chunk_used);
  FAIRSLOT_ASSERT(index % chunk_places < s.calendar.chunks[index / chunk_places].count);
  return s.calendar.chunks[index / chunk_places].events[index % chunk_places];
}

/// Fetches one more chunk of the next slot's list. Such a list was written over many slots and lies
/// far from the processor; one chunk cannot be found before the one ahead of it is there.
FAIRSLOT_FUNCTION inline void look_ahead(RunState& s) {
  if (s.calendar.ahead < 0) return;
  s.calendar.ahead = s.calendar.chunks[s.calendar.ahead].next;
  if (s.calendar.ahead >= 0) prefetch(s.calendar.chunks + s.calendar.ahead);
}

/// The index of a new event; the pool must not be full.
FAIRSLOT_FUNCTION inline std::int32_t schedule(RunState& s, std::int64_t release,
                                               Event const& event) {
  FAIRSLOT_ASSERT(release > s.clock.slot);
  std::int32_t chunk = is_near(s, release) ? s.calendar.ring[cell_of(release)] : s.calendar.far;
  if (chunk < 0 || s.calendar.chunks[chunk].release != release ||
      s.calendar.chunks[chunk].count == chunk_events)
    chunk = open_chunk(s, release);
  std::int32_t const i = s.calendar.chunks[chunk].count++;
  s.calendar.chunks[chunk].events[i] = event;
  look_ahead(s);
  return chunk * chunk_places + i;
}

/// The chunks of a list from `first` to `last` are free.
FAIRSLOT_FUNCTION inline void recycle(RunState& s, std::int32_t first, std::int32_t last) {
  FAIRSLOT_ASSERT(0 <= first && first < s.calendar.chunk_used);
  FAIRSLOT_ASSERT(0 <= last && last < s.calendar.chunk_used);
  s.calendar.chunks[last].next = s.calendar.chunk_free;
  s.calendar.chunk_free = first;
}

/// Moves what the ring can hold out of the far list, seen from the current slot. Where slots lie
/// far apart and tasks run for ever the list is long, and nothing of it is near.
FAIRSLOT_FUNCTION inline void merge(RunState& s) {
  if (s.clock.slot < s.calendar.next_merge) return;
  s.calendar.next_merge = s.clock.slot + calendar_slots / 2;
  if (!is_near(s, s.calendar.far_min)) return;
  std::int32_t chunk = s.calendar.far;
  s.calendar.far = -1;
  s.calendar.far_min = int64_max;
  while (chunk >= 0) {
    std::int32_t const next = s.calendar.chunks[chunk].next;
    insert(s, chunk);
    chunk = next;
  }
}

/// The list of chunks due in the current slot; the ring's cell is emptied.
FAIRSLOT_FUNCTION inline std::int32_t take_due(RunState& s) {
  merge(s);
  int const cell = cell_of(s.clock.slot);
  std::int32_t const list = s.calendar.ring[cell];
  s.calendar.ring[cell] = -1;
  s.calendar.occupied[cell / 64] &= ~(std::uint64_t{1} << (cell % 64));
  s.calendar.ahead = s.calendar.ring[cell_of(s.clock.slot + 1)];
  return list;
}

/// Takes out of the list that `link` begins with the events of which take(event, release, origin)
/// says so.
template <class Take>
FAIRSLOT_FUNCTION inline void take_out_of(RunState& s, std::int32_t* link, Take const& take) {
  while (*link >= 0) {
    std::int32_t const chunk = *link;
    EventChunk& events = s.calendar.chunks[chunk];
    Origin* const origin = s.calendar.origin + std::int64_t{chunk} * chunk_places;
    for (int i = events.count - 1; i >= 0; --i) {
      if (!take(events.events[i], events.release, origin[i])) continue;
      int const last = --events.count;
      events.events[i] = events.events[last];
      origin[i] = origin[last];
    }
    if (events.count > 0) {
      link = &events.next;
      continue;
    }
    *link = events.next;
    recycle(s, chunk, chunk);
  }
}

/// The same of all events: take(event, its slot, its origin). Where tasks may be lost.
template <class Take>
FAIRSLOT_FUNCTION inline void take_out(RunState& s, Take const& take) {
  for (int cell = 0; cell < calendar_slots; ++cell) {
    take_out_of(s, s.calendar.ring + cell, take);
    if (s.calendar.ring[cell] < 0)
      s.calendar.occupied[cell / 64] &= ~(std::uint64_t{1} << (cell % 64));
  }
  take_out_of(s, &s.calendar.far, take);
  s.calendar.far_min = int64_max;
  for (std::int32_t chunk = s.calendar.far; chunk >= 0; chunk = s.calendar.chunks[chunk].next)
    if (s.calendar.chunks[chunk].release < s.calendar.far_min)
      s.calendar.far_min = s.calendar.chunks[chunk].release;
  s.calendar.ahead = -1;
}

/// The next slot after the current one of which the ring holds a list, int64_max if none.
FAIRSLOT_FUNCTION inline std::int64_t next_in_ring(RunState const& s) {
  constexpr int words = calendar_slots / 64;
  std::int64_t const from = s.clock.slot + 1;
  int const cell = cell_of(from);
  std::uint64_t const ahead = s.calendar.occupied[cell / 64] >> (cell % 64);
  if (ahead != 0) return from + lowest_bit(ahead);
  for (int i = 1; i <= words; ++i) {
    int const w = (cell / 64 + i) % words;
    if (s.calendar.occupied[w] == 0) continue;
    int const found = w * 64 + lowest_bit(s.calendar.occupied[w]);
    return from + (found - cell + calendar_slots) % calendar_slots;
  }
  return int64_max;
}

/// The next slot after the current one in which a task ends, int64_max if none. An event may lie
/// in the far list and yet end before those that came into the ring after it.
FAIRSLOT_FUNCTION inline std::int64_t next_release(RunState const& s) {
  std::int64_t const near = next_in_ring(s);
  return near < s.calendar.far_min ? near : s.calendar.far_min;
}

}  // namespace calendar
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
