/// The users that wait, side by side in ascending order: `seated[i]` is the user in seat i, so that
/// few of many users are looked at together. Seats are given anew at the start of a slot if others
/// wait than before; a user whose queue gets empty keeps its seat until then.
#pragma once

#include "kernels/primitives/exact.hpp"
#include "kernels/primitives/lanes.hpp"
#include "kernels/state.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace seats {

FAIRSLOT_FUNCTION inline int user_words(ProblemView const& p) { return (p.users + 63) / 64; }
/// From one resource of `head_demand` to the next.
FAIRSLOT_FUNCTION inline std::int64_t stride(ProblemView const& p) {
  return std::int64_t{64} * user_words(p);
}
/// Words of a bit a seat.
FAIRSLOT_FUNCTION inline int words(RunState const& s) { return (s.seats.count + 63) / 64; }

/// Bits of the seats 64w .. that are given.
FAIRSLOT_FUNCTION inline std::uint64_t given(RunState const& s, int w) {
  int const more = s.seats.count - 64 * w;
  return more >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << more) - 1;
}

/// The demand and the placement group of the user's head.
template <int K>
FAIRSLOT_FUNCTION inline void show_head(ProblemView const& p, RunState& s, int user) {
  Entry const& entry = p.entry[s.users.head[user]];
  int const seat = s.seats.of[user];
  FAIRSLOT_ASSERT(0 <= seat && seat < stride(p) && s.seats.user[seat] == user);
  s.seats.head_group[seat] = entry.placement;
  std::int32_t const* const demand = demand_of<K>(p, entry.demand);
  for (int r = 0; r < K; ++r) s.seats.head_demand[r * stride(p) + seat] = demand[r];
}

/// Bits of users to bits of seats: bits[0], bits[stride] ...
FAIRSLOT_FUNCTION inline void to_seats(ProblemView const& p, RunState const& s,
                                       std::uint64_t const* users, std::uint64_t* bits,
                                       int stride) {
  std::uint64_t word = 0;
  int at = 0;  // bits in it
  for (int w = 0; w < user_words(p); ++w) {
    std::uint64_t const who = s.seats.taken[w];
    std::uint64_t const more = lanes::gather_bits(users[w], who);
    word |= more << at;
    int const next = at + static_cast<int>(bits_set(who));
    if (next >= 64) {
      *bits = word;
      bits += stride;
      word = at == 0 ? 0 : more >> (64 - at);
    }
    at = next % 64;
  }
  if (at != 0) *bits = word;
}

/// Call when a slot's users are known.
template <int K>
FAIRSLOT_FUNCTION inline void give(ProblemView const& p, RunState& s) {
  if (s.seats.stale) {
    s.seats.stale = false;
    s.seats.count = 0;
    for (int w = 0; w < user_words(p); ++w) {
      s.seats.taken[w] = s.users.waiting[w];
      for (std::uint64_t bits = s.users.waiting[w]; bits != 0; bits &= bits - 1) {
        int const user = 64 * w + lowest_bit(bits);
        FAIRSLOT_ASSERT(user < p.users && s.seats.count < p.users);
        s.seats.of[user] = s.seats.count;
        s.seats.user[s.seats.count++] = user;
        show_head<K>(p, s, user);
      }
    }
  }
  to_seats(p, s, s.seats.failed_before, s.seats.certified, 1);
}

}  // namespace seats
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
