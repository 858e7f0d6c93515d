/// The journal of the shortlists (shortlists.hpp): what the members are like, one entry after the
/// other. A member that changes is struck out and written anew at the end, so who has read up to
/// some entry has to read only what is behind it.
///
/// Rounding: a ratio q becomes min(floor(q u), most), u units a ratio. That moves no two ratios
/// farther apart than they are, but for less than 1. So where the computed score is h, the rounded
/// one is at most h u + K: see Question::limit().
#pragma once

#include "kernels/primitives/fixed.hpp"
#include "kernels/search/served.hpp"
#include "kernels/servers/servers.hpp"
#include "kernels/state/shortlists.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace shortlists {

inline constexpr std::uint16_t none = 65535;
inline constexpr std::int32_t widest = none - 1;  ///< threshold of a shortlist of all

/// 64 entries of the journal.
template <int K>
struct alignas(64) Block {
  Fixed<std::uint8_t[64], K> room;
  Fixed<std::uint16_t[64], K - 1> ratio;
};

/// What scores are computed from. Together, since a question looks at all of it, and at no
/// neighbour.
template <int K>
struct Exact {
  Fixed<double, K - 1> ratio;
  std::int64_t server;  ///< -1: struck out
};

template <int K>
FAIRSLOT_FUNCTION inline Exact<K>& exact_of(Shortlists const& x, int entry) {
  static_assert(sizeof(Exact<K>) == 8 * K);
  return reinterpret_cast<Exact<K>*>(x.exact)[entry];
}

template <int K>
FAIRSLOT_FUNCTION inline Block<K>& block_of(Shortlists const& x, int entry) {
  static_assert(sizeof(Block<K>) == 64 * (3 * K - 2));
  return reinterpret_cast<Block<K>*>(x.block)[entry / 64];
}

/// So that K - 1 distances sum up to no more than `widest`.
template <int K>
inline constexpr int most_units = widest / (K - 1) < 32767 ? widest / (K - 1) : 32767;

template <int K>
FAIRSLOT_FUNCTION inline std::uint16_t rounded(Shortlists const& x, double ratio) {
  double const units = ratio * x.scale;  // not a number where there is none of n
  return static_cast<std::uint16_t>(units < most_units<K> ? units : most_units<K>);
}

/// Units so fine that seven of eight targets are at most half of what can be told apart.
template <int K>
FAIRSLOT_FUNCTION inline double scale_for(ProblemView const& p, Shortlists const& x) {
  constexpr int exponents = 63;
  std::int64_t count[exponents] = {}, all = 0;
  for (int c = 0; c < p.classes; ++c) {
    if (p.reference_slot[c] != x.slot) continue;
    for (int j = 0; j < K - 1; ++j) {
      double const target = p.target[static_cast<std::int64_t>(c) * K + served::resource(x, j)];
      int e = 0;
      while (e < exponents - 1 && target > static_cast<double>(std::int64_t{1} << e) / 4294967296.0)
        ++e;
      ++count[e];
      ++all;
    }
  }
  int e = 0;
  for (std::int64_t below = count[0]; 8 * below < 7 * all;) below += count[++e];
  return most_units<K> / (2.0 * static_cast<double>(std::int64_t{1} << e) / 4294967296.0);
}

template <int K>
FAIRSLOT_FUNCTION inline void write(ProblemView const& p, RunState const& s, Shortlists& x,
                                    std::int32_t m) {
  std::int64_t const stride = p.server_stride;
  x.place[m] = -1;
  if (!servers::fits<K>(p, s, x.least, m)) return;
  FAIRSLOT_ASSERT(x.entries < x.capacity);
  int const entry = x.entries++, i = entry % 64;
  Block<K>& block = block_of<K>(x, entry);
  for (int r = 0; r < K; ++r)
    block.room[r][i] = served::byte_of(s.servers.residual[r * stride + m], x.shift[r]);
  Exact<K>& exact = exact_of<K>(x, entry);
  exact.server = m;
  for (int j = 0; j < K - 1; ++j) {
    std::int64_t const row = x.slot * K + served::resource(x, j);
    exact.ratio[j] = s.servers.ratio[row * stride + m];
    block.ratio[j][i] = rounded<K>(x, exact.ratio[j]);
  }
  x.place[m] = entry;
}

template <int K>
FAIRSLOT_FUNCTION inline void strike_out(Shortlists& x, int entry) {
  if (entry < 0) return;
  FAIRSLOT_ASSERT(entry < x.entries);
  exact_of<K>(x, entry).server = -1;
  block_of<K>(x, entry).room[x.n][entry % 64] = 0;  // one is enough: all classes ask for n
}

/// What the classes of a reference slot make of residuals and ratios.
template <int K>
FAIRSLOT_FUNCTION inline void look_at_classes(ProblemView const& p, Shortlists& x,
                                              int reference_slot) {
  x.slot = reference_slot;
  x.n = p.reference_of[reference_slot];
  served::look_at_classes<K>(p, x);
  x.scale = scale_for<K>(p, x);
}

/// Forgets all lists and writes the journal anew.
template <int K>
FAIRSLOT_FUNCTION inline void write_all(ProblemView const& p, RunState const& s, Shortlists& x) {
  x.entries = x.places.used = 0;
  for (int w = 0; w < p.words; ++w)
    for (std::uint64_t bits = x.members[w]; bits != 0; bits &= bits - 1)
      write<K>(p, s, x, 64 * w + lowest_bit(bits));
}

/// The residual and the ratios of member m are new.
template <int K>
FAIRSLOT_FUNCTION inline void changed(ProblemView const& p, RunState const& s, Shortlists& x,
                                      std::int32_t m) {
  if (!x.pays) return;
  if (x.entries == x.capacity) return write_all<K>(p, s, x);
  strike_out<K>(x, x.place[m]);
  write<K>(p, s, x, m);
}

}  // namespace shortlists
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
