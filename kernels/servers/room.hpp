/// Where a policy or a limit a server has a say in where there is room.
#pragma once

#include "kernels/policies/policies.hpp"
#include "kernels/primitives/simd.hpp"
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
  return within_limit(p, s, entry, m) &&
         (!s.policy.traits.own_room || Policies::has_room(p, s, entry, m));
}

/// The bits where there is room, too: bit i is that of server(i).
template <class Server>
FAIRSLOT_APART FAIRSLOT_FUNCTION inline std::uint64_t with_room(ProblemView const& p,
                                                                RunState const& s,
                                                                std::int32_t entry,
                                                                std::uint64_t bits,
                                                                Server const& server) {
  return bits_with(bits, [&](int i) { return has_room(p, s, entry, server(i)); });
}
template <class Server>
FAIRSLOT_FUNCTION inline std::uint64_t narrowed(ProblemView const& p, RunState const& s,
                                                std::int32_t entry, std::uint64_t bits,
                                                Server const& server) {
  return s.policy.narrows ? with_room(p, s, entry, bits, server) : bits;
}

/// The same of servers 64w + i.
template <int K>
FAIRSLOT_FUNCTION inline std::uint64_t narrowed(ProblemView const& p, RunState const& s,
                                                std::int32_t entry, std::uint64_t bits, int w) {
  if (bits == 0) return bits;
  if (s.servers.room == nullptr || s.policy.traits.limits)
    return narrowed(p, s, entry, bits, [=](int i) { return 64 * w + i; });
  return bits & simd::at_least<K>(at_word(s.servers.room, w), p.server_stride,
                                  demand_of<K>(p, p.entry[entry].demand));
}

}  // namespace servers
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
