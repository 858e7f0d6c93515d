/// Summaries of sets of servers, side by side in arrays: of each set a box around the ratios and
/// the greatest residuals. They are necessary tests only: ratios are floats rounded outward,
/// residuals bytes rounded down on both sides, and a box may be wider than its set. So a set that
/// fails holds no better server, and one that passes has to be looked into.
#pragma once

#include "kernels/fits/best.hpp"
#include "kernels/primitives/exact.hpp"
#include "kernels/primitives/lanes.hpp"
#include "kernels/state.hpp"

namespace fairslot {

template <class A>
void lay_out(A& arena, int k, int count, KdBoxes& x) {
  x.stride = (count + 63) / 64 * 64 + 64;  // 64 bytes may be read from every place on
  x.low = arena.template take<float>(static_cast<std::size_t>(k) * x.stride);
  x.high = arena.template take<float>(static_cast<std::size_t>(k) * x.stride);
  x.most = arena.template take<std::uint8_t>(static_cast<std::size_t>(k) * x.stride);
}

}  // namespace fairslot

namespace fairslot::inline FAIRSLOT_ISA::kd_index {

using lanes::Bytes;
using lanes::Doubles;
using lanes::Floats;

inline constexpr int fan_out = Floats::size;
/// Far above the few roundings that it has to cover; ratios lie within 2^-74 .. 2^74 or are 0.
inline constexpr float slack = 1.0f / (1 << 20);

FAIRSLOT_FUNCTION inline float down(double x) { return static_cast<float>(x) * (1.0f - slack); }
FAIRSLOT_FUNCTION inline float up(double x) { return static_cast<float>(x) * (1.0f + slack); }

/// A bound above this belongs to sets all of whose computed scores are above `score`.
FAIRSLOT_FUNCTION inline float limit(double score) {
  constexpr double most = 1e38;  // below the bounds of empty sets
  return score < most ? static_cast<float>(score) * (1.0f + 8 * slack) : static_cast<float>(most);
}

/// One server as the index sees it.
template <int K>
struct Point {
  std::int32_t residual[K];
  double ratio[K - 1];
};

/// What is asked for.
template <int K>
struct Query {
  std::int32_t need[K];
  double target[K - 1];
  float low[K - 1], high[K - 1];  ///< around the target
  std::uint8_t need_byte[K];
};

template <int K>
FAIRSLOT_FUNCTION inline void clear(KdBoxes const& x, int at) {
  for (int j = 0; j < K - 1; ++j) {
    x.low[j * x.stride + at] = 3e38f;
    x.high[j * x.stride + at] = -3e38f;
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
FAIRSLOT_FUNCTION inline void widen(KdBoxes const& x, int at, Point<K> const& point,
                                    int const* shift) {
  for (int j = 0; j < K - 1; ++j) {
    float const low = down(point.ratio[j]), high = up(point.ratio[j]);
    float &least = x.low[j * x.stride + at], &greatest = x.high[j * x.stride + at];
    least = low < least ? low : least;
    greatest = high > greatest ? high : greatest;
  }
  for (int r = 0; r < K; ++r) {
    auto const byte = static_cast<std::uint8_t>(point.residual[r] >> shift[r]);
    std::uint8_t& most = x.most[r * x.stride + at];
    most = byte > most ? byte : most;
  }
}

/// Would the set's summary be narrower without the server?
template <int K>
FAIRSLOT_FUNCTION inline bool supports(KdBoxes const& x, int at, Point<K> const& point,
                                       int const* shift) {
  bool support = false;
  for (int j = 0; j < K - 1; ++j)
    support |= (down(point.ratio[j]) <= x.low[j * x.stride + at]) |
               (up(point.ratio[j]) >= x.high[j * x.stride + at]);
  for (int r = 0; r < K; ++r) support |= point.residual[r] >> shift[r] >= x.most[r * x.stride + at];
  return support;
}

/// Makes set `at` of `above` the union of the 16 sets from `first` on.
template <int K>
FAIRSLOT_FUNCTION inline void unite(KdBoxes const& above, int at, KdBoxes const& x, int first) {
  for (int j = 0; j < K - 1; ++j) {
    above.low[j * above.stride + at] = least(Floats::load(x.low + j * x.stride + first));
    above.high[j * above.stride + at] = greatest(Floats::load(x.high + j * x.stride + first));
  }
  for (int r = 0; r < K; ++r) {
    std::uint8_t most = 0;
    for (int i = first; i < first + fan_out; ++i) {
      std::uint8_t const one = x.most[r * x.stride + i];
      most = one > most ? one : most;
    }
    above.most[r * above.stride + at] = most;
  }
}

/// Bit i: set first + i may have a server with room. 64 sets.
template <int K>
FAIRSLOT_FUNCTION inline std::uint64_t roomy(KdBoxes const& x, int first, Query<K> const& q) {
  std::uint64_t mask = ~std::uint64_t{0};
  for (int r = 0; r < K; ++r)
    mask &= at_least(Bytes::load(x.most + r * x.stride + first), Bytes::all(q.need_byte[r]));
  return mask;
}

/// Lower bounds of the scores in 16 sets, see limit().
template <int K>
FAIRSLOT_FUNCTION inline Floats bounds(KdBoxes const& x, int first, Query<K> const& q) {
  Floats sum = Floats::all(0.0f);
  for (int j = 0; j < K - 1; ++j) {
    Floats const below = Floats::load(x.low + j * x.stride + first) - Floats::all(q.high[j]);
    Floats const above = Floats::all(q.low[j]) - Floats::load(x.high + j * x.stride + first);
    sum = sum + greater(greater(below, above), Floats::all(0.0f));
  }
  return sum;
}

}  // namespace fairslot::inline FAIRSLOT_ISA::kd_index
