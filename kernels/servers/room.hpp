/// Where a policy or a limit a server has a say in where there is room.
#pragma once

#include "kernels/policies/policies.hpp"
#include "kernels/state.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace servers {

/// Running tasks of the user on the server.
FAIRSLOT_FUNCTION inline std::int32_t& tasks_of(ProblemView const& p, RunState const& s, int user,
                                                int m) {
  return s.servers.tasks_of[std::int64_t{user} * p.servers + m];
}

/// Fewer tasks of its user than the entry allows run on the server.
FAIRSLOT_FUNCTION inline bool within_limit(ProblemView const& p, RunState const& s,
                                           std::int32_t entry, int m) {
  return !s.policy.traits.limits || tasks_of(p, s, p.entry[entry].user, m) < p.per_server[entry];
}

/// Resources suffice on the server: is there room?
FAIRSLOT_FUNCTION inline bool has_room(ProblemView const& p, RunState const& s, std::int32_t entry,
                                       int m) {
  return within_limit(p, s, entry, m) && Policies::has_room(p, s, entry, m);
}

/// The bits where there is room, too: bit i is that of server(i), for entry(i).
template <class Entry, class Server>
FAIRSLOT_APART FAIRSLOT_FUNCTION inline std::uint64_t narrowed_each(ProblemView const& p,
                                                                    RunState const& s,
                                                                    std::uint64_t bits,
                                                                    Entry const& entry,
                                                                    Server const& server) {
  return bits_with(bits, [&](int i) { return has_room(p, s, entry(i), server(i)); });
}

/// The same for one entry.
template <class Server>
FAIRSLOT_FUNCTION inline std::uint64_t narrowed(ProblemView const& p, RunState const& s,
                                                std::int32_t entry, std::uint64_t bits,
                                                Server const& server) {
  if (!s.policy.traits.own_room) return bits;
  return narrowed_each(
      p, s, bits, [=](int) { return entry; }, server);
}

}  // namespace servers
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
