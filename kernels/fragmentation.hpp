/// What is left on servers, or of the pool, but out of reach for the problem's tasks: by server the
/// number of tasks without room there, kept from row to row, of those servers anew that have
/// changed.
#pragma once

#include "kernels/primitives/fixed.hpp"
#include "kernels/primitives/simd.hpp"
#include "kernels/state.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace fragmentation {

using lanes::Ints;
using lanes::Longs;

/// Before the first slot.
template <int K>
FAIRSLOT_FUNCTION inline void initialize(ProblemView const& p, Fragments& f) {
  f.everywhere = true;
  for (int e = 0; e < p.entries; ++e) {
    Entry const& entry = p.entry[e];
    f.tasks[entry.pair] += entry.tasks;
    f.placement[entry.pair] = entry.placement;
    for (int r = 0; r < K; ++r)
      f.demand[r * f.stride(p) + entry.pair] = demand_of<K>(p, entry.demand)[r];
    f.all_tasks += entry.tasks;
    f.everywhere &= p.is_everywhere[entry.placement] != 0;
  }
}

/// Tasks that have no room where so much is left and where permits(placement).
template <int K, class Permits>
FAIRSLOT_FUNCTION inline std::int64_t without_room(ProblemView const& p, Fragments const& f,
                                                   Fixed<std::int32_t, K> const& left,
                                                   Permits const& permits) {
  Longs const none = Longs::all(0);
  Longs sum = none;
  for (int i = 0; i < p.pairs; i += Ints::size) {
    std::uint32_t room = 0xffff;
    for (int r = 0; r < K; ++r)
      room = at_least(room, Ints::all(left[r]), Ints::load(f.demand + r * f.stride(p) + i));
    if (!f.everywhere && room != 0)
      room = static_cast<std::uint32_t>(
          simd::those(room, [&](int lane) { return permits(f.placement[i + lane]); }));
    sum = sum + select(room & 0xff, none, Longs::load(f.tasks + i));
    sum = sum + select(room >> Longs::size, none, Longs::load(f.tasks + i + Longs::size));
  }
  std::int64_t of[Longs::size], total = 0;
  sum.store(of);
  for (std::int64_t const part : of) total += part;
  return total;
}

/// Bits of the servers 64w .. 64w+63 of which something else is left than in the latest row.
template <int K>
FAIRSLOT_FUNCTION inline std::uint64_t changed(ProblemView const& p, RunState const& s, int w) {
  std::int32_t const* const now = at_word(s.servers.residual, w);
  std::int32_t const* const then = at_word(s.books.fragments.left, w);
  std::uint64_t const same = simd::for_all<K>([=](Ints::Mask mask, int r, int i) {
    std::int64_t const at = r * p.server_stride + i;
    return mask & equal(Ints::load(now + at), Ints::load(then + at));
  });
  return ~same & p.everywhere[w];
}

template <int K>
FAIRSLOT_FUNCTION inline void look_at_server(ProblemView const& p, RunState& s, int m) {
  Fragments& f = s.books.fragments;
  Fixed<std::int32_t, K> left;
  for (int r = 0; r < K; ++r) left[r] = s.servers.residual[r * p.server_stride + m];
  std::int64_t const before = f.barred[m];
  std::int64_t const barred = without_room<K>(p, f, left, [&](int placement) {
    return (p.placements[std::int64_t{placement} * p.words + m / 64] >> (m % 64) & 1) != 0;
  });
  for (int r = 0; r < K; ++r) {
    std::int32_t& then = f.left[r * p.server_stride + m];
    f.free[r] += left[r] - then;
    f.lost[r] += static_cast<Amount>(left[r]) * static_cast<Amount>(barred) -
                 static_cast<Amount>(then) * static_cast<Amount>(before);
    then = left[r];
  }
  f.barred[m] = barred;
  ++f.looks;
}

/// There may be more of it than a server can have.
template <int K>
FAIRSLOT_FUNCTION inline void look_at_pool(ProblemView const& p, RunState& s) {
  constexpr std::int64_t most = 0x7fffffff;  // no task asks for more
  Fragments& f = s.books.fragments;
  Fixed<std::int32_t, K> left;
  for (int r = 0; r < K; ++r) {
    f.free[r] = s.servers.pool[r];
    left[r] = static_cast<std::int32_t>(f.free[r] < most ? f.free[r] : most);
  }
  std::int64_t const barred = without_room<K>(p, f, left, [](int) { return true; });
  for (int r = 0; r < K; ++r)
    f.lost[r] = static_cast<Amount>(f.free[r]) * static_cast<Amount>(barred);
}

/// part[r]: of what is free of r, what is out of reach, mean over the problem's tasks.
template <int K>
FAIRSLOT_APART FAIRSLOT_FUNCTION inline void put(ProblemView const& p, RunState& s, double* part) {
  Fragments& f = s.books.fragments;
  if (s.policy.traits.pool) look_at_pool<K>(p, s);
  for (int w = 0; w < p.words && !s.policy.traits.pool; ++w)
    for (std::uint64_t bits = changed<K>(p, s, w); bits != 0; bits &= bits - 1)
      look_at_server<K>(p, s, 64 * w + lowest_bit(bits));
  for (int r = 0; r < K; ++r)
    part[r] = f.free[r] == 0 ? 0.0
                             : to_double(f.lost[r]) / (static_cast<double>(f.all_tasks) *
                                                       static_cast<double>(f.free[r]));
}

}  // namespace fragmentation
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
