#pragma once

#include "kernels/search/by_scan.hpp"
#include "kernels/search/count.hpp"
#include "kernels/search/question.hpp"
#include "kernels/search/shortlists.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace search {

/// Beside the k-d index: the servers released in this slot, where that pays.
struct ByShortlists {
  using State = Shortlists;

  template <int K>
  static constexpr bool answers = K > 1;
  FAIRSLOT_FUNCTION static bool taken(RunState const& s) { return s.search.engine == Search::kd; }

  static void lay_out(Arena& arena, ProblemView const& p, int k, State& x) {
    fairslot::lay_out(arena, p, k, x);
  }

  template <int K>
  FAIRSLOT_FUNCTION static void build(ProblemView const& p, RunState const&, State& x) {
    shortlists::look_at_classes<K>(p, x, p.main_reference);
  }

  FAIRSLOT_FUNCTION static void new_slot(State& x) { shortlists::new_slot(x); }

  template <int K>
  FAIRSLOT_FUNCTION static void changed(ProblemView const& p, RunState const& s, State& x, int m) {
    if (x.begun && (s.servers.touched[m / 64] >> (m % 64) & 1)) shortlists::changed<K>(p, s, x, m);
  }

  template <int K>
  FAIRSLOT_APART FAIRSLOT_FUNCTION static std::int32_t find(ProblemView const& p, RunState& s,
                                                            State& x, Question const& q) {
    if (!q.among_released || !is_served(p, q)) return undecided;
    if (!x.begun) shortlists::begin<K>(p, s, x, s.servers.touched);
    auto const [m, made] = shortlists::find<K>(p, s, x, q.demand, q.pair, q.allowed);
    if (m != undecided) count(s, made ? Path::shortlist_made : Path::shortlist);
    return ByScan::within_limits<K>(p, s, q, m);
  }
};

}  // namespace search
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
