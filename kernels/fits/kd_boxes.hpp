/// Summaries of sets of servers, side by side in arrays: of each set a box around the ratios and
/// the greatest residuals. They are necessary tests only: ratios are rounded to floats, residuals
/// to bytes, and a box may be wider than its set. So a set that fails holds no better server, and
/// one that passes has to be looked into.
///
/// What the rounding of ratios can do to a score: each |p - q| moves by less than 2^-23 (p + q),
/// and q <= p + |p - q|. So where the computed score is h, that in floats is at most h (1 + c) + c
/// sum(p) for a small c; limit() takes c = 2^-17, which is ample.
#pragma once

#include "kernels/fits/best.hpp"
#include "kernels/primitives/lanes.hpp"
#include "kernels/state.hpp"

namespace fairslot {

struct KdBoxes {
  float* low;          ///< [K-1][stride] ratios of the resources but the reference, ascending
  float* high;         ///< [K-1][stride]
  std::uint8_t* most;  ///< [K][stride] residuals as bytes
  std::int32_t stride;
};

template <class A>
void lay_out(A& arena, int k, std::size_t count, KdBoxes& x) {
  std::size_t const stride = (count + 63) / 64 * 64 + 64;  // 64 may be read from every place on
  x.low = arena.template take<float>(k * stride);
  x.high = arena.template take<float>(k * stride);
  x.most = arena.template take<std::uint8_t>(k * stride);
  x.stride = static_cast<std::int32_t>(stride);
}

}  // namespace fairslot

namespace fairslot::inline FAIRSLOT_ISA::kd_index {

using lanes::Bytes;
using lanes::Floats;

inline constexpr int fan_out = Floats::size;
inline constexpr float far = 3e38f;  ///< bound of an empty set

/// Residuals beyond all demands are 255.
FAIRSLOT_FUNCTION inline std::uint8_t byte_of(std::int32_t residual, int shift) {
  std::int32_t const byte = residual >> shift;
  return static_cast<std::uint8_t>(byte < 255 ? byte : 255);
}

/// One server as the index sees it.
template <int K>
struct Point {
  std::uint8_t room[K];
  float ratio[K - 1];
};

/// What is asked for.
template <int K>
struct Query {
  std::uint8_t need[K];
  float target[K - 1];
  double margin;  ///< for the rounding of ratios

  /// Scores in floats above this belong to servers whose scores are above `score`.
  FAIRSLOT_FUNCTION float limit(double score) const {
    constexpr double most = 1e38;
    constexpr double slack = 1.0 / (1 << 17);
    return static_cast<float>(score < most ? score * (1.0 + slack) + margin * slack : most);
  }
};

template <int K>
FAIRSLOT_FUNCTION inline void clear(KdBoxes const& x, int at) {
  for (int j = 0; j < K - 1; ++j) {
    x.low[j * x.stride + at] = far;
    x.high[j * x.stride + at] = -far;
  }
  for (int r = 0; r < K; ++r) x.most[r * x.stride + at] = 0;
}

template <int K>
FAIRSLOT_FUNCTION inline void copy(KdBoxes const& x, int from, int to) {
  for (int j = 0; j < K - 1; ++j) {
    x.low[j * x.stride + to] = x.low[j * x.stride + from];
    x.high[j * x.stride + to] = x.high[j * x.stride + from];
  }
  for (int r = 0; r < K; ++r) x.most[r * x.stride + to] = x.most[r * x.stride + from];
}

/// Makes set `at` include the server.
template <int K>
FAIRSLOT_FUNCTION inline void widen(KdBoxes const& x, int at, Point<K> const& point) {
  for (int j = 0; j < K - 1; ++j) {
    float &low = x.low[j * x.stride + at], &high = x.high[j * x.stride + at];
    low = point.ratio[j] < low ? point.ratio[j] : low;
    high = point.ratio[j] > high ? point.ratio[j] : high;
  }
  for (int r = 0; r < K; ++r) {
    std::uint8_t& most = x.most[r * x.stride + at];
    most = point.room[r] > most ? point.room[r] : most;
  }
}

/// Would the set's summary be narrower without the server?
template <int K>
FAIRSLOT_FUNCTION inline bool supports(KdBoxes const& x, int at, Point<K> const& point) {
  bool support = false;
  for (int j = 0; j < K - 1; ++j)
    support |= (point.ratio[j] <= x.low[j * x.stride + at]) |
               (point.ratio[j] >= x.high[j * x.stride + at]);
  for (int r = 0; r < K; ++r) support |= point.room[r] >= x.most[r * x.stride + at];
  return support;
}

template <int N>
FAIRSLOT_FUNCTION inline std::uint8_t greatest_byte(std::uint8_t const* x) {
  std::uint8_t most = 0;
  for (int i = 0; i < N; ++i) most = x[i] > most ? x[i] : most;
  return most;
}

/// Makes set `at` of `above` the union of the 16 sets from `first` on.
template <int K>
FAIRSLOT_FUNCTION inline void unite(KdBoxes const& above, int at, KdBoxes const& x, int first) {
  for (int j = 0; j < K - 1; ++j) {
    above.low[j * above.stride + at] = least(Floats::load(x.low + j * x.stride + first));
    above.high[j * above.stride + at] = greatest(Floats::load(x.high + j * x.stride + first));
  }
  for (int r = 0; r < K; ++r)
    above.most[r * above.stride + at] = greatest_byte<fan_out>(x.most + r * x.stride + first);
}

/// Bit i: set first + i may have a server with room. 64 sets.
template <int K>
FAIRSLOT_FUNCTION inline std::uint64_t roomy(KdBoxes const& x, int first, Query<K> const& q) {
  std::uint64_t mask = ~std::uint64_t{0};
  for (int r = 0; r < K; ++r)
    mask &= at_least(Bytes::load(x.most + r * x.stride + first), Bytes::all(q.need[r]));
  return mask;
}

/// Lower bounds of the scores in 16 sets, in floats.
template <int K>
FAIRSLOT_FUNCTION inline Floats bounds(KdBoxes const& x, int first, Query<K> const& q) {
  Floats sum = Floats::all(0.0f);
  for (int j = 0; j < K - 1; ++j) {
    Floats const target = Floats::all(q.target[j]);
    Floats const below = Floats::load(x.low + j * x.stride + first) - target;
    Floats const above = target - Floats::load(x.high + j * x.stride + first);
    sum = sum + greater(greater(below, above), Floats::all(0.0f));
  }
  return sum;
}

}  // namespace fairslot::inline FAIRSLOT_ISA::kd_index
