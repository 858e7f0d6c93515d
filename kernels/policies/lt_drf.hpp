#pragma once

#include "kernels/policy.hpp"
#include "kernels/primitives/arena.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {

/// (L + dom(U))/w; `earlier`: [N] L, what is remembered of dom(U) in earlier slots.
template <int K, class User>
FAIRSLOT_FUNCTION inline auto long_term_share(User const& user, double const* earlier) {
  return (user.of(earlier) + dominant_share<K>(user)) / user.weight();
}

/// That many slots have become earlier ones.
template <int K>
FAIRSLOT_FUNCTION inline void settle_long_term(ProblemView const& p, RunState const& s, int user,
                                               std::int64_t slots, double* earlier) {
  double const share = dominant_share<K>(s.users.counted_usage + std::int64_t{user} * K, p);
  if (share > 0.0) earlier[user] = repeat_add(earlier[user], share, slots);
}

/// One slot has become an earlier one, of users first + i for every bit i of `who`.
template <int K>
FAIRSLOT_FUNCTION inline void settle_long_term(ProblemView const& p, RunState const& s, int first,
                                               std::uint32_t who, double* earlier) {
  lanes::Doubles const before = lanes::Doubles::load(earlier + first);
  select(who, before + dominant_share<K>(EightUsers<K>{p, s, first}), before)
      .store(earlier + first);
}

/// Long-term dominant shares: what a user held in all earlier slots counts as what it holds now.
/// After Tang et al. 2018.
struct LtDrf {
  static constexpr Description info = {
      .name = "lt_drf",
      .lowest = "long-term dominant share (L + dom(U))/w, L over earlier slots",
      .source = "after Tang et al. 2018, H-MRF",
      .remembers = "L, the sum of dom(U) over all earlier slots",
      .claims = "SI, PO of H-MRF (Li and Wang 2024, table 1)"};
  using Options = NoOptions;
  struct State {
    double* earlier;  ///< [N] L
  };

  static constexpr Traits traits(Options const&) { return {}; }

  template <int K, class User>
  FAIRSLOT_FUNCTION static auto share(User const& user, Options const&) {
    return long_term_share<K>(user, state_of<LtDrf>(user.s).earlier);
  }

  static void lay_out(State& x, Arena& arena, ProblemView const& p, int, RunState const&,
                      Options const&) {
    x.earlier = arena.take<double>(static_cast<std::size_t>(p.users));
  }
  template <int K>
  FAIRSLOT_FUNCTION static void settle(ProblemView const& p, RunState& s, int user,
                                       std::int64_t slots) {
    settle_long_term<K>(p, s, user, slots, state_of<LtDrf>(s).earlier);
  }
  template <int K>
  FAIRSLOT_FUNCTION static void settle_eight(ProblemView const& p, RunState& s, int first,
                                             std::uint32_t who) {
    settle_long_term<K>(p, s, first, who, state_of<LtDrf>(s).earlier);
  }
};

}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
