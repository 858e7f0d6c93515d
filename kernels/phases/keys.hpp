/// The key of a user, as the policy gives it.
#pragma once

#include "kernels/fits/fits.hpp"
#include "kernels/phases/entitle.hpp"
#include "kernels/policies/policies.hpp"
#include "kernels/primitives/first_least.hpp"

namespace fairslot::inline FAIRSLOT_ISA {

FAIRSLOT_FUNCTION inline FirstLeast active_keys(RunState& s) {
  return {s.keys, s.key_blocks, s.active};
}

template <int K>
FAIRSLOT_FUNCTION inline std::int64_t key_of(ProblemView const& p, RunState const& s, int active) {
  int const user = s.active_user[active];
  std::int32_t const head = s.head[user];
  bool const slot_memory = s.traits.slot_memory;
  UserView<K> const view = {
      .weight = p.weight[user],
      .started = s.total_started[user],
      .count = slot_memory ? s.slot_started[user] : s.in_flight[user],
      .usage = (slot_memory ? s.slot_usage : s.usage) + static_cast<std::int64_t>(user) * K,
      .totals = p.totals,
      .demand = p.demands + static_cast<std::int64_t>(p.demand[head]) * K,
      .submit = p.submit[head],
      .monopoly = s.active_monopoly[active],
      .entitlement = s.traits.entitled ? entitle::h_sum(s, user) : 0.0,
  };
  return ordered(Policies::share<K>(s.policy.kind, view, s.policy.options));
}

namespace phases {

/// Lists the users that take part in this slot, with H_sum and keys. Where a look is cheap, users
/// whose head has no room are left out at once: within a slot residuals only shrink. False: an
/// H_sum overflowed.
template <int K>
FAIRSLOT_FUNCTION inline bool entitle(ProblemView const& p, RunState& s) {
  bool const look = (s.use_bits || s.traits.pool) && !s.traits.strict;
  s.active = 0;
  for (int w = 0; w < (p.users + 63) / 64; ++w) {
    for (std::uint64_t bits = s.waiting[w]; bits != 0; bits &= bits - 1) {
      int const user = 64 * w + lowest_bit(bits);
      std::int32_t const head = s.head[user];
      if (look && !fits::has_room<K>(p, s, head)) continue;
      if (s.traits.entitled && !entitle::account<K>(p, s, user, s.slot)) return false;
      if (s.traits.slot_memory) {
        s.slot_started[user] = 0;
        for (int r = 0; r < K; ++r) s.slot_usage[static_cast<std::int64_t>(user) * K + r] = 0;
      }
      int const a = s.active++;
      s.active_user[a] = user;
      s.active_entry[a] = head;
      s.active_count[a] = 0;
      s.active_event[a] = -1;
      s.active_monopoly[a] = entitle::monopoly(p, head);
      s.keys[a] = key_of<K>(p, s, a);
    }
  }
  active_keys(s).build();
  return true;
}

}  // namespace phases
}  // namespace fairslot::inline FAIRSLOT_ISA
