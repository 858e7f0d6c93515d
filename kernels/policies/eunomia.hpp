#pragma once

#include "kernels/policy.hpp"
#include "kernels/primitives/arena.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {

/// Progress share on servers of different speeds: what the user's tasks get done, over what they
/// would on the whole cluster. Zhou, White and Yu 2018.
struct Eunomia {
  static constexpr Description info = {
      .name = "eunomia",
      .lowest = "progress share, sum v_m x_m/(w sum v_m h_m), on servers of different speeds",
      .source = "Zhou, White and Yu 2018, progress share, after the abstract",
      .remembers = "nothing",
      .claims = "none (Li and Wang 2024, table 1)"};
  static constexpr bool one_by_one = true;
  struct Options {
    Memory memory;
  };
  static constexpr OptionInfo options[] = {option::memory};
  struct State {
    std::int32_t* counted;  ///< [N][M] x: tasks of the user on the server, as listed
    double* speed;          ///< [M] as listed: a sum in another order would round differently
    double* alone;          ///< [D] sum over servers of v_m h_m, h_m the terms of H
  };

  static constexpr Traits traits(Options const& o) {
    return {.slot_memory = o.memory == Memory::slot, .reads_head = true, .by_speed = true};
  }

  template <int K, class User>
  FAIRSLOT_APART FAIRSLOT_FUNCTION static double share(User const& user, Options const&) {
    ProblemView const& p = user.p;
    State const& x = state_of<Eunomia>(user.s);
    std::int32_t const head = user.s.users.slot_head[user.user];
    double const alone = user.weight() * x.alone[p.entry[head].demand];
    if (alone == 0.0) return __builtin_inf();
    double progress = 0.0;
    std::int32_t const* const counted = x.counted + std::int64_t{user.user} * p.servers;
    for (int m = 0; m < p.servers; ++m) progress += x.speed[m] * counted[m];
    return progress / alone;
  }

  static void lay_out(State& x, Arena& arena, ProblemView const& p, int, RunState const&,
                      Options const&) {
    x.counted = arena.take<std::int32_t>(static_cast<std::size_t>(p.users) *
                                         static_cast<std::size_t>(p.servers));
    x.speed = arena.take<double>(static_cast<std::size_t>(p.servers));
    x.alone = arena.take<double>(static_cast<std::size_t>(p.classes));
  }
  template <int K>
  FAIRSLOT_FUNCTION static void initialize(ProblemView const& p, RunState& s) {
    State const& x = state_of<Eunomia>(s);
    for (int m = 0; m < p.servers; ++m) x.speed[p.listed[m]] = p.speed[m];
    for (int c = 0; c < p.classes; ++c) {
      double sum = 0.0;
      for (int i = 0; i < p.servers; ++i)
        sum += x.speed[i] * tasks_alone<K>(p, c, p.place_of_listed[i]);
      x.alone[c] = sum;
    }
  }

  template <int K>
  FAIRSLOT_FUNCTION static void started(ProblemView const& p, RunState& s, int user,
                                        std::int32_t server) {
    ++state_of<Eunomia>(s).counted[std::int64_t{user} * p.servers + p.listed[server]];
  }
  template <int K, class Changes>
  FAIRSLOT_FUNCTION static void ended(ProblemView const& p, RunState& s, Event const& event) {
    if (!s.policy.traits.slot_memory)
      Changes::add(state_of<Eunomia>(s)
                       .counted[std::int64_t{event.user} * p.servers + p.listed[event.server]],
                   -event.count);
  }
  template <int K>
  FAIRSLOT_FUNCTION static void end_slot(ProblemView const& p, RunState& s, int user) {
    if (!s.policy.traits.slot_memory) return;
    std::int32_t* const counted = state_of<Eunomia>(s).counted + std::int64_t{user} * p.servers;
    for (int m = 0; m < p.servers; ++m) counted[m] = 0;
  }
};

}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
