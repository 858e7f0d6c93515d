/// The part of the k-d index (kd_index.hpp) that follows the servers: stocks of untouched ones, and
/// what happens when one changes.
#pragma once

#include "kernels/search/kd_plant.hpp"
#include "kernels/servers/servers.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace kd_index {

// ---- Stocks of untouched servers ----

template <int K>
FAIRSLOT_FUNCTION inline bool untouched(ProblemView const& p, RunState const& s, std::int32_t m) {
  std::int32_t const* const capacity =
      p.type_capacity + static_cast<std::int64_t>(p.type_of[m]) * K;
  bool same = true;
  for (int r = 0; r < K; ++r)
    same &= s.servers.residual[static_cast<std::int64_t>(r) * p.server_stride + m] == capacity[r];
  return same;
}

FAIRSLOT_FUNCTION inline std::uint64_t* words_of(ProblemView const& p, KdIndex const& x,
                                                 int stock) {
  return x.stock + static_cast<std::int64_t>(stock) * p.words;
}

FAIRSLOT_FUNCTION inline void enter_stock(ProblemView const& p, KdIndex& x, int stock,
                                          std::int32_t m) {
  words_of(p, x, stock)[m / 64] |= std::uint64_t{1} << (m % 64);
  if (m / 64 < x.stock_first[stock]) x.stock_first[stock] = m / 64;
  ++x.stock_size[stock];
  ++x.stocked;
  x.place[m] = stock;
}

FAIRSLOT_FUNCTION inline void leave_stock(ProblemView const& p, KdIndex& x, int stock,
                                          std::int32_t m) {
  words_of(p, x, stock)[m / 64] &= ~(std::uint64_t{1} << (m % 64));
  --x.stock_size[stock];
  --x.stocked;
}

/// The first permitted server of a stock, or nowhere.
FAIRSLOT_FUNCTION inline std::int32_t first_of_stock(ProblemView const& p, KdIndex& x, int stock,
                                                     std::uint64_t const* allowed) {
  std::uint64_t const* const words = words_of(p, x, stock);
  while (words[x.stock_first[stock]] == 0) ++x.stock_first[stock];
  for (int w = x.stock_first[stock]; w < p.words; ++w)
    if ((words[w] & allowed[w]) != 0) return 64 * w + lowest_bit(words[w] & allowed[w]);
  return nowhere;
}

// ---- Changes ----

/// Does a server belong into a leaf? If it is an untouched one of a frequent type it enters a
/// stock; where it has room for no class it belongs nowhere.
template <int K>
FAIRSLOT_FUNCTION inline bool belongs(ProblemView const& p, RunState const& s, KdIndex& x,
                                      std::int32_t m, Point<K> const& point) {
  bool room = servers::fits<K>(p, s, x.least, m);
  // Not if the residual is new and the ratios are not yet.
  for (int j = 0; j < K - 1; ++j) room &= point.ratio[j] < far;
  if (!room) return false;
  int const stock = x.stock_of[p.type_of[m]];
  if (stock < 0 || !untouched<K>(p, s, m)) return true;
  enter_stock(p, x, stock, m);
  return false;
}

/// Puts a server where it belongs: into a stock, a leaf, or nowhere.
template <int K>
FAIRSLOT_FUNCTION inline void enter(ProblemView const& p, RunState const& s, KdIndex& x,
                                    std::int32_t m) {
  Point<K> const point = point_of<K>(p, s, x, m);
  x.place[m] = out;
  if (belongs<K>(p, s, x, m, point)) insert<K>(p, s, x, m, point);
}

template <int K>
FAIRSLOT_FUNCTION inline void leave(ProblemView const& p, KdIndex& x, std::int32_t m) {
  std::int32_t const place = x.place[m];
  if (place == out) return;
  if (place < kd_stocks) return leave_stock(p, x, place, m);
  int const leaf = place / leaf_size, i = place % leaf_size, seat = x.seat[leaf];
  if (!x.wide[seat] && supports<K>(leaf_boxes<K>(x, seat / fan_out), seat % fan_out,
                                   point_at<K>(leaf_of<K>(x, leaf), i))) {
    x.wide[seat] = 1;
    x.group_wide[seat / fan_out] = 1;
  }
  remove<K>(x, leaf, i);
}

FAIRSLOT_FUNCTION inline void empty_stocks(ProblemView const& p, KdIndex& x) {
  x.stocked = 0;
  for (int i = 0; i < x.stocks; ++i) {
    x.stock_size[i] = 0;
    x.stock_first[i] = p.words;
    for (int w = 0; w < p.words; ++w) words_of(p, x, i)[w] = 0;
  }
}

/// Makes the tree anew.
template <int K>
FAIRSLOT_FUNCTION inline void rebuild(ProblemView const& p, RunState const& s, KdIndex& x) {
  empty_stocks(p, x);
  Item<K>* const item = items<K>(x);
  int n = 0;
  for (std::int32_t m = 0; m < p.servers; ++m) {
    x.place[m] = out;
    Point<K> const point = point_of<K>(p, s, x, m);
    if (belongs<K>(p, s, x, m, point)) item[n++] = item_of<K>(p, s, x, m, point);
  }
  plant_all<K>(x, n);
}

/// A stock for each type of at least a 64th of the servers: there are at most 64 of these.
FAIRSLOT_FUNCTION inline void choose_stocks(ProblemView const& p, KdIndex& x) {
  x.stocks = 0;
  for (int y = 0; y < p.types; ++y)
    x.stock_of[y] = std::int64_t{kd_stocks} * p.type_count[y] >= p.servers ? x.stocks++ : out;
}

}  // namespace kd_index
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
