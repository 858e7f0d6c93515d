#pragma once

#include <array>

#include "kernels/fits/fits.hpp"
#include "kernels/policy.hpp"
#include "kernels/primitives/arena.hpp"
#include "kernels/state/users.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {

/// Stateful DRF: who held more than its part R/N in earlier slots is committed to give it back,
/// and commitments fade. Sadok, Campista and Costa 2021.
struct Sdrf {
  static constexpr Description info = {
      .name = "sdrf",
      .lowest = "dom(U) + dom(c), c the fading commitments of earlier slots",
      .source = "Sadok, Campista and Costa 2021, stateful DRF",
      .remembers = "c, what was held beyond R/N in earlier slots, which fades by delta",
      .claims = "SI, PO, EF (Li and Wang 2024, table 1), SP (Sadok, Campista and Costa 2021)"};
  static constexpr Placement placement = Placement::own;
  enum class Ties : std::int64_t { user, random, derivative };
  struct Options {
    double delta;
    std::int64_t fit;
    std::int64_t strict;
    Ties ties;
  };
  /// The placements, with "pool" behind the first.
  static constexpr std::int64_t pool = 1;
  static constexpr auto fit_values = [] {
    std::array<std::string_view, Fits::size + 1> names{};
    for (std::size_t i = 0; i < names.size(); ++i)
      names[i] = i == pool ? "pool" : Fits::names[i > pool ? i - 1 : i];
    return names;
  }();
  static constexpr std::string_view ties_values[] = {"user", "random", "derivative"};
  static constexpr OptionInfo options[] = {
      {"delta", option::Reals{0.0, 1.0, 0.9, true}, "what is left of a commitment after a slot"},
      {"fit", option::Names{fit_values}, "which of the servers with room; pool: one pool"},
      option::strict,
      {"ties", option::Names{ties_values},
       "who is next of equal keys; derivative: whose commitment grows least"}};
  struct State {
    double* commitment;          ///< [N][K] c
    double* owed;                ///< [N][K] o of the latest slot, where ties look at it
    double part[max_resources];  ///< R/N
    double* parts;               ///< [8][K] the same, of eight users
  };

  static constexpr Traits traits(Options const& o) {
    bool const strict = o.strict != 0;
    return {.pool = o.fit == pool,
            .strict = strict,
            .in_turn = strict,
            .steps = strict,
            .ties = o.ties == Ties::derivative,
            .random_ties = o.ties == Ties::random,
            .fit = static_cast<int>(o.fit > pool ? o.fit - 1 : 0)};
  }

  template <int K, class User>
  FAIRSLOT_FUNCTION static auto share(User const& user, Options const&) {
    State const& x = state_of<Sdrf>(user.s);
    return dominant_share<K>(user) + dominant<typename User::Number, K>(
                                         user.p, [&](int r) { return user.of(x.commitment, r); });
  }

  static void lay_out(State& x, Arena& arena, ProblemView const& p, int k, RunState const&,
                      Options const& o) {
    std::size_t const size = static_cast<std::size_t>(p.users) * static_cast<std::size_t>(k);
    x.commitment = arena.take<double>(size);
    x.owed = arena.take<double>(o.ties == Ties::derivative ? size : 0);
    x.parts = arena.take<double>(lanes::Doubles::size * static_cast<std::size_t>(k));
  }

  template <int K>
  FAIRSLOT_FUNCTION static void initialize(ProblemView const& p, RunState& s) {
    State& x = state_of<Sdrf>(s);
    for (int r = 0; r < K; ++r)
      x.part[r] = static_cast<double>(p.totals[r]) / static_cast<double>(p.users);
    for (int i = 0; i < lanes::Doubles::size * K; ++i) x.parts[i] = x.part[i % K];
  }

  /// As often as slots have ended, or until it changes nothing: a closed form would round
  /// differently.
  template <int K>
  FAIRSLOT_FUNCTION static void settle(ProblemView const&, RunState& s, int user,
                                       std::int64_t slots) {
    State const& x = state_of<Sdrf>(s);
    double const delta = options_of<Sdrf>(s).delta;
    for (int r = 0; r < K; ++r) {
      double const owes = owed<K>(s, user, r), more = (1.0 - delta) * owes;
      if (s.policy.traits.ties) x.owed[std::int64_t{user} * K + r] = owes;
      double commitment = x.commitment[std::int64_t{user} * K + r];
      for (std::int64_t left = slots; left > 0; --left) {
        double const next = delta * commitment + more;
        if (next == commitment) break;
        commitment = next;
      }
      x.commitment[std::int64_t{user} * K + r] = commitment;
    }
  }
  /// What eight users hold fills K times the lanes.
  template <int K>
  FAIRSLOT_FUNCTION static void settle_eight(ProblemView const& p, RunState& s, int first,
                                             std::uint32_t who) {
    using lanes::Doubles;
    if (who != 0xff) {
      for (; who != 0; who &= who - 1) settle<K>(p, s, first + lowest_bit(who), 1);
      return;
    }
    State const& x = state_of<Sdrf>(s);
    double const delta = options_of<Sdrf>(s).delta;
    for (int i = 0; i < Doubles::size * K; i += Doubles::size) {
      std::int64_t const at = std::int64_t{first} * K + i;
      Doubles const held = to_doubles(lanes::Longs::load(s.users.counted_usage + at));
      Doubles const owes = greater(held - Doubles::load(x.parts + i), Doubles::all(0.0));
      if (s.policy.traits.ties) owes.store(x.owed + at);
      Doubles const faded = Doubles::all(delta) * Doubles::load(x.commitment + at);
      (faded + Doubles::all(1.0 - delta) * owes).store(x.commitment + at);
    }
  }
  /// How fast the commitment grows of the resource of which the user holds most.
  template <int K>
  FAIRSLOT_FUNCTION static std::int64_t tie(ProblemView const& p, RunState const& s, int user) {
    std::int64_t const at = std::int64_t{user} * K;
    double most = -1.0, growth = 0.0;
    for (int r = 0; r < K; ++r) {
      if (p.totals[r] == 0) continue;
      auto const total = static_cast<double>(p.totals[r]);
      double const share = static_cast<double>(s.users.counted_usage[at + r]) / total;
      if (share <= most) continue;
      most = share;
      growth = (state_of<Sdrf>(s).owed[at + r] - state_of<Sdrf>(s).commitment[at + r]) / total;
    }
    return ordered(growth);
  }

  template <int K>
  FAIRSLOT_FUNCTION static bool steady(ProblemView const&, RunState const& s, int user) {
    State const& x = state_of<Sdrf>(s);
    for (int r = 0; r < K; ++r)
      if (after_slot<K>(s, user, r) != x.commitment[std::int64_t{user} * K + r]) return false;
    return true;
  }
  /// Commitments of those who wait still change, or what they owe does, in the next slot.
  template <int K>
  FAIRSLOT_FUNCTION static bool goes_on(ProblemView const& p, RunState const& s) {
    if (s.policy.traits.ties && s.clock.row_due) return true;
    for (int u = 0; u < p.users; ++u)
      if (s.users.waits(u) && !steady<K>(p, s, u)) return true;
    return false;
  }

 private:
  /// The commitment after one more slot in which the user holds what it holds.
  template <int K>
  FAIRSLOT_FUNCTION static double after_slot(RunState const& s, int user, int r) {
    double const delta = options_of<Sdrf>(s).delta;
    return delta * state_of<Sdrf>(s).commitment[std::int64_t{user} * K + r] +
           (1.0 - delta) * owed<K>(s, user, r);
  }

  /// What the user holds above its part.
  template <int K>
  FAIRSLOT_FUNCTION static double owed(RunState const& s, int user, int r) {
    auto const held = static_cast<double>(s.users.counted_usage[std::int64_t{user} * K + r]);
    double const part = state_of<Sdrf>(s).part[r];
    return held > part ? held - part : 0.0;
  }
};

}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
