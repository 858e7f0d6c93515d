/// What a run has done so far, and what the host takes of it.
#pragma once

#include "kernels/simulation.hpp"
#include "kernels/state/sizes.hpp"

namespace fairslot {

/// What a run has done of a job entry: see RunResult.
struct Booked {
  std::int64_t queue_sum, first_start, last_end, held;
  std::int32_t started, unused;
};

/// A slot row before its last division.
struct RawRow {
  std::int64_t slot, running, queued, started;
  std::int64_t used[max_resources];
  std::int64_t slots_held;
  std::int64_t users;
  double min_share, max_share;
  std::int64_t sum;
  std::uint64_t squares_high, squares_low;
};

struct Queueing {
  std::int64_t slots, tasks;
};

/// Queueing times below this are counted in place; longer ones leave as pairs.
inline constexpr int dense_queueing = 8192;

struct Books {
  bool record_rows, record_picks;
  std::int64_t last_release, makespan;    ///< slots
  std::int64_t started, started_in_slot;  ///< tasks
  std::int64_t running, queued;           ///< tasks
  std::int64_t used[max_resources];       ///< by running tasks

  // Dominant shares of running tasks, divided by the weight, for the slot rows.
  std::int64_t present, present_idle;  ///< users with tasks queued or running; with share 0
  std::int64_t share_sum;              ///< of fixed_point(share)
  std::uint64_t squares_high, squares_low;
  std::int64_t* share;       ///< [N rounded up to 64] bits of the double, 0 where absent
  std::uint8_t* is_present;  ///< [N] counted in `present`

  Booked* booked;           ///< [J]
  std::int64_t* last_done;  ///< [J] slot in which a task ended last, where tasks may be lost
  std::int64_t* queueing;   ///< [dense_queueing] tasks that waited so many slots
  Queueing* long_queueing;
  std::int32_t long_queueing_count, long_queueing_capacity;
  RawRow* row;
  std::int32_t row_count, row_capacity;
  Pick* pick;
  std::int32_t pick_count, pick_capacity;

  void lay_out(Arena& arena, Sizes const& z) {
    share = arena.take<std::int64_t>(z.user_words() * 64);
    is_present = arena.take<std::uint8_t>(z.users());
    booked = arena.take<Booked>(z.problem.entries);
    last_done = arena.take<std::int64_t>(z.problem.servers_change ? z.problem.entries : 0);
    queueing = arena.take<std::int64_t>(dense_queueing);
  }
};

}  // namespace fairslot
