/// One slot with somebody who looks on. It is gone through as any other slot is, but for what
/// spares the loop questions: everybody's turn comes.
#pragma once

#include "kernels/loop.hpp"
#include "kernels/watch/watching.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace watch {

/// f(user) of those with a queue that are not blocked.
template <class F>
void each_waiting(ProblemView const& p, RunState const& s, F const& f) {
  for (int u = 0; u < p.users; ++u)
    if (s.users.waits(u)) f(u);
}

inline void tell_heads(ProblemView const& p, RunState const& s, Onlooker& onlooker) {
  each_waiting(p, s, [&](int user) {
    std::int32_t const entry = s.users.head[user];
    SeenHead head = {user, entry, p.monopoly[p.entry[entry].demand], s.users.weight[user], {},
                     0,    0};
    Policies::h_sum(p, s, user, [&]<class Sum>(Sum sum) {
      if constexpr (std::is_same_v<Sum, double>)
        head.sum = SeenHead::Sum::real, head.real_sum = sum;
      else
        head.sum = SeenHead::Sum::whole, head.whole_sum = sum;
    });
    onlooker.sees(head);
  });
}

/// Why the entry's task, which can run at some time, has not started in a slot that is over.
template <int K>
LeftOutFor reason_of(ProblemView const& p, RunState const& s, std::int32_t entry) {
  if (has_room<K>(p, s, entry, servers::permitted(p, s, entry)))
    return s.policy.traits.strict ? LeftOutFor::strict : LeftOutFor::queue_frozen;
  bool const elsewhere = !s.policy.traits.pool && has_room<K>(p, s, entry, p.everywhere);
  return elsewhere ? LeftOutFor::not_permitted : LeftOutFor::no_room;
}

template <int K>
void tell_left_out(ProblemView const& p, RunState const& s, Onlooker& onlooker) {
  if (onlooker.user >= 0) onlooker.sees(could_start<K>(p, s, onlooker.user));
  for (int u = 0; u < p.users; ++u) {
    if (s.users.is_blocked[u])
      onlooker.sees(SeenLeftOut{u, s.users.head[u], LeftOutFor::blocked});
    else if (s.users.waits(u))
      onlooker.sees(SeenLeftOut{u, first_entry(s, u), reason_of<K>(p, s, first_entry(s, u))});
  }
}

/// Goes through the slot, which is no earlier than the next one in which something happens, or
/// pauses (s.clock.pause), to be called again.
template <int K>
void slot(ProblemView const& p, RunState& s, std::int64_t number, Onlooker& onlooker) {
  Watching const by(onlooker);
  s.clock.pause = Pause::none;
  if (!s.clock.in_slot) {
    if (!enter<K>(p, s, number)) return;
    if (!open_slot<K>(by, p, s)) return end(by, s, RunStatus::h_sum_overflow);
    tell_heads(p, s, onlooker);
  }
  std::int64_t unbounded = int64_max;
  phases::Filled const filled = phases::fill<K>(by, p, s, unbounded);
  if (filled == phases::Filled::paused) return;
  tell_left_out<K>(p, s, onlooker);
  s.clock.in_slot = false;
  if (filled == phases::Filled::overflow || !phases::tally<K>(p, s))
    end(by, s, RunStatus::queue_sum_overflow);
}

}  // namespace watch
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
