#pragma once

#include "kernels/search/by_scan.hpp"
#include "kernels/search/notes.hpp"
#include "kernels/search/ratio_index.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace search {

/// Best fit among many servers of two resources, by two indices:
///  - `every` holds all servers and is brought up to date when it is asked.
///  - `fresh` holds the servers released in this slot and is made when first asked. They are a
///    fraction of all, and under overload nearly every question is about them.
struct ByRatio {
  struct State {
    RatioIndex every, fresh;
    Notes notes;       ///< of `every`
    bool fresh_built;  ///< in this slot
  };

  template <int K>
  static constexpr bool answers = K == 2;
  FAIRSLOT_FUNCTION static bool taken(RunState const& s) {
    return s.search.engine == Search::ratio;
  }

  static void lay_out(Arena& arena, ProblemView const& p, int /*k*/, State& x) {
    fairslot::lay_out(arena, p.servers, x.every.order);
    fairslot::lay_out(arena, p.servers, x.fresh.order);
    fairslot::lay_out(arena, p, x.notes);
  }

  template <int K>
  FAIRSLOT_FUNCTION static void build(ProblemView const& p, RunState const& s, State& x) {
    ratio_index::build<K>(p, s, x.every, p.main_reference, p.everywhere);
    ratio_index::build<K>(p, s, x.fresh, p.main_reference, s.servers.touched);
  }

  FAIRSLOT_FUNCTION static void new_slot(State& x) {
    x.fresh_built = false;
    notes::new_slot(x.notes);
  }

  template <int K>
  FAIRSLOT_FUNCTION static void changed(ProblemView const& p, RunState const& s, State& x, int m) {
    notes::add(x.notes, m);
    if (x.fresh_built && (s.servers.touched[m / 64] >> (m % 64) & 1))
      ratio_index::changed<K>(p, s, x.fresh, m);
  }

  template <int K>
  FAIRSLOT_APART FAIRSLOT_FUNCTION static std::int32_t find(ProblemView const& p, RunState& s,
                                                            State& x, Question const& q) {
    if (!is_served(p, q)) return ByScan::instead<K>(p, s, q, Path::scan_other);
    if (!q.among_released && notes::scan_pays(p, x.notes))
      return ByScan::instead<K>(p, s, q, Path::scan_behind);
    RatioIndex& index = q.among_released ? fresh<K>(p, s, x) : every<K>(p, s, x);
    std::int32_t const m = ratio_index::find<K>(p, index, q.demand, q.allowed);
    if (m == ratio_index::gave_up) return ByScan::instead<K>(p, s, q, Path::scan_gave_up);
    count(s, q.among_released ? Path::ratio_fresh : Path::ratio);
    return ByScan::within_limits<K>(p, s, q, m);
  }

 private:
  template <int K>
  FAIRSLOT_FUNCTION static RatioIndex& every(ProblemView const& p, RunState const& s, State& x) {
    notes::catch_up(x.notes, [&](int m) { ratio_index::changed<K>(p, s, x.every, m); });
    return x.every;
  }
  template <int K>
  FAIRSLOT_FUNCTION static RatioIndex& fresh(ProblemView const& p, RunState const& s, State& x) {
    if (!x.fresh_built) ratio_index::rebuild<K>(p, s, x.fresh);
    x.fresh_built = true;
    return x.fresh;
  }
};

}  // namespace search
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
