#pragma once

#include "kernels/search/by_scan.hpp"
#include "kernels/search/kd_index.hpp"
#include "kernels/search/notes.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace search {

/// Best fit among many servers of several resources, by a k-d tree of all of them. It is brought up
/// to date when it is asked. (One resource needs none: the first server with room is the best.)
struct ByKd {
  struct State {
    KdIndex index;
    Notes notes;
  };

  template <int K>
  static constexpr bool answers = K > 1;
  FAIRSLOT_FUNCTION static bool taken(RunState const& s) { return s.search.engine == Search::kd; }

  static void lay_out(Arena& arena, ProblemView const& p, int k, State& x) {
    fairslot::lay_out(arena, p, k, x.index);
    fairslot::lay_out(arena, p, x.notes);
  }

  template <int K>
  FAIRSLOT_FUNCTION static void build(ProblemView const& p, RunState const& s, State& x) {
    kd_index::build<K>(p, s, x.index, p.main_reference);
  }

  FAIRSLOT_FUNCTION static void new_slot(State& x) { notes::new_slot(x.notes); }

  template <int K>
  FAIRSLOT_FUNCTION static void changed(ProblemView const&, RunState const&, State& x, int m) {
    notes::add(x.notes, m);
  }

  template <int K>
  FAIRSLOT_APART FAIRSLOT_FUNCTION static std::int32_t find(ProblemView const& p, RunState& s,
                                                            State& x, Question const& q) {
    if (!is_served(p, q)) return ByScan::instead<K>(p, s, q, Path::scan_other);
    if (is_sparse(p, q.allowed)) return ByScan::instead<K>(p, s, q, Path::scan_sparse);
    if (notes::scan_pays(p, x.notes)) return ByScan::instead<K>(p, s, q, Path::scan_behind);
    notes::catch_up(x.notes, [&](int m) { kd_index::changed<K>(p, s, x.index, m); });
    count(s, Path::kd);
    return ByScan::within_limits<K>(p, s, q, kd_index::find<K>(p, s, x.index, q.demand, q.allowed));
  }

 private:
  /// So few servers are permitted that a scan is faster. Dense sets are told by their first words.
  FAIRSLOT_FUNCTION static bool is_sparse(ProblemView const& p, std::uint64_t const* allowed) {
    constexpr std::uint64_t few = 128;
    std::uint64_t count = 0;
    for (int w = 0; w < p.words && count <= few; ++w) count += bits_set(allowed[w]);
    return count <= few;
  }
};

}  // namespace search
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
