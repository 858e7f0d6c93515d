/// What is asked of the journal: in bytes and 16-bit numbers, 64 or 32 entries at a time, to choose
/// a few entries; in integers and doubles to choose among them, as everywhere.
#pragma once

#include "kernels/primitives/fixed.hpp"
#include "kernels/search/score.hpp"
#include "kernels/search/shortlist_journal.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace shortlists {

using Least = score::Least;
using lanes::Bytes;
using lanes::Words;

/// Of one demand class and permitted set.
template <int K>
struct Question {
  ProblemView const& p;
  RunState const& s;
  Shortlists& x;
  std::int32_t const* need;
  std::uint64_t const* allowed;
  Fixed<double, K - 1> target;
  Fixed<Bytes, K> room;
  Fixed<Words, K - 1> ratio;

  FAIRSLOT_FUNCTION Question(ProblemView const& problem, RunState const& state, Shortlists& lists,
                             int demand, std::uint64_t const* permitted)
      : p(problem), s(state), x(lists), need(demand_of<K>(p, demand)), allowed(permitted) {
    for (int r = 0; r < K; ++r) room[r] = Bytes::all(served::byte_of(need[r], x.shift[r]));
    double const* const targets = target_of<K>(p, demand);
    for (int j = 0; j < K - 1; ++j) {
      target[j] = targets[served::resource(x, j)];
      ratio[j] = Words::all(rounded<K>(x, target[j]));
    }
  }

  FAIRSLOT_FUNCTION std::uint64_t permitted(int first, std::uint64_t bits) const {
    std::uint64_t open = 0;
    for (; bits != 0; bits &= bits - 1) {
      std::int64_t const m = exact_of<K>(x, first + lowest_bit(bits)).server;
      if (m >= 0 && (allowed[m / 64] >> (m % 64) & 1)) open |= bits & (~bits + 1);
    }
    return open;
  }

  /// Bits of the entries first .. first+63 that are written, permitted, and may have room.
  FAIRSLOT_FUNCTION std::uint64_t open(int first) const {
    Block<K> const& block = block_of<K>(x, first);
    int const written = x.entries - first;
    std::uint64_t bits = written < 64 ? (std::uint64_t{1} << written) - 1 : ~std::uint64_t{0};
    for (int r = 0; r < K; ++r) bits &= at_least(Bytes::load(block.room[r]), room[r]);
    return allowed == p.everywhere ? bits : permitted(first, bits);
  }

  /// Rounded scores of 32 entries.
  FAIRSLOT_FUNCTION Words scores(int first) const {
    Block<K> const& block = block_of<K>(x, first);
    Words sum = Words::all(0);
    for (int j = 0; j < K - 1; ++j)
      sum = sum + distance(ratio[j], Words::load(block.ratio[j] + first % 64));
    return sum;
  }

  /// No entry of a rounded score above this has a score as low as `score`.
  FAIRSLOT_FUNCTION std::int32_t limit(double score) const {
    constexpr double slack = 1.0 + 1.0 / (1 << 20);
    double const units = score * x.scale * slack + K;
    return units < widest ? static_cast<std::int32_t>(units) : widest;
  }

  FAIRSLOT_FUNCTION bool holds(std::int32_t m) const {
    return m >= 0 && (x.exact_rooms || servers::fits<K>(p, s, need, m));
  }

  FAIRSLOT_FUNCTION double score(Exact<K> const& exact) const {
    return fits::Best::sum_of_gaps<double, K>([&](int j) { return target[j] - exact.ratio[j]; });
  }
};

/// Considers an entry. False: it does not hold any more. Whether there is still room is looked up,
/// far away, of what would be the best only.
template <int K>
FAIRSLOT_FUNCTION inline bool consider(Question<K> const& q, std::int32_t entry, Least& best) {
  Exact<K> const& exact = exact_of<K>(q.x, entry);
  auto const m = static_cast<std::int32_t>(exact.server);
  if (m < 0) return false;
  double const score = q.score(exact);
  bool const better = (score < best.score) | ((score == best.score) & (m < best.server));
  if (!better) return true;
  if (!q.holds(m)) return false;
  best = {score, m};
  return true;
}

}  // namespace shortlists
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
