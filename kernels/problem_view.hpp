/// A problem on the device, as plain pointers: shared by all runs of it, constant. Sizes in [] with
/// K resources, M servers, N users, J job entries, D demand classes, P placement groups, W =
/// ceil(M/64) words, Y server types (distinct capacity vectors), Q queues.
#pragma once

#include <cstdint>

#include "kernels/macros.hpp"
#include "kernels/problem.hpp"
#include "kernels/traits.hpp"

namespace fairslot {

/// On which servers an entry's task fits while all are empty: decides who is blocked.
enum Hosted : std::uint32_t { on_permitted = 1, on_any = 2, on_pool = 4 };

/// What of it a policy asks for.
FAIRSLOT_FUNCTION constexpr std::uint32_t needed(Traits const& traits) {
  return traits.pool ? on_pool : traits.ignore_permitted ? on_any : on_permitted;
}

/// A job entry. Together, since a pick looks at all of it, and at no neighbour.
struct Entry {
  std::int32_t submit, tasks, duration;
  std::int32_t demand;     ///< demand class
  std::int32_t placement;  ///< placement group
  std::int32_t pair;  ///< of demand class and placement group; with a limit a server of its user's
  std::int32_t user;
  std::uint32_t hosted;  ///< bits of Hosted
};

/// Who says which tasks can run at some time: the policy that picks.
struct Judge {
  Policy policy;
  std::uint32_t needed;
};

/// A user leaves in a slot.
struct Departure {
  std::int32_t slot, user;
};

/// Servers of one type are of one kind. A bit each.
inline constexpr int server_kinds = 32;
inline constexpr std::int32_t every_kind = -1;

/// What decides how servers are searched: see search/choice.hpp.
struct Asked {
  double permitted;  ///< servers that a task may use, on average
  double load;       ///< offered to the cluster; above 1 is overload
  double tasks;      ///< of a task's job, on average
  int pairs;         ///< distinct (demand class, permitted set), or many_pairs
};
/// So many that it does not matter how many.
inline constexpr int many_pairs = 1 << 14;

struct ProblemView {
  int servers, users, entries, classes, words, types, queues;
  int named_queues;            ///< the first of the Q; the others are of one user each
  std::int64_t server_stride;  ///< M rounded up to 64
  int references;              ///< resources n that some class divides by
  int arrivals, departures;    ///< entries that ever arrive, users that leave
  std::int64_t horizon;
  std::int64_t totals[max_resources];
  Asked asked;
  double share_scale;  ///< makes an integer of share/weight; 0: weights differ, see sum_shares
  int share_bits;      ///< of such an integer where weights differ: the sum over all has room
  bool are_weighted;   ///< some user's weight is not 1, or may change

  std::int32_t const* capacity;         ///< [K][server_stride], padding -1
  double const* speed;                  ///< [M]
  std::int32_t const* listed;           ///< [M] index in the list of servers as given
  std::int32_t const* place_of_listed;  ///< [M] the other way round
  double const* weight;                 ///< [N]
  double const* job_weight;             ///< [J], 0: the user's; where weighs_jobs
  std::uint8_t const* is_weighed;       ///< [N] its w may change; where weighs_jobs
  std::int32_t const* per_server;       ///< [J] most tasks of its user; where limits_servers
  std::int32_t const* alone_begin;      ///< [N+1], as in Problem
  std::int64_t const* alone_slot;       ///< [alone_begin[N]]
  std::int64_t const* alone_sum;        ///< [alone_begin[N]]
  std::int32_t const* queue;            ///< [N]
  double const* guarantee;              ///< [Q]
  double const* part;                   ///< [named_queues] of the queue around it
  std::int32_t const* outer;            ///< [named_queues] the queue around it, or -1
  double const* minimum;                ///< [N] minimum shares
  std::int32_t const* job_begin;        ///< [N+1]
  std::int32_t const* unlike;           ///< [J] the user's next entry of another pair, or its end
  Entry const* entry;                   ///< [J]
  std::int32_t const* arrival;          ///< [arrivals] entries by (submit, user, queue order)
  Departure const* departure;           ///< [departures] by (slot, user)
  std::int32_t const* leave;            ///< [N] slot, 0: never; where there are departures
  std::int32_t const* demands;          ///< [D][K]
  std::int64_t const* monopoly;         ///< [D] H
  std::int32_t const* reference;        ///< [D] n: lowest resource with a positive demand
  std::int32_t const* reference_slot;   ///< [D] which of `references` that is
  std::int32_t const* reference_of;     ///< [references] n
  double const* norm;                   ///< [references][K] a_r = R_n/R_r, 0 where R_r = 0
  double const* target;                 ///< [D][K] p_r = a_r*(d_r/d_n)
  std::uint64_t const* placements;      ///< [P][W]
  std::uint64_t const* everywhere;      ///< [W] every server
  std::uint8_t const* is_everywhere;    ///< [P] every server is permitted
  std::int32_t const* type_capacity;    ///< [Y][K]
  std::int32_t const* type_count;       ///< [Y]
  std::int32_t const* type_of;          ///< [M]
  std::int32_t const* placement_kinds;  ///< [P] bits, see servers::kind
  std::int32_t const* mixed;  ///< [N] index among the users of several demand classes, or -1
  Change const* change;       ///< [changes] by slot
  Judge const* judge;         ///< of Problem::policies
  int pairs, mixed_users, changes;
  bool weighs_jobs;        ///< some job has a weight of its own, or some user's changes
  bool limits_servers;     ///< some job has a limit a server
  bool servers_change;     ///< some go down: their tasks are lost
  bool guarantees_change;  ///< of queues
  bool policies_change;    ///< another one picks from some slot on
  bool kinds_matter;       ///< some permitted set has no server of some kind
  int main_reference;      ///< the one of `references` that most entries use
};

}  // namespace fairslot

namespace fairslot {
inline namespace FAIRSLOT_ISA {

/// [K] of a demand class.
template <int K>
FAIRSLOT_FUNCTION inline std::int32_t const* demand_of(ProblemView const& p, int demand) {
  FAIRSLOT_ASSERT(0 <= demand && demand < p.classes);
  return p.demands + std::int64_t{demand} * K;
}
template <int K>
FAIRSLOT_FUNCTION inline double const* target_of(ProblemView const& p, int demand) {
  FAIRSLOT_ASSERT(0 <= demand && demand < p.classes);
  return p.target + std::int64_t{demand} * K;
}

/// A limit a server says more of this entry's tasks than demand and placement do.
FAIRSLOT_FUNCTION inline bool is_limited(ProblemView const& p, std::int32_t entry) {
  return p.limits_servers && is_limit(p.per_server[entry]);
}

/// Where those begin that have a bit in word w.
template <class T>
FAIRSLOT_FUNCTION inline T* at_word(T* x, int w) {
  return x + std::int64_t{64} * w;
}

}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
