#pragma once

#include "kernels/search/count.hpp"
#include "kernels/search/question.hpp"
#include "kernels/search/rankings.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace search {

/// The answer to the last question of the same demand class and permitted set, continued: before an
/// index, of all servers, or instead of one.
struct ByRankings {
  using State = Rankings;

  template <int K>
  static constexpr bool answers = true;
  FAIRSLOT_FUNCTION static bool taken(RunState const& s) { return s.search.rankings; }

  static void lay_out(Arena& arena, ProblemView const& p, int k, State& x) {
    fairslot::lay_out(arena, p, k, x);
  }

  template <int K>
  FAIRSLOT_FUNCTION static void changed(ProblemView const& p, RunState const& s, State& x, int m) {
    if (x.places.used > 0) rankings::note<K>(p, s, x.log, m);  // nobody else reads them
  }

  template <int K>
  FAIRSLOT_FUNCTION static std::int32_t find(ProblemView const& p, RunState& s, State& x,
                                             Question q) {
    // Of the released servers indices of their own know more.
    if (q.among_released && s.search.engine != Search::scan) return undecided;
    rankings::Worth const worth = worth_of<K>(p, s, q.user);
    bool const none = x.places.used == 0 && worth.answers == rankings::never && !worth.sure;
    return none ? undecided : continued<K>(p, s, x, q, worth);
  }

 private:
  template <int K>
  FAIRSLOT_APART FAIRSLOT_FUNCTION static std::int32_t continued(ProblemView const& p, RunState& s,
                                                                 State& x, Question const& q,
                                                                 rankings::Worth worth) {
    bool made = false;
    std::int32_t const m = Fits::with(s.policy.traits.fit, [&]<class F>(F) {
      return rankings::find<K, F>(p, s, x, q, worth, made);
    });
    if (m != undecided) count(s, made ? Path::ranking_made : Path::ranking);
    return m;
  }

  /// Making a ranking takes as long as one or two scans, tens of questions to the k-d index of ten
  /// thousand servers, some hundred to the ratio index; the tasks of the job that are left will
  /// ask, those of the pair's next jobs may.
  template <int K>
  FAIRSLOT_FUNCTION static rankings::Worth worth_of(ProblemView const& p, RunState const& s,
                                                    std::int32_t user) {
    constexpr std::int32_t few = 4;
    std::int32_t const left = s.users.left[user], many = p.words / 40 + few;
    if (s.search.engine == Search::scan) return {left >= few, few, p.servers};
    if (s.search.engine == Search::kd) return {left >= many, many, p.servers};
    return {left >= p.words / 2 + few, rankings::never, 512};
  }
};

}  // namespace search
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
