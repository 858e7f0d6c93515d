#pragma once

#include "kernels/policy.hpp"
#include "kernels/primitives/arena.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {

/// Tasks over what the permitted servers could run of them: the constrained DRF with which Wang et
/// al. 2016 compare TSF.
struct CdrfG {
  static constexpr Description info = {
      .name = "cdrf_g",
      .lowest = "n/(w G), G what the permitted servers could run alone",
      .source = "Wang et al. 2016, constrained DRF",
      .remembers = "nothing",
      .claims = "none: what Wang et al. 2016 set TSF against"};
  struct Options {
    Memory memory;
  };
  static constexpr OptionInfo options[] = {option::memory};
  struct State {
    std::int64_t* monopoly;  ///< [pairs] G; 0 where nothing fits
  };

  static constexpr Traits traits(Options const& o) {
    return {.slot_memory = o.memory == Memory::slot, .reads_head = true};
  }

  template <int K, class User>
  FAIRSLOT_FUNCTION static auto share(User const& user, Options const&) {
    return user.count() / (user.weight() * user.of_head(state_of<CdrfG>(user.s).monopoly));
  }

  static void lay_out(State& x, Arena& arena, ProblemView const& p, int, RunState const&,
                      Options const&) {
    x.monopoly = arena.take<std::int64_t>(static_cast<std::size_t>(p.pairs));
  }
  template <int K>
  FAIRSLOT_FUNCTION static void initialize(ProblemView const& p, RunState& s) {
    for (int e = 0; e < p.entries; ++e) {
      Entry const& entry = p.entry[e];
      std::int64_t& monopoly = state_of<CdrfG>(s).monopoly[entry.pair];
      if (monopoly == 0 && (entry.hosted & on_permitted) != 0)
        monopoly = p.is_everywhere[entry.placement] ? p.monopoly[entry.demand]
                                                    : on_permitted_servers<K>(p, entry);
    }
  }

 private:
  template <int K>
  FAIRSLOT_FUNCTION static std::int64_t on_permitted_servers(ProblemView const& p,
                                                             Entry const& entry) {
    std::int64_t sum = 0;
    std::uint64_t const* const permitted = p.placements + std::int64_t{entry.placement} * p.words;
    for (int w = 0; w < p.words; ++w)
      for (std::uint64_t bits = permitted[w]; bits != 0; bits &= bits - 1)
        sum += tasks_alone<K>(p, entry.demand, 64 * w + lowest_bit(bits));
    return sum;
  }
};

}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
