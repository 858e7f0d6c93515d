/// All servers, word by word: the plain search, and what the indices fall back on.
#pragma once

#include "kernels/fits/best.hpp"
#include "kernels/phases/servers.hpp"

namespace fairslot::inline FAIRSLOT_ISA::scan {

/// Bits of the permitted servers 64w .. that have room for a task of the class.
template <int K>
FAIRSLOT_FUNCTION inline std::uint64_t open(ProblemView const& p, RunState const& s, int demand,
                                            std::uint64_t const* allowed, int w) {
  return allowed[w] == 0 ? 0 : allowed[w] & servers::fitting<K>(p, s, demand, w);
}

/// best_fit::none_yet.server where there is none.
template <int K>
FAIRSLOT_FUNCTION inline std::int32_t first(ProblemView const& p, RunState const& s, int demand,
                                            std::uint64_t const* allowed) {
  for (int w = 0; w < p.words; ++w) {
    std::uint64_t const bits = open<K>(p, s, demand, allowed, w);
    if (bits != 0) return 64 * w + lowest_bit(bits);
  }
  return best_fit::none_yet.server;
}

template <int K>
FAIRSLOT_FUNCTION inline std::int32_t best(ProblemView const& p, RunState const& s, int demand,
                                           std::uint64_t const* allowed) {
  best_fit::Target<K> const target(p, s, demand);
  best_fit::Best found = best_fit::none_yet;
  for (int w = 0; w < p.words; ++w)
    best_fit::consider<K>(target, open<K>(p, s, demand, allowed, w), 64 * w, 64, found);
  return found.server;
}

}  // namespace fairslot::inline FAIRSLOT_ISA::scan
