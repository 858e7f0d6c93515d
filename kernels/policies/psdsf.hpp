#pragma once

#include "kernels/policy.hpp"
#include "kernels/primitives/arena.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {

/// Per-server dominant shares: tasks over what one server could run of them alone, of the server
/// with room where that is most. Khamse-Ashari et al. 2017.
struct PsDsf {
  static constexpr Description info = {
      .name = "psdsf",
      .lowest = "n/(w gamma), gamma what the best server with room could run alone",
      .source = "Khamse-Ashari et al. 2017, per-server dominant share",
      .remembers = "nothing",
      .claims = "all that DRF offers on one pool (Khamse-Ashari et al. 2017)"};
  static constexpr Placement placement = Placement::none;
  static constexpr bool one_by_one = true;
  struct Options {
    Memory memory;
  };
  static constexpr OptionInfo options[] = {option::memory};
  struct State {
    std::int32_t* most;         ///< [pairs] the largest gamma of all servers
    std::int32_t* limit;        ///< [N] no server with room has a larger one, for ...
    std::int32_t* limit_entry;  ///< [N] ... this entry, in this slot; -1: for none
  };

  static constexpr Traits traits(Options const& o) {
    return {.slot_memory = o.memory == Memory::slot, .by_server = true, .reads_head = true};
  }

  /// At most the key: it rises as servers fill, and is known when one has been looked for.
  template <int K, class User>
  FAIRSLOT_APART FAIRSLOT_FUNCTION static double share(User const& user, Options const&) {
    State const& x = state_of<PsDsf>(user.s);
    int const u = user.user;
    bool const limited = x.limit_entry[u] == user.s.users.head[u];
    double const gamma = limited ? x.limit[u] : x.most[head(user.p, user.s, u).pair];
    return gamma == 0.0 ? __builtin_inf() : user.count() / (user.weight() * gamma);
  }
  /// gamma: tasks of the head at the start of the slot that the server could run alone.
  template <int K>
  FAIRSLOT_FUNCTION static std::int32_t preference(ProblemView const& p, RunState const& s,
                                                   int user, int m) {
    return gamma<K>(p, head(p, s, user), m);
  }
  /// The server with room of the largest gamma, or -1, has been looked for.
  template <int K>
  FAIRSLOT_FUNCTION static void looked(ProblemView const& p, RunState& s, int user, int m) {
    State const& x = state_of<PsDsf>(s);
    x.limit[user] = m < 0 ? 0 : preference<K>(p, s, user, m);
    x.limit_entry[user] = s.users.head[user];
  }

  static void lay_out(State& x, Arena& arena, ProblemView const& p, int, RunState const&,
                      Options const&) {
    x.most = arena.take<std::int32_t>(static_cast<std::size_t>(p.pairs));
    x.limit = arena.take<std::int32_t>(static_cast<std::size_t>(p.users));
    x.limit_entry = arena.take<std::int32_t>(static_cast<std::size_t>(p.users));
  }
  template <int K>
  FAIRSLOT_FUNCTION static void initialize(ProblemView const& p, RunState& s) {
    for (int e = 0; e < p.entries; ++e) {
      std::int32_t& most = state_of<PsDsf>(s).most[p.entry[e].pair];
      if (most > 0 || (p.entry[e].hosted & on_permitted) == 0) continue;
      for (int m = 0; m < p.servers; ++m) {
        std::int32_t const tasks = gamma<K>(p, p.entry[e], m);
        most = tasks > most ? tasks : most;
      }
    }
  }
  template <int K>
  FAIRSLOT_FUNCTION static bool account(ProblemView const&, RunState& s, int user) {
    state_of<PsDsf>(s).limit_entry[user] = -1;
    return true;
  }

 private:
  FAIRSLOT_FUNCTION static Entry const& head(ProblemView const& p, RunState const& s, int user) {
    return p.entry[s.users.slot_head[user]];
  }
  template <int K>
  FAIRSLOT_FUNCTION static std::int32_t gamma(ProblemView const& p, Entry const& entry, int m) {
    std::uint64_t const* const permitted = p.placements + std::int64_t{entry.placement} * p.words;
    return permitted[m / 64] >> (m % 64) & 1 ? tasks_alone<K>(p, entry.demand, m) : 0;
  }
};

}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
