/// Where a policy has a say in where there is room.
#pragma once

#include "kernels/policies/policies.hpp"
#include "kernels/state.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace servers {

/// The bits of which the policy finds room, too: bit i is that of server(i), for entry(i).
template <class Entry, class Server>
FAIRSLOT_APART FAIRSLOT_FUNCTION inline std::uint64_t by_policy(ProblemView const& p,
                                                                RunState const& s,
                                                                std::uint64_t bits,
                                                                Entry const& entry,
                                                                Server const& server) {
  return bits_with(bits, [&](int i) { return Policies::has_room(p, s, entry(i), server(i)); });
}

/// The same for one entry.
template <class Server>
FAIRSLOT_FUNCTION inline std::uint64_t narrowed(ProblemView const& p, RunState const& s,
                                                std::int32_t entry, std::uint64_t bits,
                                                Server const& server) {
  if (!s.policy.traits.own_room) return bits;
  return by_policy(
      p, s, bits, [=](int) { return entry; }, server);
}

}  // namespace servers
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
