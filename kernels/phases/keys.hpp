/// The key of a user, as the policy gives it.
#pragma once

#include "kernels/fits/fits.hpp"
#include "kernels/phases/entitle.hpp"
#include "kernels/phases/freeze.hpp"
#include "kernels/phases/shares.hpp"
#include "kernels/policies/policies.hpp"
#include "kernels/primitives/first_least.hpp"

namespace fairslot::inline FAIRSLOT_ISA {

template <int K>
FAIRSLOT_FUNCTION inline std::int64_t key_of(ProblemView const& p, RunState const& s, int user) {
  std::int32_t const head = s.head[user];
  bool const slot_memory = s.traits.slot_memory;
  UserView<K> const view = {
      .weight = p.weight[user],
      .started = s.total_started[user],
      .count = slot_memory ? s.slot_started[user] : s.in_flight[user],
      .usage = (slot_memory ? s.slot_usage : s.usage) + static_cast<std::int64_t>(user) * K,
      .totals = p.totals,
      .demand = p.demands + static_cast<std::int64_t>(p.entry[head].demand) * K,
      .submit = p.entry[head].submit,
      .monopoly = s.slot_monopoly[user],
      .entitlement = s.traits.entitled ? entitle::h_sum(s, user) : 0.0,
  };
  return ordered(Policies::share<K>(s.policy.kind, view, s.policy.options));
}

namespace phases {

/// Seats 64w .. of those that may find room; of the others it is known at once that they will not.
template <int K>
FAIRSLOT_FUNCTION inline std::uint64_t hopeful(ProblemView const& p, RunState& s, int w) {
  std::uint64_t who = seats::given(s, w);
  if (s.traits.strict) return who;
  if (s.traits.pool) {
    for (std::uint64_t bits = who; bits != 0; bits &= bits - 1) {
      int const bit = lowest_bit(bits);
      if (!fits::pool_has_room<K>(p, s, p.entry[s.head[s.seated[64 * w + bit]]].demand))
        who &= ~(std::uint64_t{1} << bit);
    }
  } else if (released::listed(s)) {
    who &= ~freeze::out_of_reach(s, w);
  }
  return who;
}

/// Brings H_sum and key of the contenders up to date. False: an H_sum overflowed.
template <int K>
FAIRSLOT_FUNCTION inline bool update_contenders(ProblemView const& p, RunState& s) {
  for (int w = 0; w < seats::words(s); ++w)
    for (std::uint64_t bits = s.contenders[w]; bits != 0; bits &= bits - 1) {
      int const seat = 64 * w + lowest_bit(bits), user = s.seated[seat];
      if (s.traits.entitled && !entitle::account<K>(p, s, user, s.slot)) return false;
      s.slot_monopoly[user] = entitle::monopoly(p, s.head[user]);
      s.keys[seat] = key_of<K>(p, s, user);
    }
  return true;
}

/// Who takes part in this slot, and with which key. False: an H_sum overflowed.
template <int K>
FAIRSLOT_FUNCTION inline bool entitle(ProblemView const& p, RunState& s) {
  Region const region(s.regions, "fairslot::slot::entitle");
  s.starters = 0;
  seats::give<K>(p, s);
  if (released::listed(s) && freeze::any_certified(s)) freeze::find_reach<K>(p, s);
  for (int w = 0; w < seats::words(s); ++w) s.contenders[w] = hopeful<K>(p, s, w);
  bool const updated =
      shares::side_by_side(p, s) ? shares::update<K>(p, s) : update_contenders<K>(p, s);
  FirstLeast keys = freeze::user_keys(s);
  for (int w = 0; w < seats::words(s); ++w) keys.settle(w);
  return updated;
}

}  // namespace phases
}  // namespace fairslot::inline FAIRSLOT_ISA
