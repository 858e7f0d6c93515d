/// What a policy is: who is next. One header in kernels/policies/ and its line in policies.hpp; the
/// engine asks it for a share a user, lowest first, then for a tie, then takes the lowest user.
///
///   struct Example {
///     static constexpr Description info = {.name = "example", .lowest = "what its key is", ...};
///     struct Options { Memory memory; std::int64_t half_life; };   // fields of 8 bytes each ...
///     static constexpr OptionInfo options[] = {...};               // ... in this order (optional)
///     static constexpr Traits traits(Options const&);
///     template <int K, class User>                                 // see User, EightUsers below
///     static auto share(User const&, Options const&);
///
/// What else it has is found by `requires`; p, s are the problem and the run, `user` an index:
///     placement                      Placement::none, own or a default other than best fit
///     one_by_one                     true: share() takes a User only
///     one_by_one_in(p, options)      the same, of such a problem
///     struct State; lay_out(State&, Arena&, p, K, options), keeps(p, options)
///                                    arrays of its own, see state_of(); those that grow: enlarge()
///     initialize<K>(p, s)            before the first slot
///     arrive<K>(p, s, user)          the user had no queue and has one now, or has another head
///                                    since tasks were lost, or is blocked from this slot on.
///                                    False: overflow
///     catch_up<K>(p, s, user)        before its weight changes in this slot. False: overflow
///     depart<K>(p, s, user)          the user leaves for good in this slot. False: overflow
///     account<K>(p, s, user)         before its share in this slot is asked for. False: overflow
///     settle<K>(p, s, user, n)       n slots have ended in which what the user holds was as it is
///     settle_eight<K>(p, s, first, who)   one slot, of users first + i for every bit i of who
///     settle_all<K>(p, s, n)         the same of all users at once
///     reweigh(p, s)                  weights are others than before, from this slot or the next on
///     steady<K>(p, s, user)          one more such slot changes nothing: who has it is settled in
///                                    pieces over long stretches, unless it is so
///     goes_on<K>(p, s)               where slots step: who is lowest may change in a quiet slot
///     can_run<K>(p, options, guarantee, entry)
///                                    of queues with these. False: blocks, as a task that no server
///                                    could host
///     may_start<K>(p, s, user)       in this pass. False: out of it, with all whose keys it shares
///     has_room(p, s, entry, m)       where the server's resources suffice. False: no room there;
///                                    starts only take room, who asks for no less has none, either
///     preference<K>(p, s, user, m)   where traits.by_server, instead of a placement: of servers
///                                    with room the largest is taken, then the lowest server
///     looked<K>(p, s, user, m)       that server, or -1, has been looked for: from now on share(),
///                                    which was at most the user's key before, is the key
///     next<K>(p, s, keys, has_room)  where traits.in_queues: the seat of the contender (as in
///                                    users/contenders.hpp) whose turn it is, or -1
///     tie<K>(p, s, user)             where traits.ties: decides between equal keys; below 2^31
///                                    unless its options exclude lots
///     started<K>(p, s, user, server), ended<K, Changes>(p, s, event)   of tasks
///     end_slot<K>(p, s, user)        of each user that has started a task in it
///     slots_held(s)                  by running tasks, where servers are cut into slots
///     h_sum(p, s, user, tell)        tell(what it counts that the user could have had)
///     finish<K>(p, s, last slot)     False: overflow
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

#include "kernels/policy_spec.hpp"
#include "kernels/primitives/lanes.hpp"
#include "kernels/state.hpp"

namespace fairslot {

/// All that is said of it in words, see PolicyInfo.
struct Description {
  std::string_view name, lowest, source, remembers, claims;
};

/// Who says on which of the servers with room a task runs.
enum class Placement {
  best,   ///< the option `fit` of all policies, best fit by default
  first,  ///< the same, first fit by default
  own,    ///< an option of the policy's own
  none    ///< a pool, or the policy prefers servers
};

enum class Memory : std::int64_t { running, slot };

namespace option {

inline constexpr std::string_view memory_values[] = {"running", "slot"};
inline constexpr std::string_view switch_values[] = {"0", "1"};

inline constexpr OptionInfo memory = {
    "memory", Names{memory_values},
    "which tasks a user is charged for: those running, or those started in this slot"};
inline constexpr std::string_view ties_values[] = {"user", "random"};
inline constexpr OptionInfo ties = {
    "ties", Names{ties_values}, "who is next of equal keys: the lowest user, or one drawn by lot"};
inline constexpr OptionInfo seed = {"seed", Seed{}, "of the lots that ties and order draw"};
inline constexpr std::string_view order_values[] = {"listed", "reversed", "random"};
inline constexpr OptionInfo order = {"order", Names{order_values},
                                     "of the servers, the first of which is taken of equal ones"};
inline constexpr OptionInfo backfill = {"backfill", Names{switch_values},
                                        "1: later jobs of the user pass one that finds no room"};
inline constexpr OptionInfo skip_unplaceable = {"skip_unplaceable", Names{switch_values},
                                                "1: jobs that can never run are left out"};

inline constexpr OptionInfo strict = {
    "strict", Names{switch_values}, "1: the slot is over when the lowest user's task has no room"};

}  // namespace option

inline namespace FAIRSLOT_ISA {

/// Policies without options.
struct NoOptions {};

/// The options' values as the policy's own struct.
template <class P>
FAIRSLOT_FUNCTION inline typename P::Options options_of(Options const& options) {
  typename P::Options own;
  if constexpr (!std::is_empty_v<typename P::Options>) {
    static_assert(sizeof(own) % 8 == 0 && sizeof(own) <= sizeof(options.value));
    __builtin_memcpy(&own, options.value, sizeof(own));
  }
  return own;
}
template <class P>
FAIRSLOT_FUNCTION inline typename P::Options options_of(RunState const& s) {
  return options_of<P>(s.policy.chosen.options);
}

template <class P>
FAIRSLOT_FUNCTION inline typename P::State& state_of(RunState& s) {
  static_assert(sizeof(typename P::State) <= policy_state_bytes &&
                std::is_trivially_copyable_v<typename P::State>);
  return *reinterpret_cast<typename P::State*>(s.policy.state);
}
template <class P>
FAIRSLOT_FUNCTION inline typename P::State const& state_of(RunState const& s) {
  return *reinterpret_cast<typename P::State const*>(s.policy.state);
}

/// A user that waits, as share() sees it. All numbers are doubles; what is counted is of running
/// tasks, or under memory = slot of those started in this slot.
template <int K>
struct User {
  using Number = double;
  ProblemView const& p;
  RunState const& s;
  int user;

  /// x[user]
  FAIRSLOT_FUNCTION double of(double const* x) const { return x[user]; }
  FAIRSLOT_FUNCTION double of(std::int64_t const* x) const { return static_cast<double>(x[user]); }
  /// x[user][r]
  template <class T>
  FAIRSLOT_FUNCTION double of(T const* x, int r) const {
    return static_cast<double>(x[static_cast<std::int64_t>(user) * K + r]);
  }
  FAIRSLOT_FUNCTION double demand(int r) const {
    return p.demands[static_cast<std::int64_t>(next().demand) * K + r];
  }
  FAIRSLOT_FUNCTION double submit() const { return next().submit; }

  FAIRSLOT_FUNCTION double weight() const { return of(s.users.weight); }                ///< w
  FAIRSLOT_FUNCTION double started() const { return of(s.users.total_started); }        ///< X
  FAIRSLOT_FUNCTION double count() const { return of(s.users.counted); }                ///< n
  FAIRSLOT_FUNCTION double usage(int r) const { return of(s.users.counted_usage, r); }  ///< U
  /// H of the head job at the start of the slot.
  FAIRSLOT_FUNCTION double monopoly() const { return of(s.users.slot_monopoly); }
  /// x[pair] of that job
  FAIRSLOT_FUNCTION double of_head(std::int64_t const* x) const {
    return static_cast<double>(x[p.entry[s.users.slot_head[user]].pair]);
  }

 private:
  FAIRSLOT_FUNCTION Entry const& next() const { return p.entry[s.users.head[user]]; }
};

/// Users 8i .. 8i+7 side by side. Those that do not wait have some number, too.
template <int K>
struct EightUsers {
  using Number = lanes::Doubles;
  ProblemView const& p;
  RunState const& s;
  int first;

  FAIRSLOT_FUNCTION Number of(double const* x) const { return Number::load(x + first); }
  FAIRSLOT_FUNCTION Number of(std::int64_t const* x) const {
    return to_doubles(lanes::Longs::load(x + first));
  }
  template <class T>
  FAIRSLOT_FUNCTION Number of(T const* x, int r) const {
    return lanes::load_each<K>(x + std::int64_t{first} * K + r, who());
  }
  FAIRSLOT_FUNCTION Number demand(int r) const {
    if (who() == 0xff) {  // whose seats, in the users' order, are side by side
      std::int64_t const stride = (std::int64_t{p.users} + 63) / 64 * 64;
      return lanes::load_doubles(s.seats.head_demand + r * stride + s.seats.of[first]);
    }
    return gather([&](int user) -> double {
      return p.demands[static_cast<std::int64_t>(next(user).demand) * K + r];
    });
  }
  FAIRSLOT_FUNCTION Number submit() const {
    return gather([&](int user) -> double { return next(user).submit; });
  }

  FAIRSLOT_FUNCTION Number weight() const { return of(s.users.weight); }
  FAIRSLOT_FUNCTION Number started() const { return of(s.users.total_started); }
  FAIRSLOT_FUNCTION Number count() const { return of(s.users.counted); }
  FAIRSLOT_FUNCTION Number usage(int r) const { return of(s.users.counted_usage, r); }
  FAIRSLOT_FUNCTION Number monopoly() const { return of(s.users.slot_monopoly); }
  FAIRSLOT_FUNCTION Number of_head(std::int64_t const* x) const {
    return gather(
        [&](int user) { return static_cast<double>(x[p.entry[s.users.slot_head[user]].pair]); });
  }

 private:
  FAIRSLOT_FUNCTION Entry const& next(int user) const { return p.entry[s.users.head[user]]; }
  /// Bits of those that wait.
  FAIRSLOT_FUNCTION std::uint32_t who() const {
    return static_cast<std::uint32_t>(s.seats.taken[first / 64] >> (first % 64) & 0xff);
  }
  /// Of those that wait; others may have no next task.
  template <class F>
  FAIRSLOT_FUNCTION Number gather(F const& f) const {
    double x[Number::size];
    for (int i = 0; i < Number::size; ++i) x[i] = who() >> i & 1 ? f(first + i) : 0.0;
    return Number::load(x);
  }
};

/// max over r of part(r)/R_r; a resource of which there is nothing adds nothing.
template <class Number, int K, class Part>
FAIRSLOT_FUNCTION inline Number dominant(ProblemView const& p, Part const& part) {
  using lanes::greater;
  Number share = lanes::all<Number>(0.0);
  for (int r = 0; r < K; ++r) {
    if (p.totals[r] == 0) continue;
    share = greater(part(r) / lanes::all<Number>(static_cast<double>(p.totals[r])), share);
  }
  return share;
}

/// dom(U) of what is counted of the user.
template <int K, class User>
FAIRSLOT_FUNCTION inline auto dominant_share(User const& user) {
  return dominant<typename User::Number, K>(user.p, [&](int r) { return user.usage(r); });
}

/// dom(U + d), d the demand of the next task.
template <int K, class User>
FAIRSLOT_FUNCTION inline auto dominant_share_after_next(User const& user) {
  return dominant<typename User::Number, K>(user.p,
                                            [&](int r) { return user.usage(r) + user.demand(r); });
}

/// dom() of amounts in an array.
template <int K>
FAIRSLOT_FUNCTION inline double dominant_share(std::int64_t const* usage, ProblemView const& p) {
  return dominant<double, K>(p, [&](int r) { return static_cast<double>(usage[r]); });
}

/// w of all users, in ascending order.
FAIRSLOT_FUNCTION inline double sum_of_weights(ProblemView const& p, RunState const& s) {
  double sum = 0.0;
  for (int u = 0; u < p.users; ++u) sum += s.users.weight[u];
  return sum;
}

/// Tasks of the demand class that fit on the empty server: a term of H.
template <int K>
FAIRSLOT_FUNCTION inline std::int32_t tasks_alone(ProblemView const& p, int demand_class, int m) {
  std::int32_t most = 0x7fffffff;
  for (int r = 0; r < K; ++r) {
    std::int32_t const d = p.demands[std::int64_t{demand_class} * K + r];
    if (d == 0) continue;
    std::int32_t const fit = p.capacity[r * std::int64_t{p.server_stride} + m] / d;
    most = fit < most ? fit : most;
  }
  return most;
}

template <class P>
concept SchedulingPolicy = requires(User<2> const& user, typename P::Options const& options) {
  { P::info } -> std::convertible_to<Description>;
  { P::template share<2>(user, options) } -> std::same_as<double>;
  { P::traits(options) } -> std::same_as<Traits>;
};

}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
