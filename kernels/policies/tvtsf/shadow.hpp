/// h = exclusive: a cluster a user on which only it runs, without placement constraints, stepped
/// through the events of a stretch of slots in closed form:
///  - A user of one demand class takes all it can at once: its shadow is either free or full, and
///    starts H tasks whenever free.
///  - Otherwise residuals are kept a server type (the shadow has no constraints, so equal servers
///    stay equal). Once no further task of class d fits, k tasks of d that end are replaced by
///    exactly k tasks of d: only the ends of other classes' tasks have to be stepped through.
#pragma once

#include "kernels/policies/tvtsf/state.hpp"
#include "kernels/primitives/exact.hpp"
#include "kernels/problem_view.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace tvtsf {

/// A user of one class: free again in slot `release`; slots from .. to count. How often it starts
/// all that it can.
FAIRSLOT_FUNCTION inline std::int64_t advance_uniform(std::int64_t& release, std::int64_t duration,
                                                      std::int64_t from, std::int64_t to) {
  std::int64_t const first = release > from ? release : from;
  if (first > to) return 0;
  std::int64_t const starts = first == to ? 1 : (to - first) / duration + 1;
  release = first + starts * duration;
  return starts;
}

/// The shadow of a user of several classes.
template <int K>
struct Shadow {
  ProblemView const& p;
  State& x;
  int index;  ///< among the mixed users

  FAIRSLOT_FUNCTION std::int32_t* residual(int type) const {
    return x.shadow_left + (static_cast<std::int64_t>(index) * p.types + type) * K;
  }
  FAIRSLOT_FUNCTION std::int32_t* counts(std::int32_t batch) const {
    return x.shadow_counts + static_cast<std::int64_t>(batch) * p.types;
  }
  FAIRSLOT_FUNCTION std::int32_t const* demand(int demand_class) const {
    return demand_of<K>(p, demand_class);
  }

  /// Adds (sign = 1) or takes (-1) what the batch holds on every type.
  FAIRSLOT_FUNCTION void shift(std::int32_t batch, int demand_class, int sign) const {
    for (int y = 0; y < p.types; ++y)
      for (int r = 0; r < K; ++r)
        residual(y)[r] += sign * counts(batch)[y] * demand(demand_class)[r];
  }

  FAIRSLOT_FUNCTION void release_until(std::int64_t slot) const {
    std::int32_t* link = x.shadow_head + index;
    while (*link >= 0) {
      std::int32_t const batch = *link;
      ShadowBatch& b = x.shadows[batch];
      if (b.release > slot) {
        link = &b.next;
        continue;
      }
      shift(batch, b.demand, 1);
      *link = b.next;
      b.next = x.shadow_free;
      x.shadow_free = batch;
      --x.shadow_live;
    }
  }

  FAIRSLOT_FUNCTION std::int32_t room(int type, int demand_class) const {
    std::int32_t most = 0x7fffffff;
    for (int r = 0; r < K; ++r) {
      std::int32_t const d = demand(demand_class)[r];
      if (d == 0) continue;
      std::int32_t const fit = residual(type)[r] / d;
      most = fit < most ? fit : most;
    }
    return most;
  }

  /// Starts all that fits in `slot`: how many tasks.
  FAIRSLOT_FUNCTION std::int64_t start(std::int64_t slot, int demand_class,
                                       std::int64_t duration) const {
    std::int32_t const batch = x.shadow_free >= 0 ? x.shadow_free : x.shadow_used;
    std::int64_t total = 0;
    for (int y = 0; y < p.types; ++y) {
      counts(batch)[y] = room(y, demand_class);
      total += static_cast<std::int64_t>(counts(batch)[y]) * p.type_count[y];
    }
    if (total == 0) return 0;
    if (x.shadow_free >= 0)
      x.shadow_free = x.shadows[batch].next;
    else
      ++x.shadow_used;
    ++x.shadow_live;
    shift(batch, demand_class, -1);
    x.shadows[batch] = {slot + duration, total, x.shadow_head[index], demand_class};
    x.shadow_head[index] = batch;
    return total;
  }

  FAIRSLOT_FUNCTION std::int64_t next_other_release(int demand_class) const {
    std::int64_t next = int64_max;
    for (std::int32_t b = x.shadow_head[index]; b >= 0; b = x.shadows[b].next)
      if (x.shadows[b].demand != demand_class && x.shadows[b].release < next)
        next = x.shadows[b].release;
    return next;
  }

  /// f(batch) of each batch of the class that ends by `until`.
  template <class F>
  FAIRSLOT_FUNCTION void each_due(int demand_class, std::int64_t until, F const& f) const {
    for (std::int32_t b = x.shadow_head[index]; b >= 0; b = x.shadows[b].next)
      if (x.shadows[b].demand == demand_class && x.shadows[b].release <= until) f(x.shadows[b]);
  }

  /// Slots from .. to, with a sum of what is started in them: see SumOfTasks. False: it overflowed.
  template <class Sum>
  [[nodiscard]] FAIRSLOT_FUNCTION bool advance(int demand_class, std::int64_t duration,
                                               std::int64_t from, std::int64_t to,
                                               Sum const& sum) const {
    for (std::int64_t slot = from;;) {
      release_until(slot);
      if (!sum.add(start(slot, demand_class, duration))) return false;
      std::int64_t const other = next_other_release(demand_class);
      std::int64_t const until = other <= to ? other - 1 : to;
      if (!sum.add_repeated(*this, demand_class, duration, until)) return false;
      if (other > to) return true;
      slot = other;
    }
  }
};

/// Tasks, in whatever order.
struct SumOfTasks {
  std::int64_t& sum;

  [[nodiscard]] FAIRSLOT_FUNCTION bool add(std::int64_t total) const {
    return add_product(sum, total, 1);
  }
  /// All batches of the class that end by `until` start again at once.
  template <int K>
  [[nodiscard]] FAIRSLOT_FUNCTION bool add_repeated(Shadow<K> const& shadow, int demand_class,
                                                    std::int64_t duration,
                                                    std::int64_t until) const {
    bool fits = true;
    shadow.each_due(demand_class, until, [&](ShadowBatch& batch) {
      std::int64_t const starts = (until - batch.release) / duration + 1;
      batch.release += starts * duration;
      fits = fits && add_product(sum, batch.total, starts);
    });
    return fits;
  }
};

/// Tasks times a weight, slot by slot: a sum of doubles depends on their order.
struct WeighedSum {
  double& sum;
  double weight;

  FAIRSLOT_FUNCTION bool add(std::int64_t total) const {
    sum += weight * static_cast<double>(total);
    return true;
  }

  /// The same in the order of slots, by rounds of `duration` slots: those that end in the first of
  /// them start again in each, until another one joins.
  template <int K>
  FAIRSLOT_FUNCTION bool add_repeated(Shadow<K> const& shadow, int demand_class,
                                      std::int64_t duration, std::int64_t until) const {
    for (;;) {
      std::int64_t first = int64_max, last = 0, joins = until + 1;
      shadow.each_due(demand_class, until, [&](ShadowBatch const& batch) {
        first = batch.release < first ? batch.release : first;
      });
      if (first == int64_max) return true;
      shadow.each_due(demand_class, until, [&](ShadowBatch const& batch) {
        if (batch.release >= first + duration)
          joins = batch.release < joins ? batch.release : joins;
        else
          last = batch.release > last ? batch.release : last;
      });
      std::int64_t const rounds = (joins - 1 - last) / duration + 1;
      sum = repeat(sum, rounds,
                   [&](double x) { return round(shadow, demand_class, first, last, x); });
      shadow.each_due(demand_class, last,
                      [&](ShadowBatch& batch) { batch.release += rounds * duration; });
    }
  }

 private:
  /// x and what starts in the slots first .. last.
  template <int K>
  FAIRSLOT_FUNCTION double round(Shadow<K> const& shadow, int demand_class, std::int64_t first,
                                 std::int64_t last, double x) const {
    for (std::int64_t slot = first; slot <= last;) {
      std::int64_t total = 0, next = int64_max;
      shadow.each_due(demand_class, last, [&](ShadowBatch const& batch) {
        if (batch.release == slot) total += batch.total;
        if (batch.release > slot && batch.release < next) next = batch.release;
      });
      x += weight * static_cast<double>(total);
      slot = next;
    }
    return x;
  }
};

}  // namespace tvtsf
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
