/// What a run has done so far, and what the host takes of it.
#pragma once

#include "kernels/primitives/exact.hpp"
#include "kernels/simulation.hpp"
#include "kernels/state/fragments.hpp"
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
  std::int32_t users, waiting_users;
  double min_share, max_share, entitled_gap, smallest_unplaced;
  std::int64_t sum;
  std::uint64_t squares_high, squares_low;
};

struct Queueing {
  std::int64_t slots, tasks;
};

/// Queueing times below this are counted in place; longer ones leave as pairs.
inline constexpr int dense_queueing = 8192;

struct Books {
  /// Tasks. All four change with every start, as one: no line of memory may part them.
  alignas(32) std::int64_t started;
  std::int64_t started_in_slot, running, queued;

  Amount lost_time[max_resources];  ///< slots of lost tasks, times their demands
  bool record_rows, record_picks;
  bool record_shares, record_fragmentation;  ///< with the rows
  std::int64_t row_every, rows_due;          ///< of the slots that have a row each so many is kept
  std::int64_t last_release, makespan;       ///< slots
  std::int64_t used[max_resources];          ///< by running tasks

  // Dominant shares of running tasks, divided by the weight, for the slot rows.
  std::int64_t present, present_idle;  ///< users with tasks queued or running; with share 0
  std::int64_t share_sum;              ///< of fixed_point(share)
  std::uint64_t squares_high, squares_low;
  std::int64_t* share;       ///< [N rounded up to 64] bits of the double, 0 where absent
  std::uint8_t* is_present;  ///< [N] counted in `present`

  // The same, not divided, and what it could be: 0 where absent.
  double* held;     ///< [N] dom(U)
  double* wanted;   ///< [N] dom(U + what is queued), at most 1
  double* full_at;  ///< [N] wanted by its own weight: the level at which it has it
  double* next;     ///< [N] dom(d) of the next task, where one waits

  double *told_share, *told_entitled;  ///< [N] of the latest row of shares
  Fragments fragments;
  ShareRow* share_row;
  std::int32_t share_count, share_capacity;
  double* fragmentation;  ///< [row_capacity][K]

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
    for (double** const of_users : {&held, &wanted, &full_at, &next})
      *of_users = arena.take<double>(record_rows ? z.users() : 0);
    for (double** const of_users : {&told_share, &told_entitled})
      *of_users = arena.take<double>(record_shares ? z.users() : 0);
    fragments.lay_out(arena, z, record_fragmentation);
    booked = arena.take<Booked>(z.problem.entries);
    last_done = arena.take<std::int64_t>(z.problem.servers_change ? z.problem.entries : 0);
    queueing = arena.take<std::int64_t>(dense_queueing);
  }
};

}  // namespace fairslot
