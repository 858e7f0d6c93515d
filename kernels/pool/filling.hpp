/// Progressive filling of one pool, by one lane or by the lanes of a team: each sum is of the same
/// numbers in the same order, so both come to the same bits. Who fills is an executor that can
/// besides `sort` (by a total order) and find the `first` of some places of which something is
/// true.
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "kernels/executor/alone.hpp"
#include "kernels/primitives/arena.hpp"

namespace fairslot::pool {
inline namespace FAIRSLOT_ISA {

/// max_r d_r/C_r of one task; infinite where there is nothing of what it needs.
FAIRSLOT_FUNCTION inline double dominant_share(double const* demand, double const* capacity,
                                               int resources) {
  double share = 0;
  for (int r = 0; r < resources; ++r)
    if (demand[r] > 0) share = std::max(share, demand[r] / capacity[r]);
  return share;
}

/// At a level: a user has all it wants, or a resource ends.
struct Event {
  double level;
  std::int32_t of;
};

struct Sooner {
  FAIRSLOT_FUNCTION bool operator()(Event const& a, Event const& b) const {
    return a.level != b.level ? a.level < b.level : a.of < b.of;
  }
};

/// One instance; or many, one behind the other, of which at() gives one.
struct FillingView {
  double const* capacity;  ///< [K]
  double const* demand;    ///< [users][K]
  double const* cost;      ///< [users] level a task; infinite: gets nothing
  double const* limit;     ///< [users] of tasks
  double* tasks;           ///< [users] the answer
  // What it works with.
  double* rate;    ///< [users][K] what each needs a level
  Event* rising;   ///< [users] who rise, by the level of their limits
  double* rates;   ///< [users][K] beside rising: of all from there on
  double* before;  ///< [users + 1][K] beside rising: used by those before

  void lay_out(Arena& arena, int resources, std::int64_t users, std::int64_t instances) {
    rate = arena.take<double>(users * resources);
    rising = arena.take<Event>(users);
    rates = arena.take<double>(users * resources);
    before = arena.take<double>((users + instances) * resources);
  }
  FAIRSLOT_FUNCTION FillingView at(int resources, std::int64_t instance, std::int64_t user) const {
    std::int64_t const row = user * resources;
    return {capacity + instance * resources,
            demand + row,
            cost + user,
            limit + user,
            tasks + user,
            rate + row,
            rising + user,
            rates + row,
            before + row + instance * resources};
  }
};

/// A phase lasts until a resource ends, so there are K at most. Sums hold what is added only, never
/// what is taken away: users may differ by many orders.
template <int K, class By>
class Filling {
 public:
  FAIRSLOT_FUNCTION Filling(By const& by, FillingView const& view, int users)
      : by_(by), v_(view), users_(users) {}

  FAIRSLOT_FUNCTION void run() {
    begin();
    while (count_ > 0) phase();
  }

 private:
  static constexpr double endless = __builtin_inf();

  FAIRSLOT_FUNCTION static std::int64_t row(int i) { return std::int64_t{i} * K; }
  FAIRSLOT_FUNCTION bool rises(int i) const { return v_.cost[i] < endless && v_.limit[i] > 0; }

  /// f(W, r) for resources r .. r + W - 1, each of which one lane sums up by itself.
  template <class F>
  FAIRSLOT_FUNCTION void by_resources(F const& f) const {
    if constexpr (By::one_lane)
      f(std::integral_constant<int, K>(), 0);
    else
      by_.each(K, [&](int r) { f(std::integral_constant<int, 1>(), r); });
  }

  FAIRSLOT_FUNCTION void begin() {
    by_.each(users_, [&](int i) {
      v_.tasks[i] = 0;
      if (!rises(i)) return;
      double const level = 1 / v_.cost[i];
      for (int r = 0; r < K; ++r) v_.rate[row(i) + r] = v_.demand[row(i) + r] * level;
    });
    count_ = by_.alone([&] {
      int count = 0;
      for (int i = 0; i < users_; ++i)
        if (rises(i)) v_.rising[count++] = {v_.limit[i] * v_.cost[i], i};
      for (int r = 0; r < K; ++r) v_.before[r] = 0;
      return count;
    });
    by_.sort(v_.rising, count_, Sooner());
  }

  FAIRSLOT_FUNCTION void sum_up() {
    by_resources([&](auto width, int r) {
      double sum[width] = {}, used[width];
      for (int p = count_; p-- > 0;)
        for (int w = 0; w < width; ++w)
          v_.rates[row(p) + r + w] = sum[w] += v_.rate[row(v_.rising[p].of) + r + w];
      for (int w = 0; w < width; ++w) used[w] = v_.before[r + w];
      for (int p = 0; p < count_; ++p)
        for (int w = 0; w < width; ++w)
          v_.before[row(p + 1) + r + w] = used[w] +=
              v_.rising[p].level * v_.rate[row(v_.rising[p].of) + r + w];
    });
  }

  /// Of a resource, once those before have all they want.
  FAIRSLOT_FUNCTION double left(int p, int r) const {
    return std::max(v_.capacity[r] - v_.before[row(p) + r], 0.0);
  }
  /// Whether all from there on can rise to the limit of the first of them.
  FAIRSLOT_FUNCTION bool comes_to_limit(int p) const {
    for (int r = 0; r < K; ++r) {
      double const rates = v_.rates[row(p) + r];
      if (rates > 0 && v_.rising[p].level * rates > left(p, r)) return false;
    }
    return true;
  }
  /// At which level the first resource ends: of those who rise, by what each adds a level.
  FAIRSLOT_FUNCTION Event end_of(int p) const {
    Event first{endless, 0};
    for (int r = 0; r < K; ++r) {
      double const rates = v_.rates[row(p) + r];
      if (rates > 0 && left(p, r) / rates < first.level) first = {left(p, r) / rates, r};
    }
    return {std::max(first.level, level_), first.of};
  }

  FAIRSLOT_FUNCTION void phase() {
    sum_up();
    int const through = by_.first(count_, [&](int p) { return !comes_to_limit(p); });
    by_.each(through, [&](int p) {
      std::int32_t const i = v_.rising[p].of;
      v_.tasks[i] = v_.limit[i];
    });
    if (through > 0) level_ = v_.rising[through - 1].level;
    if (through < count_)
      stop(through, end_of(through));
    else
      count_ = 0;
  }

  /// Those before are through; of the others go who need the resource that ends.
  FAIRSLOT_FUNCTION void stop(int from, Event const& end) {
    level_ = end.level;
    auto const needs = [&](int p) { return v_.demand[row(v_.rising[p].of) + end.of] != 0; };
    by_.each(count_ - from, [&](int k) {
      if (!needs(from + k)) return;
      std::int32_t const i = v_.rising[from + k].of;
      v_.tasks[i] = std::min(level_ / v_.cost[i], v_.limit[i]);
    });
    by_resources([&](auto width, int r) {
      double used[width];
      for (int w = 0; w < width; ++w) used[w] = v_.before[row(from) + r + w];
      for (int p = from; p < count_; ++p) {
        if (!needs(p)) continue;
        for (int w = 0; w < width; ++w) used[w] += level_ * v_.rate[row(v_.rising[p].of) + r + w];
      }
      for (int w = 0; w < width; ++w) v_.before[r + w] = used[w];
    });
    count_ = by_.alone([&] {
      int stay = 0;
      for (int p = from; p < count_; ++p)
        if (!needs(p)) v_.rising[stay++] = v_.rising[p];
      return stay;
    });
  }

  By const& by_;
  FillingView v_;
  int users_, count_ = 0;  // of v_.rising
  double level_ = 0;
};

}  // namespace FAIRSLOT_ISA
}  // namespace fairslot::pool
