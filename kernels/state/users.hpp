/// What is known of each user: its queue, what it holds, what it has done in this slot.
#pragma once

#include "kernels/macros.hpp"
#include "kernels/primitives/exact.hpp"
#include "kernels/state/sizes.hpp"

namespace fairslot {

struct Users {
  std::uint64_t* waiting;    ///< [ceil(N/64)] bits: has tasks queued and is not blocked
  std::uint64_t* dirty;      ///< [ceil(N/64)] bits: usage or queue changed in this slot
  std::uint8_t* is_blocked;  ///< [N]
  std::int32_t* blocked;     ///< [N][2] user, entry
  std::int32_t blocked_count;
  bool gaps;  ///< entries behind the head may have no tasks left: later jobs pass, tasks are lost

  std::int32_t* head;         ///< [N] entry
  std::int32_t* tail;         ///< [N] end of the entries that have arrived
  std::int32_t* left;         ///< [N] tasks of the head not yet started
  std::int32_t* head_pair;    ///< [N] of the head; -1 before the first
  std::int32_t* shown_group;  ///< [N] whose servers are in may_use

  // Where later jobs may pass one that finds no room (backfill), until the slot ends.
  std::int32_t* front;       ///< [N] of those that are passing: the first entry of the queue
  std::uint64_t* passing;    ///< [ceil(N/64)] bits: the head is behind the front
  std::uint64_t* exhausted;  ///< [ceil(N/64)] bits: none of the queue is left to be tried

  std::int64_t* total_started;  ///< [N] X
  std::int64_t* in_flight;      ///< [N] running tasks
  std::int64_t* lost;           ///< [N] starts taken back, where servers go down
  std::int64_t* usage;          ///< [N][K] of running tasks
  Amount* queued;               ///< [N][K] demands of the tasks queued, 0 where blocked
  std::int64_t* slot_started;   ///< [N] tasks started in this slot (memory = slot)
  std::int64_t* slot_usage;     ///< [N][K] of these
  std::int64_t* counted;        ///< [N] tasks that the policy counts: in_flight or slot_started
  std::int64_t* counted_usage;  ///< [N][K] of these: usage or slot_usage
  std::int64_t* settled;        ///< [N] last slot that is in the policy's books

  double* own_weight;           ///< [N] the user's, whatever its jobs have
  std::int32_t* weigher;        ///< [N] the entry whose weight is w, or whose user's is
  double* weight;               ///< [N] w of this slot, see users/weights.hpp
  bool reweighed;               ///< some is another than the policy has been told of
  std::int32_t* slot_head;      ///< [N] the head at the start of the slot
  std::int64_t* slot_monopoly;  ///< [N] its H
  std::int32_t* slot_count;     ///< [N] tasks of the head started and not yet booked
  std::int32_t* slot_event;     ///< [N] event of the latest start of the head, or -1
  std::uint8_t* is_starter;     ///< [N]
  std::int32_t* starter;        ///< [N] users that have started a task
  std::int32_t starters;

  void lay_out(Arena& arena, Sizes const& z) {
    std::size_t const users = z.users(), k = z.resources;
    lay_out_queues(arena, z);
    total_started = arena.take<std::int64_t>(users);
    in_flight = arena.take<std::int64_t>(users);
    lost = arena.take<std::int64_t>(z.problem.servers_change ? users : 0);
    usage = arena.take<std::int64_t>(users * k);
    queued = arena.take<Amount>(users * k);
    bool const slot = z.traits.slot_memory;
    slot_started = arena.take<std::int64_t>(slot ? users : 0);
    slot_usage = arena.take<std::int64_t>(slot ? users * k : 0);
    counted = slot ? slot_started : in_flight;
    counted_usage = slot ? slot_usage : usage;
    settled = arena.take<std::int64_t>(z.settles ? users : 0);
    own_weight = arena.take<double>(users);
    weigher = arena.take<std::int32_t>(z.problem.weighs_jobs ? users : 0);
    weight = arena.take<double>(users);
    slot_head = arena.take<std::int32_t>(z.traits.reads_head ? users : 0);
    slot_monopoly = arena.take<std::int64_t>(z.traits.reads_head ? users : 0);
    slot_count = arena.take<std::int32_t>(users);
    slot_event = arena.take<std::int32_t>(users);
    is_starter = arena.take<std::uint8_t>(users);
    starter = arena.take<std::int32_t>(users);
  }

  FAIRSLOT_FUNCTION bool waits(int user) const { return waiting[user / 64] >> (user % 64) & 1; }
  FAIRSLOT_FUNCTION bool is_passing(int user) const {
    return passing[user / 64] >> (user % 64) & 1;
  }
  FAIRSLOT_FUNCTION bool is_exhausted(int user) const {
    return exhausted[user / 64] >> (user % 64) & 1;
  }
  FAIRSLOT_FUNCTION void mark_dirty(int user) {
    dirty[user / 64] |= std::uint64_t{1} << (user % 64);
  }

 private:
  void lay_out_queues(Arena& arena, Sizes const& z) {
    waiting = arena.take<std::uint64_t>(z.user_words());
    dirty = arena.take<std::uint64_t>(z.user_words());
    is_blocked = arena.take<std::uint8_t>(z.users());
    blocked = arena.take<std::int32_t>(2 * z.users());
    head = arena.take<std::int32_t>(z.users());
    tail = arena.take<std::int32_t>(z.users());
    left = arena.take<std::int32_t>(z.users());
    head_pair = arena.take<std::int32_t>(z.users());
    shown_group = arena.take<std::int32_t>(z.users());
    bool const passes = z.traits.backfill;
    front = arena.take<std::int32_t>(passes ? z.users() : 0);
    passing = arena.take<std::uint64_t>(passes ? z.user_words() : 0);
    exhausted = arena.take<std::uint64_t>(passes ? z.user_words() : 0);
  }
};

}  // namespace fairslot
