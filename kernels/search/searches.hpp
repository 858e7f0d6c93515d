/// The ways in which one lane finds a server, in the order in which they are asked. (A team of
/// lanes has two: see find_server.hpp.) A new one: its header here, its line in the list.
///
///   struct ByExample {
///     struct State {...};                                  // what it keeps in a run, plain
///     template <int K> static constexpr bool answers;      // for so many resources
///     static bool taken(s);                                // by the run, at this moment
///     template <int K> static int32 find(p, s, x, q);      // a server, nowhere, or undecided:
///                                                          // then the next one is asked
///
/// What else it has is found by `requires`; p, s are the problem and the run, x the State:
///     lay_out(arena, p, K, x)    its arrays, where it is taken when the run is made
///     build<K>(p, s, x)          before the first slot, after residuals and ratios
///     new_slot(x)                nothing has been released yet
///     changed<K>(p, s, x, m)     server m's residual and ratios are new
/// All find the same servers, so which of them is asked changes no result. Each counts what it
/// answers (path.hpp); which a run takes is said by choice.hpp.
#pragma once

#include "kernels/search/by_kd.hpp"
#include "kernels/search/by_list.hpp"
#include "kernels/search/by_policy.hpp"
#include "kernels/search/by_rankings.hpp"
#include "kernels/search/by_ratio.hpp"
#include "kernels/search/by_scan.hpp"
#include "kernels/search/by_shortlists.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace search {

template <class... E>
class SearchList {
 public:
  /// What those taken keep.
  static void lay_out(Arena& arena, ProblemView const& p, int k, RunState& s) {
    each(s, [&]<class W>(W, auto& x) {
      if constexpr (requires { W::lay_out(arena, p, k, x); }) W::lay_out(arena, p, k, x);
    });
  }

  template <int K>
  FAIRSLOT_FUNCTION static void build(ProblemView const& p, RunState& s) {
    each(s, [&]<class W>(W, auto& x) {
      if constexpr (W::template answers<K> && requires { W::template build<K>(p, s, x); })
        W::template build<K>(p, s, x);
    });
  }

  FAIRSLOT_FUNCTION static void new_slot(RunState& s) {
    each(s, [&]<class W>(W, auto& x) {
      if constexpr (requires { W::new_slot(x); }) W::new_slot(x);
    });
  }

  template <int K>
  FAIRSLOT_FUNCTION static void changed(ProblemView const& p, RunState& s, int m) {
    each(s, [&]<class W>(W, auto& x) {
      if constexpr (W::template answers<K> && requires { W::template changed<K>(p, s, x, m); })
        W::template changed<K>(p, s, x, m);
    });
  }

  template <int K>
  FAIRSLOT_FUNCTION static std::int32_t find(ProblemView const& p, RunState& s, Question q) {
    std::int32_t m = undecided;
    (void)((answers<K, E>(p, s, q, m)) || ...);
    return m;
  }

 private:
  /// From one state to the next.
  template <class W>
  static constexpr std::size_t size = (sizeof(typename W::State) + 7) / 8 * 8;
  static_assert((size<E> + ...) <= search_state_bytes);
  static_assert((std::is_trivially_copyable_v<typename E::State> && ...));

  template <class W>
  FAIRSLOT_FUNCTION static typename W::State& state_of(RunState& s) {
    static_assert(alignof(typename W::State) <= 8);
    std::size_t at = 0;
    bool found = false;
    ((found |= std::is_same_v<E, W>, at += found ? 0 : size<E>), ...);
    return *reinterpret_cast<typename W::State*>(s.search.ways + at);
  }

  /// f(way, state) of those taken.
  template <class F>
  FAIRSLOT_WITHIN FAIRSLOT_FUNCTION static void each(RunState& s, F const& f) {
    ((E::taken(s) ? f(E{}, state_of<E>(s)) : void()), ...);
  }

  template <int K, class W>
  FAIRSLOT_WITHIN FAIRSLOT_FUNCTION static bool answers(ProblemView const& p, RunState& s,
                                                        Question q, std::int32_t& m) {
    if constexpr (W::template answers<K>)
      if (W::taken(s)) {
        Question const own = q;  // in memory only where it is asked
        m = W::template find<K>(p, s, state_of<W>(s), own);
      }
    return m != undecided;
  }
};

using Searches = SearchList<ByPolicy, ByList, ByShortlists, ByRankings, ByRatio, ByKd, ByScan>;

}  // namespace search
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
