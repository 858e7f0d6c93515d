/// The users that wait, side by side: see users/seats.hpp. S = ceil(N/64)*64.
#pragma once

#include "kernels/state/released.hpp"
#include "kernels/state/sizes.hpp"

namespace fairslot {

struct Seats {
  int count;                     ///< seats that are given
  bool stale;                    ///< other users wait than have seats
  std::int32_t* of;              ///< [N] seat
  std::int32_t* user;            ///< [S]
  std::uint64_t* taken;          ///< [S/64] bits of users
  std::uint64_t* failed_before;  ///< [S/64] bits of users that waited at the end of the slot before
  std::int32_t* head_demand;     ///< [K][S]
  std::int32_t* head_group;      ///< [S] placement group

  // Who contends: see users/contenders.hpp.
  std::uint64_t* contenders;  ///< [S/64] bits of seats: may still start a task
  std::int64_t* keys;         ///< [S+8] of the contenders
  std::int64_t* key_blocks;   ///< see FirstLeast
  std::int64_t* ties;         ///< [S] second words of the keys, or null

  // Who may be frozen: see users/freeze.hpp.
  std::uint64_t* certified;   ///< [S/64] bits of seats: no room in the slot before with this head
  std::uint64_t* may_use;     ///< [M][S/64] bits of users whose head may run on the server
  std::uint8_t* reach_count;  ///< [S] released servers that are in reach
  std::uint64_t* reach;       ///< [S/64][released_most] bits of seats for whose head there is room

  void lay_out(Arena& arena, Sizes const& z) {
    std::size_t const words = z.user_words(), seats = 64 * words;
    of = arena.take<std::int32_t>(z.users());
    user = arena.take<std::int32_t>(seats);
    taken = arena.take<std::uint64_t>(words);
    failed_before = arena.take<std::uint64_t>(words);
    head_demand = arena.take<std::int32_t>(z.resources * seats);
    head_group = arena.take<std::int32_t>(seats);
    contenders = arena.take<std::uint64_t>(words);
    keys = arena.take<std::int64_t>(seats + 8);
    key_blocks = arena.take<std::int64_t>((words + 63) / 64 * 64);
    ties = z.has_ties ? arena.take<std::int64_t>(seats) : nullptr;
    certified = arena.take<std::uint64_t>(words);
    may_use = arena.take<std::uint64_t>(z.lists_released ? z.servers() * words : 0);
    reach_count = arena.take<std::uint8_t>(seats);
    reach = arena.take<std::uint64_t>(z.lists_released ? words * released_most : 0);
  }
};

}  // namespace fairslot
