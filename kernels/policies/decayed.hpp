#pragma once

#include "kernels/policies/lt_drf.hpp"
#include "kernels/policy.hpp"
#include "kernels/primitives/arena.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {

/// What a user held in earlier slots counts, too, and fades with a half-life: the fair share of
/// batch schedulers (Slurm, Kueue). At the end of each slot D becomes f*D + dom(U).
struct Decayed {
  static constexpr Description info = {
      .name = "decayed",
      .lowest = "decayed usage (D + dom(U))/w",
      .source = "Kay and Lauder 1988, decayed shares, as in Slurm",
      .remembers = "D, dom(U) of earlier slots, which fades with the half-life",
      .claims = "none"};
  struct Options {
    Memory memory;
    std::int64_t half_life;
  };
  static constexpr OptionInfo options[] = {option::memory,
                                           {"half_life", option::Integers{1, limits::count, 100},
                                            "slots in which what was used comes to count half"}};
  struct State {
    double* decayed;  ///< [N] D
    double factor;    ///< f
  };

  static constexpr Traits traits(Options const& o) {
    return {.slot_memory = o.memory == Memory::slot};
  }

  template <int K, class User>
  FAIRSLOT_FUNCTION static auto share(User const& user, Options const&) {
    return long_term_share<K>(user, state_of<Decayed>(user.s).decayed);
  }

  /// The largest double below 1 whose power, by squaring, is at most 1/2: the same everywhere.
  static double factor(std::int64_t half_life) {
    std::uint64_t low = bits_of(0.5), high = bits_of(1.0);  // power(low) <= 1/2 < power(high)
    while (high - low > 1) {
      std::uint64_t const middle = low + (high - low) / 2;
      (power(double_of(middle), half_life) <= 0.5 ? low : high) = middle;
    }
    return double_of(low);
  }
  static double power(double f, std::int64_t n) {
    double p = 1.0;
    for (int bit = highest_bit(static_cast<std::uint64_t>(n)); bit >= 0; --bit) {
      p = p * p;
      if (n >> bit & 1) p = p * f;
    }
    return p;
  }

  static void lay_out(State& x, Arena& arena, ProblemView const& p, int, RunState const&,
                      Options const& o) {
    x.decayed = arena.take<double>(static_cast<std::size_t>(p.users));
    x.factor = factor(o.half_life);
  }

  template <int K>
  FAIRSLOT_FUNCTION static bool steady(ProblemView const& p, RunState const& s, int user) {
    return after_slot<K>(p, s, user) == state_of<Decayed>(s).decayed[user];
  }
  /// As often as slots have ended, or until it changes nothing: a closed form would round
  /// differently.
  template <int K>
  FAIRSLOT_FUNCTION static void settle(ProblemView const& p, RunState& s, int user,
                                       std::int64_t slots) {
    double& decayed = state_of<Decayed>(s).decayed[user];
    double const factor = state_of<Decayed>(s).factor, share = share_held<K>(p, s, user);
    for (; slots > 0; --slots) {
      double const next = factor * decayed + share;
      if (next == decayed) break;
      decayed = next;
    }
  }
  template <int K>
  FAIRSLOT_FUNCTION static void settle_eight(ProblemView const& p, RunState& s, int first,
                                             std::uint32_t who) {
    using lanes::Doubles;
    State const& x = state_of<Decayed>(s);
    Doubles const before = Doubles::load(x.decayed + first);
    Doubles const share = dominant_share<K>(EightUsers<K>{p, s, first});
    select(who, Doubles::all(x.factor) * before + share, before).store(x.decayed + first);
  }

 private:
  template <int K>
  FAIRSLOT_FUNCTION static double share_held(ProblemView const& p, RunState const& s, int user) {
    return dominant_share<K>(s.users.counted_usage + std::int64_t{user} * K, p);
  }
  /// D after one more slot in which the user holds what it holds.
  template <int K>
  FAIRSLOT_FUNCTION static double after_slot(ProblemView const& p, RunState const& s, int user) {
    State const& x = state_of<Decayed>(s);
    return x.factor * x.decayed[user] + share_held<K>(p, s, user);
  }
};

}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
