#pragma once

#include "kernels/policy.hpp"
#include "kernels/primitives/arena.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {

/// Slots of a fixed size, as Hadoop's first schedulers counted: a task takes so many that all its
/// resources fit, and what it does not use of them is lost. What Ghodsi et al. 2011 compare with.
struct Slots {
  static constexpr Description info = {.name = "slots",
                                       .lowest = "slots held/w, of servers that are cut into slots",
                                       .source = "Ghodsi et al. 2011, what DRF is compared with",
                                       .remembers = "nothing",
                                       .claims = "none"};
  static constexpr Placement placement = Placement::first;
  struct Options {
    Memory memory;
    std::int64_t per;
  };
  static constexpr OptionInfo options[] = {
      option::memory,
      {"per", option::Integers{1, limits::capacity, 1000}, "how much of resource 0 makes a slot"}};
  struct State {
    std::int64_t* held;   ///< [N] slots of the counted tasks
    std::int64_t in_use;  ///< of all running tasks
    std::int32_t* free;   ///< [M] slots
    std::int32_t* taken;  ///< [D][Y] by a task of the class on a server of the type
    std::int32_t* room;   ///< [K][server_stride], for one lane: what the free slots are good for
  };
  /// More than any server has: there is never room.
  static constexpr std::int32_t too_many = 0x7fffffff;

  static constexpr Traits traits(Options const& o) {
    return {.slot_memory = o.memory == Memory::slot, .own_room = true};
  }

  template <int K, class User>
  FAIRSLOT_FUNCTION static auto share(User const& user, Options const&) {
    return user.of(state_of<Slots>(user.s).held) / user.weight();
  }

  static void lay_out(State& x, Arena& arena, ProblemView const& p, int k, RunState const&,
                      Options const&) {
    x.held = arena.take<std::int64_t>(static_cast<std::size_t>(p.users));
    x.free = arena.take<std::int32_t>(static_cast<std::size_t>(p.servers));
    x.taken = arena.take<std::int32_t>(static_cast<std::size_t>(p.classes) *
                                       static_cast<std::size_t>(p.types));
    x.room = arena.take<std::int32_t>(static_cast<std::size_t>(k) *
                                      static_cast<std::size_t>(p.server_stride));
  }
  template <int K>
  FAIRSLOT_FUNCTION static void initialize(ProblemView const& p, RunState& s) {
    State& x = state_of<Slots>(s);
    auto const per = static_cast<std::int32_t>(options_of<Slots>(s).per);
    for (int m = 0; m < p.servers; ++m) x.free[m] = p.capacity[m] / per;
    for (int c = 0; c < p.classes; ++c)
      for (int y = 0; y < p.types; ++y)
        x.taken[std::int64_t{c} * p.types + y] =
            slots_of(demand_of<K>(p, c), p.type_capacity + std::int64_t{y} * K, per, K);
    if (s.search.engine == Search::team || s.search.engine == Search::lists) return;
    for (std::int64_t i = 0; i < K * p.server_stride; ++i) x.room[i] = -1;
    for (int m = 0; m < p.servers; ++m) show_room<K>(p, s, m);
    s.servers.room = x.room;
  }

  template <int K>
  FAIRSLOT_FUNCTION static bool can_run(ProblemView const& p, Options const& o, double const*,
                                        std::int32_t entry) {
    Entry const& e = p.entry[entry];
    std::uint64_t const* const permitted = p.placements + std::int64_t{e.placement} * p.words;
    for (int w = 0; w < p.words; ++w)
      for (std::uint64_t bits = permitted[w]; bits != 0; bits &= bits - 1) {
        int const type = p.type_of[64 * w + lowest_bit(bits)];
        if (slots_of(demand_of<K>(p, e.demand), p.type_capacity + std::int64_t{type} * K,
                     static_cast<std::int32_t>(o.per), K) != too_many)
          return true;
      }
    return false;
  }
  /// Where slots are left there is enough of every resource: each slot has its part of them.
  FAIRSLOT_FUNCTION static bool has_room(ProblemView const& p, RunState const& s,
                                         std::int32_t entry, int m) {
    return taken(p, s, p.entry[entry].demand, m) <= state_of<Slots>(s).free[m];
  }

  template <int K>
  FAIRSLOT_FUNCTION static void started(ProblemView const& p, RunState& s, int user,
                                        std::int32_t server) {
    std::int32_t const slots = held(p, s, p.entry[s.users.head[user]].demand, server);
    state_of<Slots>(s).free[server] -= slots;
    state_of<Slots>(s).in_use += slots;
    state_of<Slots>(s).held[user] += slots;
    if (s.servers.room != nullptr) show_room<K>(p, s, server);
  }
  template <int K, class Changes>
  FAIRSLOT_FUNCTION static void ended(ProblemView const& p, RunState& s, Event const& event) {
    std::int32_t const slots = held(p, s, event.demand, event.server) * event.count;
    Changes::add(state_of<Slots>(s).free[event.server], slots);
    Changes::add(state_of<Slots>(s).in_use, -std::int64_t{slots});
    if (s.servers.room != nullptr) show_room<K>(p, s, event.server);
    if (!s.policy.traits.slot_memory)
      Changes::add(state_of<Slots>(s).held[event.user], -std::int64_t{slots});
  }
  FAIRSLOT_FUNCTION static std::int64_t slots_held(RunState const& s) {
    return state_of<Slots>(s).in_use;
  }
  template <int K>
  FAIRSLOT_FUNCTION static void end_slot(ProblemView const&, RunState& s, int user) {
    if (s.policy.traits.slot_memory) state_of<Slots>(s).held[user] = 0;
  }

 private:
  /// ceil(d*slots/C) <= free where d <= free*C/slots, rounded down: the tasks for which the slots
  /// suffice are those that ask for no more than that of each resource.
  template <int K>
  FAIRSLOT_FUNCTION static void show_room(ProblemView const& p, RunState& s, int m) {
    State const& x = state_of<Slots>(s);
    std::int64_t const slots = p.capacity[m] / options_of<Slots>(s).per;
    for (int r = 0; r < K && slots > 0; ++r) {
      std::int64_t const at = r * p.server_stride + m;
      x.room[at] = static_cast<std::int32_t>(x.free[m] * std::int64_t{p.capacity[at]} / slots);
    }
  }

  /// By a task that runs, which another policy may have put where there are no slots.
  FAIRSLOT_FUNCTION static std::int32_t held(ProblemView const& p, RunState const& s, int demand,
                                             int m) {
    std::int32_t const slots = taken(p, s, demand, m);
    return slots == too_many ? 0 : slots;
  }

  FAIRSLOT_FUNCTION static std::int32_t taken(ProblemView const& p, RunState const& s, int demand,
                                              int m) {
    return state_of<Slots>(s).taken[std::int64_t{demand} * p.types + p.type_of[m]];
  }

  /// The most slots that some resource asks for, on a server of this capacity.
  FAIRSLOT_FUNCTION static std::int32_t slots_of(std::int32_t const* demand,
                                                 std::int32_t const* capacity, std::int32_t per,
                                                 int resources) {
    std::int64_t const slots = capacity[0] / per;
    std::int64_t most = 0;
    for (int r = 0; r < resources; ++r) {
      if (demand[r] > capacity[r] || slots == 0) return too_many;
      if (demand[r] == 0) continue;
      std::int64_t const need = (demand[r] * slots + capacity[r] - 1) / capacity[r];
      most = need > most ? need : most;
    }
    return static_cast<std::int32_t>(most);
  }
};

}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
