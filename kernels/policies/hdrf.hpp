#pragma once

#include "kernels/policy.hpp"
#include "kernels/primitives/arena.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {

/// Hierarchical DRF: from the top down to the queue, at last the user, of the lowest dominant share
/// over its weight. Bhattacharya et al. 2013.
struct Hdrf {
  static constexpr Description info = {
      .name = "hdrf",
      .lowest = "dom(V)/weight, queue by queue from the top, V what is held below",
      .source = "Bhattacharya et al. 2013, H-DRF",
      .remembers = "nothing",
      .claims =
          "guarantees of queues at all levels, SP of groups, with rescale=1 (Bhattacharya et al. "
          "2013)"};
  struct Options {
    Memory memory;
    std::int64_t rescale;
  };
  static constexpr OptionInfo options[] = {
      option::memory,
      {"rescale", option::Names{option::switch_values},
       "1: what waits in a queue counts as what of it is furthest behind, and only what is asked "
       "for"}};
  /// Children of a queue are queues and users, linked in ascending order; those of Q are in none.
  struct State {
    double* part;                            ///< [N] 1 in a queue, 1/N in none
    std::int32_t *first_queue, *next_queue;  ///< [Q+1], [Q] children; -1: none
    std::int32_t *first_user, *next_user;    ///< [Q+1], [N]
    // While it is looked for whose turn it is.
    std::int32_t* lowest;      ///< [Q+1] seat of the lowest contender among the users in it, or -1
    std::uint8_t* active;      ///< [Q] some user below contends
    std::uint8_t* waits;       ///< [Q] some user below waits: contends, and there is room for it
    std::uint8_t* user_waits;  ///< [N]
    double* held;              ///< [Q][K] V
    double* share;             ///< [Q] dom(V)
  };

  static constexpr Traits traits(Options const& o) {
    return {.slot_memory = o.memory == Memory::slot, .in_queues = true};
  }

  /// Of the user in its queue.
  template <int K, class User>
  FAIRSLOT_FUNCTION static auto share(User const& user, Options const&) {
    return dominant_share<K>(user) / (user.weight() * user.of(state_of<Hdrf>(user.s).part));
  }

  static void lay_out(State& x, Arena& arena, ProblemView const& p, int k, RunState const&,
                      Options const&) {
    auto const queues = static_cast<std::size_t>(p.named_queues);
    auto const users = static_cast<std::size_t>(p.users);
    x.part = arena.take<double>(users);
    x.first_queue = arena.take<std::int32_t>(queues + 1);
    x.next_queue = arena.take<std::int32_t>(queues);
    x.first_user = arena.take<std::int32_t>(queues + 1);
    x.next_user = arena.take<std::int32_t>(users);
    x.lowest = arena.take<std::int32_t>(queues + 1);
    x.active = arena.take<std::uint8_t>(queues);
    x.waits = arena.take<std::uint8_t>(queues);
    x.user_waits = arena.take<std::uint8_t>(users);
    x.held = arena.take<double>(queues * static_cast<std::size_t>(k));
    x.share = arena.take<double>(queues);
  }
  template <int K>
  FAIRSLOT_FUNCTION static void initialize(ProblemView const& p, RunState& s) {
    State const& x = state_of<Hdrf>(s);
    int const top = p.named_queues;
    for (int q = 0; q <= top; ++q) x.first_queue[q] = x.first_user[q] = -1;
    for (int q = top - 1; q >= 0; --q) link(x.first_queue[around(p, q)], x.next_queue[q], q);
    for (int u = p.users - 1; u >= 0; --u) {
      int const q = queue_of(p, u);
      link(x.first_user[q], x.next_user[u], u);
      x.part[u] = q == top ? 1.0 / static_cast<double>(p.users) : 1.0;
    }
  }

  /// The seat of the contender whose turn it is, or -1; has_room(user): for its next task.
  template <int K, class Keys, class HasRoom>
  FAIRSLOT_APART FAIRSLOT_FUNCTION static std::int32_t next(ProblemView const& p, RunState& s,
                                                            Keys const& keys,
                                                            HasRoom const& has_room) {
    State const& x = state_of<Hdrf>(s);
    int const top = p.named_queues;
    find_lowest(p, s, keys);
    std::uint32_t const asked =
        options_of<Hdrf>(s).rescale != 0 ? find_waiting<K>(p, s, keys, has_room) : ~0u;
    for (int q = top - 1; q >= 0; --q) {  // outer ones come before those in them
      add_up<K>(p, s, q);
      x.share[q] = dominant<double, K>(
          p, [&](int r) { return asked >> r & 1 ? x.held[std::int64_t{q} * K + r] : 0.0; });
    }
    int at = top;
    for (;;) {
      int const queue = lowest_queue(s, at);
      int const seat = x.lowest[at];
      if (queue < 0 || (seat >= 0 && s.seats.keys[seat] < ordered(share_of(s, queue)))) return seat;
      at = queue;
    }
  }

 private:
  FAIRSLOT_FUNCTION static void link(std::int32_t& first, std::int32_t& next, int child) {
    next = first;
    first = child;
  }
  FAIRSLOT_FUNCTION static int around(ProblemView const& p, int queue) {
    return p.outer[queue] < 0 ? p.named_queues : p.outer[queue];
  }
  FAIRSLOT_FUNCTION static int queue_of(ProblemView const& p, int user) {
    return p.queue[user] < p.named_queues ? p.queue[user] : p.named_queues;
  }
  FAIRSLOT_FUNCTION static double share_of(RunState const& s, int queue) {
    return state_of<Hdrf>(s).share[queue] / s.queues.part[queue];
  }

  /// Of those in it with somebody active below; -1 where there is none.
  FAIRSLOT_FUNCTION static int lowest_queue(RunState const& s, int queue) {
    State const& x = state_of<Hdrf>(s);
    int best = -1;
    for (int q = x.first_queue[queue]; q >= 0; q = x.next_queue[q])
      if (x.active[q] && (best < 0 || share_of(s, q) < share_of(s, best))) best = q;
    return best;
  }

  template <class Keys>
  FAIRSLOT_FUNCTION static void find_lowest(ProblemView const& p, RunState const& s,
                                            Keys const& keys) {
    State const& x = state_of<Hdrf>(s);
    for (int q = 0; q <= p.named_queues; ++q) x.lowest[q] = -1;
    for (int i = 0; i < s.seats.count; ++i) {
      if (!keys.contends(i)) continue;
      std::int32_t& lowest = x.lowest[queue_of(p, s.seats.user[i])];
      auto const turn = [&](int seat) { return keys.turn(seat, s.seats.keys[seat]); };
      if (lowest < 0 || keys.before(turn(i), turn(lowest))) lowest = i;
    }
    for (int q = 0; q < p.named_queues; ++q) x.active[q] = x.lowest[q] >= 0;
    pass_up(p, x.active);
  }

  /// Bits of the resources that those who wait ask for.
  template <int K, class Keys, class HasRoom>
  FAIRSLOT_FUNCTION static std::uint32_t find_waiting(ProblemView const& p, RunState const& s,
                                                      Keys const& keys, HasRoom const& has_room) {
    State const& x = state_of<Hdrf>(s);
    for (int q = 0; q < p.named_queues; ++q) x.waits[q] = 0;
    for (int u = 0; u < p.users; ++u) x.user_waits[u] = 0;
    std::uint32_t asked = 0;
    for (int i = 0; i < s.seats.count; ++i) {
      int const user = s.seats.user[i];
      if (!keys.contends(i) || !has_room(user)) continue;
      x.user_waits[user] = 1;
      if (queue_of(p, user) < p.named_queues) x.waits[queue_of(p, user)] = 1;
      std::int32_t const* const demand = demand_of<K>(p, p.entry[s.users.head[user]].demand);
      for (int r = 0; r < K; ++r) asked |= static_cast<std::uint32_t>(demand[r] > 0) << r;
    }
    pass_up(p, x.waits);
    return asked;
  }

  /// What is so of a queue is so of the one around it.
  FAIRSLOT_FUNCTION static void pass_up(ProblemView const& p, std::uint8_t* is_so) {
    for (int q = p.named_queues - 1; q >= 0; --q)
      if (is_so[q] && p.outer[q] >= 0) is_so[p.outer[q]] = 1;
  }

  /// V of the queue: the sum of its children's, each that waits brought down to the share of the
  /// lowest of these.
  template <int K>
  FAIRSLOT_FUNCTION static void add_up(ProblemView const& p, RunState const& s, int queue) {
    State const& x = state_of<Hdrf>(s);
    bool const rescale = options_of<Hdrf>(s).rescale != 0;
    double lowest = __builtin_inf();
    if (rescale)
      each_child<K>(p, s, queue, [&](bool waits, double share, double weight, auto const&) {
        if (waits && share > 0.0 && share / weight < lowest) lowest = share / weight;
      });
    double* const sum = x.held + std::int64_t{queue} * K;
    for (int r = 0; r < K; ++r) sum[r] = 0.0;
    each_child<K>(p, s, queue, [&](bool waits, double share, double weight, auto const& held) {
      double const scale = rescale && waits && share > 0.0 ? (lowest * weight) / share : 1.0;
      for (int r = 0; r < K; ++r) sum[r] = sum[r] + held(r) * scale;
    });
  }

  /// visit(waits, dom(V), weight, V by resource), queues first.
  template <int K, class Visit>
  FAIRSLOT_FUNCTION static void each_child(ProblemView const& p, RunState const& s, int queue,
                                           Visit const& visit) {
    State const& x = state_of<Hdrf>(s);
    for (int q = x.first_queue[queue]; q >= 0; q = x.next_queue[q])
      visit(x.waits[q] != 0, x.share[q], s.queues.part[q],
            [&](int r) { return x.held[std::int64_t{q} * K + r]; });
    for (int u = x.first_user[queue]; u >= 0; u = x.next_user[u]) {
      User<K> const user{p, s, u};
      visit(x.user_waits[u] != 0, dominant_share<K>(user), user.weight(),
            [&](int r) { return user.usage(r); });
    }
  }
};

}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
