#pragma once

#include "kernels/search/count.hpp"
#include "kernels/search/question.hpp"
#include "kernels/search/scan.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace search {

/// By what the policy prefers instead of a placement: all permitted servers with room, or the
/// released ones, word by word.
struct ByPolicy {
  struct State {};

  template <int K>
  static constexpr bool answers = true;
  FAIRSLOT_FUNCTION static bool taken(RunState const& s) { return s.policy.traits.by_server; }

  template <int K>
  FAIRSLOT_APART FAIRSLOT_FUNCTION static std::int32_t find(ProblemView const& p, RunState& s,
                                                            State&, Question const& q) {
    count(s, q.among_released ? Path::released : Path::scan);
    std::int32_t best = nowhere, most = -1;
    for (int w = 0; w < p.words; ++w) {
      std::uint64_t bits = scan::open_among<K>(p, s, q.entry, q.allowed, w, q.among_released);
      for (; bits != 0; bits &= bits - 1) {
        int const m = 64 * w + lowest_bit(bits);
        std::int32_t const value = Policies::preference<K>(p, s, q.user, m);
        if (value > most) most = value, best = m;
      }
    }
    return best;
  }
};

}  // namespace search
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
