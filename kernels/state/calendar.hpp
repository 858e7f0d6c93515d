/// When running tasks end: see servers/calendar.hpp.
#pragma once

#include "kernels/state/sizes.hpp"

namespace fairslot {

/// Running tasks of one start: `count` tasks of one user and class on one server.
struct Event {
  std::int32_t server, user, demand, count;
};

/// Whose tasks these are.
struct Origin {
  std::int64_t start;  ///< slot
  std::int32_t entry;
};

/// Events that end in one slot. An event's index is chunk*chunk_places + place.
inline constexpr int chunk_events = 7, chunk_places = 8;
struct alignas(64) EventChunk {
  std::int64_t release;
  std::int32_t next, count;
  Event events[chunk_events];
};

/// Of the ring, in slots.
inline constexpr int calendar_slots = 1024;

struct Calendar {
  std::int32_t* ring;       ///< [calendar_slots] list heads
  std::uint64_t* occupied;  ///< [calendar_slots/64] bits of the ring's lists
  std::int32_t far;         ///< list of chunks beyond the ring
  std::int64_t far_min;     ///< its earliest release
  std::int64_t next_merge;  ///< slot
  std::int32_t ahead;       ///< the chunk of the next slot that was fetched last, or -1
  EventChunk* chunks;
  Origin* origin;  ///< [chunk_capacity][chunk_places] of events, where tasks may be lost
  std::int32_t chunk_free, chunk_used, chunk_capacity;

  void lay_out(Arena& arena, Sizes const&) {
    ring = arena.take<std::int32_t>(calendar_slots);
    occupied = arena.take<std::uint64_t>(calendar_slots / 64);
  }
};

}  // namespace fairslot
