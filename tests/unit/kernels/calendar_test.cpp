/// The calendar against a map: what ends comes in its slot, near or far, and the next end is known.
#include "kernels/servers/calendar.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <vector>

namespace fairslot {
namespace {

class CalendarOf {
 public:
  explicit CalendarOf(std::int32_t chunks)
      : ring_(calendar_slots, -1),
        occupied_(calendar_slots / 64),
        chunks_(static_cast<std::size_t>(chunks)) {
    run.calendar.ring = ring_.data(), run.calendar.occupied = occupied_.data();
    run.calendar.chunks = chunks_.data(), run.calendar.chunk_capacity = chunks;
    run.calendar.far = run.calendar.ahead = run.calendar.chunk_free = -1;
    run.calendar.far_min = int64_max;
  }

  /// Counts of the events that are due in the current slot, which are taken out.
  std::multiset<std::int32_t> due() {
    std::multiset<std::int32_t> counts;
    std::int32_t const first = calendar::take_due(run);
    std::int32_t last = -1;
    for (std::int32_t chunk = first; chunk >= 0; chunk = chunks_[std::size_t(chunk)].next) {
      EventChunk const& events = chunks_[std::size_t(chunk)];
      for (int i = 0; i < events.count; ++i) counts.insert(events.events[i].count);
      last = chunk;
    }
    if (last >= 0) calendar::recycle(run, first, last);
    return counts;
  }

  RunState run{};

 private:
  std::vector<std::int32_t> ring_;
  std::vector<std::uint64_t> occupied_;
  std::vector<EventChunk> chunks_;
};

/// The engine looks into slots in which something ends or arrives, and jumps over the others.
TEST(Calendar, WhatEndsComesInItsSlot) {
  constexpr int events = 3000;
  for (unsigned seed = 0; seed < 20; ++seed) {
    std::mt19937 random(seed);
    auto const up_to = [&](int most) {
      return static_cast<std::int32_t>(random() % static_cast<unsigned>(most)) + 1;
    };
    CalendarOf calendar(events);
    std::map<std::int64_t, std::multiset<std::int32_t>> plain;
    std::int64_t& slot = calendar.run.clock.slot;
    for (int made = 0; made < events || !plain.empty();) {
      std::int64_t const next = plain.empty() ? int64_max : plain.begin()->first;
      ASSERT_EQ(calendar::next_release(calendar.run), next) << "seed " << seed << ", slot " << slot;
      std::int64_t const arrival = made < events ? slot + up_to(seed % 2 ? 3 : 900) : int64_max;
      slot = std::min(next, arrival);
      auto const due = plain.extract(slot);
      ASSERT_EQ(calendar.due(), due ? due.mapped() : std::multiset<std::int32_t>())
          << "seed " << seed << ", slot " << slot;
      if (slot != arrival) continue;
      for (int few = up_to(9); few > 0 && made < events; --few, ++made) {
        std::int64_t const end = slot + up_to(made % 3 ? 2 * calendar_slots : 5 * calendar_slots);
        calendar::schedule(calendar.run, end, {0, 0, 0, made});
        plain[end].insert(made);
      }
    }
  }
}

}  // namespace
}  // namespace fairslot
