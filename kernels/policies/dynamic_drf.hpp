#pragma once

#include "kernels/policies/lt_drf.hpp"
#include "kernels/policy.hpp"
#include "kernels/primitives/arena.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {

/// Long-term dominant shares, after a pass in which everybody gets a part of its fair share.
/// Fikioris, Agarwal and Tardos 2021, for tasks that cannot be divided.
struct DynamicDrf {
  static constexpr Description info = {
      .name = "dynamic_drf",
      .lowest = "(L + dom(U))/w, L over earlier slots; first all up to alpha*w/sum(w)",
      .source = "Fikioris, Agarwal and Tardos 2021, Dynamic DRF",
      .remembers = "L, the sum of dom(U) over all earlier slots",
      .claims =
          "SI, PO, EF1 of Dynamic MMF (Li and Wang 2024, table 1); of tasks that can be divided "
          "PO, EF and (1+rho)-IC (Fikioris, Agarwal and Tardos 2021)"};
  struct Options {
    Memory memory;
    double alpha;
  };
  static constexpr OptionInfo options[] = {
      option::memory,
      {"alpha", option::Reals{0.0, 1.0, 0.5}, "the part of its fair share that is sure"}};
  struct State {
    double* earlier;  ///< [N] L
    double weights;   ///< of all users in this slot
  };

  static constexpr Traits traits(Options const& o) {
    return {.slot_memory = o.memory == Memory::slot, .refuses = true, .passes = 2};
  }

  template <int K, class User>
  FAIRSLOT_FUNCTION static auto share(User const& user, Options const&) {
    return long_term_share<K>(user, state_of<DynamicDrf>(user.s).earlier);
  }

  static void lay_out(State& x, Arena& arena, ProblemView const& p, int, RunState const&,
                      Options const&) {
    x.earlier = arena.take<double>(static_cast<std::size_t>(p.users));
  }
  template <int K>
  FAIRSLOT_FUNCTION static void initialize(ProblemView const& p, RunState& s) {
    reweigh(p, s);
  }
  FAIRSLOT_FUNCTION static void reweigh(ProblemView const& p, RunState& s) {
    state_of<DynamicDrf>(s).weights = sum_of_weights(p, s);
  }

  template <int K>
  FAIRSLOT_FUNCTION static void settle(ProblemView const& p, RunState& s, int user,
                                       std::int64_t slots) {
    settle_long_term<K>(p, s, user, slots, state_of<DynamicDrf>(s).earlier);
  }
  template <int K>
  FAIRSLOT_FUNCTION static void settle_eight(ProblemView const& p, RunState& s, int first,
                                             std::uint32_t who) {
    settle_long_term<K>(p, s, first, who, state_of<DynamicDrf>(s).earlier);
  }

  template <int K>
  FAIRSLOT_FUNCTION static bool may_start(ProblemView const& p, RunState const& s, int user) {
    if (s.clock.pass > 0) return true;
    double const sure =
        options_of<DynamicDrf>(s).alpha * s.users.weight[user] / state_of<DynamicDrf>(s).weights;
    return dominant_share_after_next<K>(User<K>{p, s, user}) <= sure;
  }
};

}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
