/// What is asked of the ways to find a server: on which of the permitted ones does a task run?
#pragma once

#include "kernels/servers/servers.hpp"
#include "kernels/state.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace search {

inline constexpr std::int32_t nowhere = -2;
inline constexpr std::int32_t the_pool = -1;
/// Somebody else has to be asked.
inline constexpr std::int32_t undecided = -5;

/// For the next task of a user, the entry's. Handed by value, but for functions that are not part
/// of the loop: where all those asked are compiled into one, what nobody reads is not even looked
/// up.
struct Question {
  std::int32_t user, entry, demand, pair, seat;
  std::uint64_t const* allowed;  ///< [W] bits of the permitted servers
  /// It found no room in the slot before, so it fits only where tasks have ended since: all other
  /// residuals have only shrunk.
  bool among_released;

  FAIRSLOT_FUNCTION Question(ProblemView const& p, RunState const& s, int asking, std::int32_t next,
                             bool released)
      : user(asking),
        entry(next),
        demand(p.entry[entry].demand),
        pair(p.entry[entry].pair),
        seat(s.seats.of[asking]),
        allowed(servers::permitted(p, s, entry)),
        among_released(released) {}
};

/// An index serves the classes of one reference resource: the one that most entries ask for.
FAIRSLOT_FUNCTION inline bool is_served(ProblemView const& p, Question q) {
  return p.reference_slot[q.demand] == p.main_reference;
}

}  // namespace search
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
