#pragma once

#include "kernels/policies/tvtsf/h_sum.hpp"
#include "kernels/policy.hpp"
#include "kernels/primitives/arena.hpp"
#include "kernels/state.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {

/// Time-varying task share fairness: tasks started so far over what the user could have started
/// alone. Li and Wang 2024, equations 3 and 4, algorithms 1 to 5.
struct TvTsf {
  static constexpr Description info = {
      .name = "tvtsf",
      .lowest = "cumulative task share X/(w H_sum)",
      .source = "Li and Wang 2024, eq. 3-4, alg. 1-5",
      .remembers =
          "X, what the user has started, and H_sum, what it could have alone, since slot 1",
      .claims =
          "SI, PO, EF1 (Li and Wang 2024, table 1: of the optimum of their program, not of the "
          "algorithm)"};
  using Monopoly = tvtsf::Monopoly;
  using Denominators = tvtsf::Denominators;
  using Weights = tvtsf::Weights;
  using State = tvtsf::State;
  struct Options {
    Monopoly h;
    Denominators denominators;
    Weights weights;
  };
  static constexpr std::string_view h_values[] = {"exclusive", "full", "fluid"};
  static constexpr std::string_view denominator_values[] = {"backlogged", "since_arrival",
                                                            "since_start"};
  static constexpr std::string_view weight_values[] = {"given", "contribution"};
  static constexpr OptionInfo options[] = {
      {"h", option::Names{h_values},
       "h_i(t): starts on a cluster of its own in slot t; on an empty one; its mean a slot"},
      {"denominators", option::Names{denominator_values},
       "slots that count: with tasks queued; since the user's first arrival; since slot 1"},
      {"weights", option::Names{weight_values},
       "contribution: X over what the user starts alone on its own servers, without H_sum and w"}};

  static constexpr Traits traits(Options const&) { return {}; }
  static bool one_by_one_in(ProblemView const& p, Options const& o) {
    return p.weighs_jobs || o.weights == Weights::contribution;
  }

  template <int K, class User>
  FAIRSLOT_WITHIN FAIRSLOT_FUNCTION static auto share(User const& user, Options const& o) {
    State const& x = state_of<TvTsf>(user.s);
    if constexpr (requires { user.user; })
      if (!x.plain) return other_share(user, o);
    return given_share(user, o);
  }

  static bool has_shadows(ProblemView const& p, Options const& o) {
    return o.h == Monopoly::exclusive && p.mixed_users > 0 && o.weights == Weights::given;
  }

  static void lay_out(State& x, Arena& arena, ProblemView const& p, int k, RunState const&,
                      Options const& o) {
    auto const users = static_cast<std::size_t>(p.users);
    auto const mixed = static_cast<std::size_t>(has_shadows(p, o) ? p.mixed_users : 0);
    x.h_sum = arena.take<std::int64_t>(users);
    x.h_sum_fluid = arena.take<double>(users);
    x.weighed = p.weighs_jobs ? arena.take<double>(users) : nullptr;
    x.alone = o.weights == Weights::contribution ? arena.take<std::int64_t>(users) : nullptr;
    x.alone_next = x.alone != nullptr ? arena.take<std::int32_t>(users) : nullptr;
    x.accounted = arena.take<std::int64_t>(users);
    x.account_entry = arena.take<std::int32_t>(users);
    x.account_h = arena.take<std::int64_t>(users);
    x.account_duration = arena.take<std::int64_t>(users);
    x.counts = arena.take<std::uint8_t>(users);
    x.shadow_release = arena.take<std::int64_t>(o.h == Monopoly::exclusive ? users : 0);
    x.shadow_head = arena.take<std::int32_t>(mixed);
    x.shadow_left = arena.take<std::int32_t>(mixed * static_cast<std::size_t>(p.types * k));
  }

  template <class Growing>
  static void enlarge(State& x, Growing& arrays, ProblemView const& p, Options const& o) {
    if (!has_shadows(p, o)) return;
    x.shadow_capacity = x.shadow_capacity > 0 ? 2 * x.shadow_capacity : 4 * p.mixed_users + 16;
    auto const batches = static_cast<std::size_t>(x.shadow_capacity);
    arrays.resize(x.shadows, batches);
    arrays.resize(x.shadow_counts, batches * static_cast<std::size_t>(p.types));
  }

  /// account() of every user of several classes, twice, must find room for a batch each.
  FAIRSLOT_FUNCTION static bool is_full(ProblemView const& p, State const& x) {
    return x.shadow_capacity > 0 && x.shadow_live + 2 * p.mixed_users + 1 > x.shadow_capacity;
  }

  template <int K>
  FAIRSLOT_FUNCTION static void initialize(ProblemView const& p, RunState& s) {
    State& x = state_of<TvTsf>(s);
    Options const o = options_of<TvTsf>(s);
    x.shadow_free = -1;
    x.plain = x.weighed == nullptr && x.alone == nullptr;
    for (int u = 0; x.alone != nullptr && u < p.users; ++u) x.alone_next[u] = p.alone_begin[u];
    for (int u = 0; u < p.users; ++u) {
      if (p.job_begin[u] == p.job_begin[u + 1]) continue;
      x.counts[u] = o.denominators == Denominators::since_start;
      tvtsf::count_with(p, x, u, p.job_begin[u]);
    }
    for (int u = 0; u < p.users; ++u) {
      if (x.shadow_capacity == 0 || p.mixed[u] < 0) continue;
      x.shadow_head[p.mixed[u]] = -1;
      std::int64_t const kinds = std::int64_t{p.types} * K;
      for (int i = 0; i < kinds; ++i) x.shadow_left[p.mixed[u] * kinds + i] = p.type_capacity[i];
    }
  }

  /// Its sums have all slots before this one.
  template <int K>
  [[nodiscard]] FAIRSLOT_FUNCTION static bool catch_up(ProblemView const& p, RunState& s,
                                                       int user) {
    return account<K>(p, s, user, s.clock.slot - 1);
  }

  /// From this slot on its slots count, with its new head; or, for a user that this head has
  /// blocked, they count no longer.
  template <int K>
  [[nodiscard]] FAIRSLOT_FUNCTION static bool arrive(ProblemView const& p, RunState& s, int user) {
    State& x = state_of<TvTsf>(s);
    if (!catch_up<K>(p, s, user)) return false;
    x.counts[user] = !s.users.is_blocked[user];
    tvtsf::count_with(p, x, user, s.users.head[user]);
    return true;
  }

  /// From this slot on its slots count no longer.
  template <int K>
  [[nodiscard]] FAIRSLOT_FUNCTION static bool depart(ProblemView const& p, RunState& s, int user) {
    if (!catch_up<K>(p, s, user)) return false;
    state_of<TvTsf>(s).counts[user] = 0;
    return true;
  }

  template <int K>
  [[nodiscard]] FAIRSLOT_FUNCTION static bool account(ProblemView const& p, RunState& s, int user) {
    return account<K>(p, s, user, s.clock.slot);
  }
  template <int K>
  [[nodiscard]] FAIRSLOT_FUNCTION static bool account(ProblemView const& p, RunState& s, int first,
                                                      std::uint32_t who) {
    bool const plain = state_of<TvTsf>(s).plain && p.mixed_users == 0;
    if (options_of<TvTsf>(s).h == Monopoly::exclusive && plain)
      return tvtsf::account_eight<K>(p, state_of<TvTsf>(s), first, who, s.clock.slot);
    for (; who != 0; who &= who - 1)
      if (!account<K>(p, s, first + lowest_bit(who))) return false;
    return true;
  }
  /// Users of several classes take their batches from one pool: not side by side.
  FAIRSLOT_FUNCTION static bool accounts_alone(ProblemView const& p, int user) {
    return p.mixed[user] >= 0;
  }

  /// How the coming slots count for a user that has started something.
  template <int K>
  FAIRSLOT_FUNCTION static void end_slot(ProblemView const& p, RunState& s, int user) {
    State& x = state_of<TvTsf>(s);
    if (s.users.waits(user)) {
      if (x.account_entry[user] != s.users.head[user])
        tvtsf::count_with(p, x, user, s.users.head[user]);
    } else if (s.users.is_blocked[user] ||
               options_of<TvTsf>(s).denominators == Denominators::backlogged) {
      x.counts[user] = 0;
    }
  }

  /// tell(H_sum), or what stands in its place: an integer, or a double where it has other terms.
  template <class Tell>
  FAIRSLOT_FUNCTION static void h_sum(ProblemView const& p, RunState const& s, int user,
                                      Tell const& tell) {
    State const& x = state_of<TvTsf>(s);
    if (x.alone != nullptr) return tell(x.alone[user]);
    if (x.weighed != nullptr && p.is_weighed[user]) return tell(x.weighed[user]);
    if (options_of<TvTsf>(s).h == Monopoly::fluid) return tell(x.h_sum_fluid[user]);
    tell(x.h_sum[user]);
  }

  /// Brings every H_sum to the last slot, so that an overflow is never missed.
  template <int K>
  [[nodiscard]] FAIRSLOT_FUNCTION static bool finish(ProblemView const& p, RunState& s,
                                                     std::int64_t last) {
    bool fits = true;
    for (int u = 0; u < p.users; ++u) fits &= account<K>(p, s, u, last);
    return fits;
  }

 private:
  /// Over w H_sum.
  template <class User>
  FAIRSLOT_WITHIN FAIRSLOT_FUNCTION static auto given_share(User const& user, Options const& o) {
    State const& x = state_of<TvTsf>(user.s);
    auto const h_sum = o.h == Monopoly::fluid ? user.of(x.h_sum_fluid) : user.of(x.h_sum);
    return user.started() / (user.weight() * h_sum);
  }

  /// Over W, or over what the user starts alone.
  template <class User>
  FAIRSLOT_APART FAIRSLOT_FUNCTION static double other_share(User const& user, Options const& o) {
    State const& x = state_of<TvTsf>(user.s);
    if (x.alone != nullptr)
      return x.alone[user.user] == 0 ? __builtin_inf() : user.started() / user.of(x.alone);
    if (user.p.is_weighed[user.user]) return user.started() / user.of(x.weighed);
    return given_share(user, o);
  }

  template <int K>
  [[nodiscard]] FAIRSLOT_WITHIN FAIRSLOT_FUNCTION static bool account(ProblemView const& p,
                                                                      RunState& s, int user,
                                                                      std::int64_t to) {
    return tvtsf::account<K>(p, state_of<TvTsf>(s), options_of<TvTsf>(s).h, user,
                             s.users.weight[user], to);
  }
};

}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
