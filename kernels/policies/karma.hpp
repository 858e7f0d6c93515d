#pragma once

#include "kernels/policy.hpp"
#include "kernels/primitives/arena.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {

/// Credits for demands that change: who leaves of its guaranteed part earns what others borrow of
/// theirs. Vuppalapati et al. 2023, with dominant shares for slices and credits in proportion.
struct Karma {
  static constexpr Description info = {
      .name = "karma",
      .lowest = "share beyond the guaranteed part, less credits; first all up to that part",
      .source = "Vuppalapati et al. 2023, credits, of dominant shares",
      .remembers = "c, credits: earned by leaving some of the guaranteed part, spent on more",
      .claims =
          "PO, online SP and optimal long-term fairness of its slices (Vuppalapati et al. 2023)"};
  struct Options {
    double alpha;
  };
  static constexpr OptionInfo options[] = {
      {"alpha", option::Reals{0.0, 1.0, 0.5}, "the part of its fair share that is guaranteed"}};
  struct State {
    double* credits;     ///< [N] c
    double* guaranteed;  ///< [N] g
    double* unused;      ///< [N] q, in the slot that is settled
    double* borrowed;    ///< [N] b
  };

  static constexpr Traits traits(Options const&) { return {.refuses = true, .passes = 2}; }

  template <int K, class User>
  FAIRSLOT_FUNCTION static auto share(User const& user, Options const&) {
    using Number = typename User::Number;
    using lanes::all, lanes::greater;
    State const& x = state_of<Karma>(user.s);
    Number const beyond = dominant_share<K>(user) - user.of(x.guaranteed);
    return greater(beyond, all<Number>(0.0)) / user.weight() - user.of(x.credits);
  }

  static void lay_out(State& x, Arena& arena, ProblemView const& p, int, RunState const&,
                      Options const&) {
    for (double** const array : {&x.credits, &x.guaranteed, &x.unused, &x.borrowed})
      *array = arena.take<double>(static_cast<std::size_t>(p.users));
  }
  template <int K>
  FAIRSLOT_FUNCTION static void initialize(ProblemView const& p, RunState& s) {
    reweigh(p, s);
  }
  FAIRSLOT_FUNCTION static void reweigh(ProblemView const& p, RunState& s) {
    double const sum = sum_of_weights(p, s);
    double const alpha = options_of<Karma>(s).alpha;
    for (int u = 0; u < p.users; ++u)
      state_of<Karma>(s).guaranteed[u] = alpha * s.users.weight[u] / sum;
  }

  template <int K>
  FAIRSLOT_FUNCTION static bool may_start(ProblemView const& p, RunState const& s, int user) {
    return s.clock.pass > 0 ||
           dominant_share_after_next<K>(User<K>{p, s, user}) <= state_of<Karma>(s).guaranteed[user];
  }

  /// What was borrowed in all is paid to those who left something, in proportion.
  template <int K>
  FAIRSLOT_FUNCTION static void settle_all(ProblemView const& p, RunState& s, std::int64_t slots) {
    State const& x = state_of<Karma>(s);
    double all_borrowed = 0.0, all_unused = 0.0;
    for (int u = 0; u < p.users; ++u) {
      double const beyond =
          dominant_share<K>(s.users.counted_usage + std::int64_t{u} * K, p) - x.guaranteed[u];
      x.borrowed[u] = beyond > 0.0 ? beyond : 0.0;
      x.unused[u] = beyond < 0.0 ? -beyond : 0.0;
      all_borrowed += x.borrowed[u];
      all_unused += x.unused[u];
    }
    double const used = all_borrowed < all_unused ? all_borrowed : all_unused;
    double const paid = all_unused > 0.0 ? used / all_unused : 0.0;
    double const grant = (1.0 - options_of<Karma>(s).alpha) / static_cast<double>(p.users);
    for (int u = 0; u < p.users; ++u)
      x.credits[u] = repeat_add(
          x.credits[u], grant + (x.unused[u] * paid - x.borrowed[u]) / s.users.weight[u], slots);
  }
};

}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
