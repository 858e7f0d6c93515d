/// The list of policies. A new one: its header here, its line in the list.
#pragma once

#include <array>
#include <utility>

#include "kernels/fits/fits.hpp"
#include "kernels/policies/capacity.hpp"
#include "kernels/policies/cdrf.hpp"
#include "kernels/policies/cdrf_g.hpp"
#include "kernels/policies/cmmf.hpp"
#include "kernels/policies/decayed.hpp"
#include "kernels/policies/drf.hpp"
#include "kernels/policies/drfh.hpp"
#include "kernels/policies/dynamic_drf.hpp"
#include "kernels/policies/eunomia.hpp"
#include "kernels/policies/fair.hpp"
#include "kernels/policies/fifo.hpp"
#include "kernels/policies/hdrf.hpp"
#include "kernels/policies/karma.hpp"
#include "kernels/policies/lt_drf.hpp"
#include "kernels/policies/psdsf.hpp"
#include "kernels/policies/sdrf.hpp"
#include "kernels/policies/slots.hpp"
#include "kernels/policies/tsf.hpp"
#include "kernels/policies/tvtsf.hpp"
#include "kernels/primitives/arena.hpp"
#include "kernels/primitives/simd.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {

template <class P>
consteval Placement placement_of() {
  if constexpr (requires { P::placement; })
    return P::placement;
  else
    return Placement::best;
}

/// A policy's options: its own, then those of all policies that it does not have for itself.
template <class P>
struct OptionTable {
  static constexpr bool has_fit =
      placement_of<P>() == Placement::best || placement_of<P>() == Placement::first;
  static constexpr std::size_t own = [] {
    if constexpr (requires { P::options; })
      return std::size(P::options);
    else
      return std::size_t{0};
  }();
  static_assert(own == 0 || sizeof(typename P::Options) == 8 * own, "a field an option");
  static constexpr bool has_ties = [] {
    bool has = true;
    if constexpr (own > 0)
      for (OptionInfo const& option : P::options) has &= option.name != option::ties.name;
    return has;
  }();
  static constexpr std::size_t ties_at = own + has_fit;

  static constexpr std::array<OptionInfo, ties_at + has_ties + 4> value = [] {
    std::array<OptionInfo, ties_at + has_ties + 4> all{};
    if constexpr (own > 0)
      for (std::size_t i = 0; i < own; ++i) all[i] = P::options[i];
    if constexpr (has_fit)
      all[own] = placement_of<P>() == Placement::best ? option::fit : option::fit_by_default_first;
    if constexpr (has_ties) all[ties_at] = option::ties;
    std::size_t i = ties_at + has_ties;
    for (OptionInfo const& option :
         {option::seed, option::order, option::backfill, option::skip_unplaceable})
      all[i++] = option;
    return all;
  }();
  static_assert(value.size() <= max_options);

  static Traits traits(Options const& options) {
    Traits traits = P::traits(options_of<P>(options));
    if constexpr (has_fit) {
      auto const fit = static_cast<int>(options.value[own]);
      traits.fit = placement_of<P>() == Placement::best ? fit : option::fit_of_first(fit);
    }
    if constexpr (has_ties) traits.random_ties = options.value[ties_at] != 0;
    // Another user may be asked first than the one that had no room.
    traits.steps |= traits.in_turn && traits.random_ties;
    traits.backfill = options.value[ties_at + has_ties + 2] != 0;
    traits.in_turn |= traits.backfill;
    return traits;
  }
};

/// A call of something that a policy Q may have.
#define FAIRSLOT_HOOK(...) [&]<class Q>(Q) -> decltype(__VA_ARGS__) { return __VA_ARGS__; }

/// Calls of what a policy has, by its kind; what it has not costs nothing.
template <SchedulingPolicy... P>
struct PolicyList {
  static constexpr PolicyInfo infos[] = {{P::info.name, P::info.lowest, P::info.source,
                                          P::info.remembers, P::info.claims,
                                          OptionTable<P>::value}...};

  /// What f(the policy of this kind) returns.
  template <class F>
  FAIRSLOT_WITHIN FAIRSLOT_FUNCTION static auto with(int kind, F const& f) {
    return among<F, P...>(kind, f);
  }

  static Traits traits(int kind, Options const& options) {
    Traits result;
    with(kind, [&]<class Q>(Q) { result = OptionTable<Q>::traits(options); });
    return result;
  }

  template <int K>
  FAIRSLOT_WITHIN FAIRSLOT_FUNCTION static double share(ProblemView const& p, RunState const& s,
                                                        int user) {
    return share_asked<K, P...>(p, s, user);
  }

  /// Keys of the users first + i for every bit i of `who`, close together from `keys` on, unless
  /// the run's shares are given one by one. What is behind them up to keys[7] is anything.
  template <int K>
  FAIRSLOT_FUNCTION static void put_keys(ProblemView const& p, RunState const& s, int first,
                                         std::uint32_t who, std::int64_t* keys) {
    with(s.policy.chosen.kind, [&]<class Q>(Q) {
      if constexpr (!one_by_one<Q>)
        store_close(
            who, simd::ordered(Q::template share<K>(EightUsers<K>{p, s, first}, options_of<Q>(s))),
            keys);
    });
  }
  static bool gives_one_by_one(ProblemView const& p, Policy const& policy) {
    bool result = false;
    with(policy.kind, [&]<class Q>(Q) {
      result = one_by_one<Q>;
      if constexpr (requires { Q::one_by_one_in(p, options_of<Q>(policy.options)); })
        result |= Q::one_by_one_in(p, options_of<Q>(policy.options));
    });
    return result;
  }

  /// Of servers that are cut into slots.
  FAIRSLOT_FUNCTION static std::int64_t slots_held(RunState const& s) {
    return ask(s, std::int64_t{0}, FAIRSLOT_HOOK(Q::slots_held(s)));
  }
  template <int K>
  FAIRSLOT_FUNCTION static std::int64_t tie(ProblemView const& p, RunState const& s, int user) {
    return ask(s, std::int64_t{0}, FAIRSLOT_HOOK(Q::template tie<K>(p, s, user)));
  }
  /// Ties of those in the seats first + i for every bit i.
  template <int K>
  FAIRSLOT_FUNCTION static void put_ties(ProblemView const& p, RunState& s, int first,
                                         std::uint32_t bits) {
    with(s.policy.chosen.kind, [&]<class Q>(Q) {
      if constexpr (requires { Q::template tie<K>(p, s, 0); })
        for (; bits != 0; bits &= bits - 1) {
          int const seat = first + lowest_bit(bits);
          s.seats.ties[seat] = Q::template tie<K>(p, s, s.seats.user[seat]);
        }
    });
  }
  /// Runs with these traits are Plain.
  static bool are_plain(int kind, Traits const& traits) {
    bool hears_of_starts = false;
    with(kind, [&]<class Q>(Q) {
      hears_of_starts = requires(ProblemView const& p, RunState& s) {
        Q::template started<2>(p, s, 0, 0);
      };
    });
    return is_plain(traits) && !hears_of_starts;
  }
  static bool settles(int kind) {
    bool result = false;
    with(kind, [&]<class Q>(Q) {
      result = requires(ProblemView const& p, RunState& s) { Q::template settle<2>(p, s, 0, 1); };
    });
    return result;
  }

  /// The policy's own arrays.
  static void lay_out(Arena& arena, ProblemView const& p, int k, RunState& s) {
    with(s.policy.chosen.kind, [&]<class Q>(Q) {
      if constexpr (requires { typename Q::State; })
        Q::lay_out(state_of<Q>(s), arena, p, k, s, options_of<Q>(s));
    });
  }
  /// Makes those that grow larger, at first from nothing.
  template <class Growing>
  static void enlarge(Growing& arrays, ProblemView const& p, RunState& s) {
    ask(s, FAIRSLOT_HOOK(Q::enlarge(state_of<Q>(s), arrays, p, options_of<Q>(s))));
  }
  /// They have to be, before the next slot.
  FAIRSLOT_FUNCTION static bool is_full(ProblemView const& p, RunState const& s) {
    return ask(s, false, FAIRSLOT_HOOK(Q::is_full(p, state_of<Q>(s))));
  }

  template <int K>
  FAIRSLOT_FUNCTION static void initialize(ProblemView const& p, RunState& s) {
    ask(s, FAIRSLOT_HOOK(Q::template initialize<K>(p, s)));
  }
  template <int K>
  [[nodiscard]] FAIRSLOT_FUNCTION static bool arrive(ProblemView const& p, RunState& s, int user) {
    return ask(s, true, FAIRSLOT_HOOK(Q::template arrive<K>(p, s, user)));
  }
  template <int K>
  [[nodiscard]] FAIRSLOT_FUNCTION static bool depart(ProblemView const& p, RunState& s, int user) {
    return ask(s, true, FAIRSLOT_HOOK(Q::template depart<K>(p, s, user)));
  }
  /// Before the user's weight changes.
  template <int K>
  [[nodiscard]] FAIRSLOT_FUNCTION static bool catch_up(ProblemView const& p, RunState& s,
                                                       int user) {
    return ask(s, true, FAIRSLOT_HOOK(Q::template catch_up<K>(p, s, user)));
  }
  template <int K>
  [[nodiscard]] FAIRSLOT_FUNCTION static bool account(ProblemView const& p, RunState& s, int user) {
    return ask(s, true, FAIRSLOT_HOOK(Q::template account<K>(p, s, user)));
  }
  /// account() of the users first + i for every bit i of `who`.
  template <int K>
  [[nodiscard]] FAIRSLOT_FUNCTION static bool account(ProblemView const& p, RunState& s, int first,
                                                      std::uint32_t who) {
    bool result = true;
    with(s.policy.chosen.kind, [&]<class Q>(Q) {
      if constexpr (requires { Q::template account<K>(p, s, first, who); })
        result = Q::template account<K>(p, s, first, who);
      else if constexpr (requires { Q::template account<K>(p, s, first); })
        for (; who != 0 && result; who &= who - 1)
          result = Q::template account<K>(p, s, first + lowest_bit(who));
    });
    return result;
  }
  /// account() of this user may not go on beside others'.
  FAIRSLOT_FUNCTION static bool accounts_alone(ProblemView const& p, RunState const& s, int user) {
    return ask(s, false, FAIRSLOT_HOOK(Q::accounts_alone(p, user)));
  }
  template <int K>
  FAIRSLOT_FUNCTION static void settle(ProblemView const& p, RunState& s, int user,
                                       std::int64_t slots) {
    ask(s, FAIRSLOT_HOOK(Q::template settle<K>(p, s, user, slots)));
  }
  /// settle() of one slot, of the users first + i for every bit i of `who`.
  template <int K>
  FAIRSLOT_FUNCTION static void settle_eight(ProblemView const& p, RunState& s, int first,
                                             std::uint32_t who) {
    with(s.policy.chosen.kind, [&]<class Q>(Q) {
      if constexpr (requires { Q::template settle_eight<K>(p, s, first, who); })
        Q::template settle_eight<K>(p, s, first, who);
      else if constexpr (requires { Q::template settle<K>(p, s, first, 1); })
        for (; who != 0; who &= who - 1) Q::template settle<K>(p, s, first + lowest_bit(who), 1);
    });
  }
  template <int K>
  FAIRSLOT_FUNCTION static void settle_all(ProblemView const& p, RunState& s, std::int64_t slots) {
    ask(s, FAIRSLOT_HOOK(Q::template settle_all<K>(p, s, slots)));
  }
  FAIRSLOT_FUNCTION static void reweigh(ProblemView const& p, RunState& s) {
    ask(s, FAIRSLOT_HOOK(Q::reweigh(p, s)));
  }
  template <int K>
  FAIRSLOT_FUNCTION static bool steady(ProblemView const& p, RunState const& s, int user) {
    return ask(s, true, FAIRSLOT_HOOK(Q::template steady<K>(p, s, user)));
  }
  /// Who is lowest may change though nothing ends or arrives.
  template <int K>
  FAIRSLOT_FUNCTION static bool goes_on(ProblemView const& p, RunState const& s) {
    return ask(s, false, FAIRSLOT_HOOK(Q::template goes_on<K>(p, s)));
  }
  template <int K>
  FAIRSLOT_FUNCTION static bool can_run(ProblemView const& p, RunState const& s,
                                        std::int32_t entry) {
    return can_run<K>(p, s.policy.judge.policy, s.queues.guarantee, entry);
  }
  template <int K>
  FAIRSLOT_FUNCTION static bool can_run(ProblemView const& p, Policy const& policy,
                                        double const* guarantee, std::int32_t entry) {
    bool result = true;
    with(policy.kind, [&]<class Q>(Q) {
      auto const& options = options_of<Q>(policy.options);
      if constexpr (requires { Q::template can_run<K>(p, options, guarantee, entry); })
        result = Q::template can_run<K>(p, options, guarantee, entry);
    });
    return result;
  }
  template <int K>
  FAIRSLOT_FUNCTION static bool may_start(ProblemView const& p, RunState const& s, int user) {
    return ask(s, true, FAIRSLOT_HOOK(Q::template may_start<K>(p, s, user)));
  }
  template <int K, class Keys, class HasRoom>
  FAIRSLOT_FUNCTION static std::int32_t next(ProblemView const& p, RunState& s, Keys const& keys,
                                             HasRoom const& has_room) {
    return ask(s, std::int32_t{-1}, FAIRSLOT_HOOK(Q::template next<K>(p, s, keys, has_room)));
  }
  template <int K>
  FAIRSLOT_FUNCTION static std::int32_t preference(ProblemView const& p, RunState const& s,
                                                   int user, int m) {
    return ask(s, std::int32_t{0}, FAIRSLOT_HOOK(Q::template preference<K>(p, s, user, m)));
  }
  template <int K>
  FAIRSLOT_FUNCTION static void looked(ProblemView const& p, RunState& s, int user, int m) {
    ask(s, FAIRSLOT_HOOK(Q::template looked<K>(p, s, user, m)));
  }
  FAIRSLOT_FUNCTION static bool has_room(ProblemView const& p, RunState const& s,
                                         std::int32_t entry, int m) {
    return ask(s, true, FAIRSLOT_HOOK(Q::has_room(p, s, entry, m)));
  }
  template <int K>
  FAIRSLOT_FUNCTION static void started(ProblemView const& p, RunState& s, int user,
                                        std::int32_t server) {
    ask(s, FAIRSLOT_HOOK(Q::template started<K>(p, s, user, server)));
  }
  template <int K, class Changes>
  FAIRSLOT_FUNCTION static void ended(ProblemView const& p, RunState& s, Event const& event) {
    ask(s, FAIRSLOT_HOOK(Q::template ended<K, Changes>(p, s, event)));
  }
  template <int K>
  FAIRSLOT_FUNCTION static void end_slot(ProblemView const& p, RunState& s, int user) {
    ask(s, FAIRSLOT_HOOK(Q::template end_slot<K>(p, s, user)));
  }
  template <class Tell>
  FAIRSLOT_FUNCTION static void h_sum(ProblemView const& p, RunState const& s, int user,
                                      Tell const& tell) {
    ask(s, FAIRSLOT_HOOK(Q::h_sum(p, s, user, tell)));
  }
  template <int K>
  [[nodiscard]] FAIRSLOT_FUNCTION static bool finish(ProblemView const& p, RunState& s,
                                                     std::int64_t last) {
    return ask(s, true, FAIRSLOT_HOOK(Q::template finish<K>(p, s, last)));
  }

 private:
  /// What hook(the run's policy) returns; `otherwise` where it has no such thing.
  template <class Result, class Hook>
  FAIRSLOT_WITHIN FAIRSLOT_FUNCTION static Result ask(RunState const& s, Result otherwise,
                                                      Hook const& hook) {
    with(s.policy.chosen.kind, [&]<class Q>(Q policy) {
      if constexpr (requires { hook(policy); }) otherwise = hook(policy);
    });
    return otherwise;
  }
  template <class Hook>
  FAIRSLOT_WITHIN FAIRSLOT_FUNCTION static void ask(RunState const& s, Hook const& hook) {
    with(s.policy.chosen.kind, [&]<class Q>(Q policy) {
      if constexpr (requires { hook(policy); }) hook(policy);
    });
  }
  template <class Q>
  static constexpr bool one_by_one = requires {
    Q::one_by_one;
  };

  template <int K, class Q>
  FAIRSLOT_WITHIN FAIRSLOT_FUNCTION static double share_of(ProblemView const& p, RunState const& s,
                                                           int user) {
    return Q::template share<K>(User<K>{p, s, user}, options_of<Q>(s));
  }
  /// The first policy of the list is asked on the spot, the others by a call, or the loop would
  /// grow with each of them.
  template <int K, class First, class... Others>
  FAIRSLOT_WITHIN FAIRSLOT_FUNCTION static double share_asked(ProblemView const& p,
                                                              RunState const& s, int user) {
    if (s.policy.chosen.kind == 0) return share_of<K, First>(p, s, user);
    return with(s.policy.chosen.kind, [&]<class Q>(Q) { return share_of<K, Q>(p, s, user); });
  }

  template <class F, class First, class... Others>
  FAIRSLOT_WITHIN FAIRSLOT_FUNCTION static auto among(int kind, F const& f) {
    if constexpr (sizeof...(Others) > 0)
      if (kind != 0) return among<F, Others...>(kind - 1, f);
    return f(First{});
  }
};

#undef FAIRSLOT_HOOK

using Policies = PolicyList<TvTsf, Tsf, Cdrf, CdrfG, Drf, Drfh, Cmmf, Eunomia, LtDrf, Decayed, Sdrf,
                            DynamicDrf, Fifo, Fair, Capacity, Slots, Karma, PsDsf, Hdrf>;

inline Judge judge_of(Policy const& policy) {
  return {policy, needed(Policies::traits(policy.kind, policy.options))};
}

}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
