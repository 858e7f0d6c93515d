/// Summaries of sets of servers, sixteen side by side: of each set a box around the ratios and the
/// greatest residuals. They are necessary tests only: ratios are rounded to floats, residuals to
/// bytes, and a box may be wider than its set. So a set that fails holds no better server, and one
/// that passes has to be looked into.
///
/// What the rounding of ratios can do to a score: p and q each move by a part of 2^-24, so |p - q|
/// by 2^-24 (p + q) <= 2^-24 (2 p + |p - q|); the sum adds a rounding a term. So where the computed
/// score is h, that in floats is at most h (1 + 2^-20) + 2^-22 sum(p), see limit().
#pragma once

#include "kernels/primitives/fixed.hpp"
#include "kernels/primitives/lanes.hpp"
#include "kernels/search/score.hpp"
#include "kernels/search/served.hpp"
#include "kernels/state.hpp"
#include "kernels/state/kd.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace kd_index {

using lanes::Bytes;
using lanes::Floats;
using served::byte_of;
using served::resource;

inline constexpr int fan_out = Floats::size;
inline constexpr float far = 3e38f;  ///< bound of a set where nothing can be

/// One server as the index sees it.
template <int K>
struct Point {
  Fixed<std::uint8_t, K> room;
  Fixed<float, K - 1> ratio;
};

/// Rows of bytes for K resources, of a box each or of a server each: as many as fill registers.
template <int K>
inline constexpr int rows = (K + 3) / 4 * 4;

inline constexpr int leaf_size = kd_leaf;
template <int K>
inline constexpr int leaf_rows = (K * leaf_size + 63) / 64 * 64 / leaf_size;

template <int K>
struct alignas(64) Boxes {
  Fixed<float[fan_out], K - 1> low;  ///< of the resources but the reference, ascending
  Fixed<float[fan_out], K - 1> high;
  std::uint8_t most[rows<K>][fan_out];  ///< residuals as bytes
};

/// What is asked for.
template <int K>
struct Query {
  Bytes box_need[rows<K> / 4];                     ///< each byte as often as there are boxes
  Bytes leaf_need[leaf_rows<K> * leaf_size / 64];  ///< each as often as there are servers
  Fixed<float, K - 1> target;
  double targets;  ///< their sum

  /// Scores in floats above this belong to servers whose scores are above `score`; and the other
  /// way round.
  FAIRSLOT_FUNCTION double beyond(double score) const {
    constexpr double of_score = 1.0 + 1.0 / (1 << 20), of_targets = 1.0 / (1 << 22);
    return score * of_score + targets * of_targets;
  }
  FAIRSLOT_FUNCTION float limit(double score) const {
    constexpr double most = 1e38;
    return static_cast<float>(score < most ? beyond(score) : most);
  }
};

/// Makes set i empty.
template <int K>
FAIRSLOT_FUNCTION inline void clear(Boxes<K>& x, int i) {
  for (int j = 0; j < K - 1; ++j) {
    x.low[j][i] = far;
    x.high[j][i] = -far;
  }
  for (int r = 0; r < rows<K>; ++r) x.most[r][i] = 0;
}

template <int K>
FAIRSLOT_FUNCTION inline void copy(Boxes<K> const& from, int i, Boxes<K>& to, int at) {
  for (int j = 0; j < K - 1; ++j) {
    to.low[j][at] = from.low[j][i];
    to.high[j][at] = from.high[j][i];
  }
  for (int r = 0; r < rows<K>; ++r) to.most[r][at] = from.most[r][i];
}

/// Makes set i include the server.
template <int K>
FAIRSLOT_FUNCTION inline void widen(Boxes<K>& x, int i, Point<K> const& point) {
  for (int j = 0; j < K - 1; ++j) {
    float &low = x.low[j][i], &high = x.high[j][i];
    low = point.ratio[j] < low ? point.ratio[j] : low;
    high = point.ratio[j] > high ? point.ratio[j] : high;
  }
  for (int r = 0; r < K; ++r)
    x.most[r][i] = point.room[r] > x.most[r][i] ? point.room[r] : x.most[r][i];
}

/// Would the summary of set i be narrower without the server?
template <int K>
FAIRSLOT_FUNCTION inline bool supports(Boxes<K> const& x, int i, Point<K> const& point) {
  bool support = false;
  for (int j = 0; j < K - 1; ++j)
    support |= (point.ratio[j] <= x.low[j][i]) | (point.ratio[j] >= x.high[j][i]);
  for (int r = 0; r < K; ++r) support |= point.room[r] >= x.most[r][i];
  return support;
}

template <int N>
FAIRSLOT_FUNCTION inline std::uint8_t greatest_byte(std::uint8_t const* x) {
  std::uint8_t most = 0;
  for (int i = 0; i < N; ++i) most = x[i] > most ? x[i] : most;
  return most;
}

/// Makes set i of `above` the union of the sixteen.
template <int K>
FAIRSLOT_FUNCTION inline void unite(Boxes<K> const& x, Boxes<K>& above, int i) {
  for (int j = 0; j < K - 1; ++j) {
    above.low[j][i] = least(Floats::load(x.low[j]));
    above.high[j][i] = greatest(Floats::load(x.high[j]));
  }
  for (int r = 0; r < K; ++r) above.most[r][i] = greatest_byte<fan_out>(x.most[r]);
}

/// Bit i: set i may have a server with room.
template <int K>
FAIRSLOT_FUNCTION inline std::uint32_t roomy(Boxes<K> const& x, Query<K> const& q) {
  std::uint64_t mask = ~std::uint64_t{0};
  for (int r = 0; r < rows<K>; r += 4) mask &= at_least(Bytes::load(x.most[r]), q.box_need[r / 4]);
  mask &= mask >> 32;
  return static_cast<std::uint32_t>(mask & mask >> 16) & 0xffff;
}

/// Lower bounds of the scores in each set, in floats.
template <int K>
FAIRSLOT_FUNCTION inline Floats bounds(Boxes<K> const& x, Query<K> const& q) {
  Floats sum = Floats::all(0.0f);
  for (int j = 0; j < K - 1; ++j) {
    Floats const target = Floats::all(q.target[j]);
    Floats const below = Floats::load(x.low[j]) - target, above = target - Floats::load(x.high[j]);
    sum = sum + greater(greater(below, above), Floats::all(0.0f));
  }
  return select(roomy<K>(x, q), sum, Floats::all(far));
}

}  // namespace kd_index
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
