/// What one simulation is made of, as plain pointers into device memory. Sizes in [] as in
/// problem_view.hpp.
#pragma once

#include <cstdint>

#include "kernels/macros.hpp"
#include "kernels/problem_view.hpp"
#include "kernels/regions.hpp"
#include "kernels/search/candidate_state.hpp"
#include "kernels/search/kd_state.hpp"
#include "kernels/search/ratio_state.hpp"
#include "kernels/search/shortlist_state.hpp"
#include "kernels/simulation.hpp"
#include "kernels/traits.hpp"

namespace fairslot {

/// What a run has done of a job entry: see RunResult.
struct Booked {
  std::int64_t queue_sum, first_start, last_end, held;
  std::int32_t started, unused;
};

/// Running tasks of one start: `count` tasks of one user and class on one server.
struct Event {
  std::int32_t server, user, demand, count;
};

/// Events that end in one slot. An event's index is chunk*chunk_places + place.
inline constexpr int chunk_events = 7, chunk_places = 8;
struct alignas(64) EventChunk {
  std::int64_t release;
  std::int32_t next, count;
  Event events[chunk_events];
};

/// A slot row before its last division.
struct RawRow {
  std::int64_t slot, running, queued, started;
  std::int64_t used[max_resources];
  std::int64_t users;
  double min_share, max_share;
  std::int64_t sum;
  std::uint64_t squares_high, squares_low;
};

struct Queueing {
  std::int64_t slots, tasks;
};

/// Why a run returned from a launch.
enum class Pause : std::int32_t {
  none,
  budget,
  done,
  rows_full,
  picks_full,
  queueing_full,
  events_full,
  policy_full,
  candidates  ///< the lists of the wide engine have to be made anew: no matter for the host
};

/// Ring of the release calendar, in slots.
inline constexpr int calendar_slots = 1024;
/// Queueing times below this are counted in place; longer ones leave as pairs.
inline constexpr int dense_queueing = 8192;

/// How many released servers are listed at most, of how many words of server bits.
inline constexpr int released_most = 64;
inline constexpr int released_most_words = 8;

/// Where a task is looked for that may fit anywhere.
enum class Search : std::uint8_t { scan, ratio, kd, lists, team };

struct RunState {
  // What is run.
  Policy policy;
  Traits traits;
  FitTraits fit;                                     ///< of traits.fit
  alignas(8) char policy_state[policy_state_bytes];  ///< see state_of()
  Search search;
  bool certificates, lists_released, record_rows, record_picks;
  Regions const* regions;  ///< where a tool wants to see slots and phases, else null

  // Where the run stands.
  RunStatus status;
  Pause pause;
  bool initialized;
  bool in_slot;                ///< a slot's fill was interrupted
  bool row_due;                ///< something was released or arrived in this slot
  bool step;                   ///< strict: the next slot may differ though nothing happens in it
  std::int64_t slot;           ///< the current or last slot
  std::int64_t previous_slot;  ///< the one simulated before it; -1: none
  std::int64_t last_release, makespan, started, started_in_slot, running, queued;
  std::int64_t used[max_resources];
  std::int64_t pool[max_resources];  ///< residual of the pool
  std::int32_t next_arrival, blocked_count;

  // Servers.
  std::int32_t* residual;     ///< [K][server_stride], padding -1
  double* ratio;              ///< [references][K][server_stride] q_mr = a_r*(C_mr/C_mn), if read
  RatioIndex ratio_index[2];  ///< see search/index.hpp
  KdIndex kd_index[2];
  Shortlists shortlists;      ///< see search/shortlists.hpp
  CandidateLists candidates;  ///< see search/candidate_lists.hpp
  bool fresh_known;           ///< was built in some slot
  bool fresh_built;           ///< of this slot
  std::uint64_t* noted;       ///< [W] servers that have changed since the index was asked
  std::int32_t* note;         ///< [M] their list
  std::int32_t notes;
  std::int64_t scanned_words;        ///< looked at instead of asking it
  std::int64_t asked, asked_before;  ///< how often in this slot and in the one before
  std::uint64_t* touched;            ///< [W] released in this slot
  std::int64_t* failed;  ///< [pairs] slot in which the pair was last found to fit nowhere
  std::int64_t questions[path_count];  ///< to the search, by Path

  // Servers released in this slot, if they are few: see state/released.hpp.
  std::int32_t released_count;      ///< -1: not listed
  std::int32_t* released_server;    ///< [released_most]
  std::uint8_t* released_place;     ///< [server_stride]
  std::int32_t* released_residual;  ///< [K][released_most], padding -1
  double* released_ratio;           ///< [references][K][released_most]

  // Users.
  std::uint64_t* waiting;       ///< [ceil(N/64)] has tasks queued and is not blocked
  std::uint64_t* dirty;         ///< [ceil(N/64)] usage or queue changed in this slot
  std::uint8_t* is_blocked;     ///< [N]
  std::uint8_t* is_present;     ///< [N] counted in `present`
  std::int32_t* head;           ///< [N] entry
  std::int32_t* tail;           ///< [N] end of the entries that have arrived
  std::int32_t* left;           ///< [N] tasks of the head not yet started
  std::int64_t* total_started;  ///< [N] X
  std::int64_t* in_flight;      ///< [N] running tasks
  std::int64_t* usage;          ///< [N][K] of running tasks
  std::int64_t* slot_started;   ///< [N] in this slot (memory = slot)
  std::int64_t* slot_usage;     ///< [N][K] of tasks started in this slot (memory = slot)
  std::int64_t* counted;        ///< [N] tasks that the policy counts: in_flight or slot_started
  std::int64_t* counted_usage;  ///< [N][K] theirs: usage or slot_usage
  bool settles;                 ///< the policy has books of every slot
  bool one_by_one;              ///< it gives keys to one user at a time
  std::int64_t* settled;        ///< [N] last slot that is in them
  std::int32_t* blocked;        ///< [N][2] user, entry

  // Dominant shares of running tasks, divided by the weight, for the slot rows.
  std::int64_t present, present_idle;  ///< users with tasks queued or running; with share 0
  std::int64_t share_sum;              ///< of fixed_point(share)
  std::uint64_t squares_high, squares_low;
  std::int64_t* share;  ///< [N rounded up to 64] bits of the double, 0 where absent

  std::int32_t* head_pair;    ///< [N] of the head; -1 before the first
  std::int32_t* shown_group;  ///< [N] whose servers are in may_use

  // The users that wait, side by side: see state/seats.hpp. S = ceil(N/64)*64.
  int seats;                     ///< given
  bool seats_stale;              ///< others wait
  std::int32_t* seat;            ///< [N]
  std::int32_t* seated;          ///< [S] user
  std::uint64_t* has_seat;       ///< [S/64] bits of users
  std::uint64_t* failed_before;  ///< [S/64] bits of users that waited at the end of the slot before
  std::int32_t* head_demand;     ///< [K][S]
  std::int32_t* head_group;      ///< [S] placement group

  // Users in this slot.
  std::uint64_t* contenders;    ///< [S/64] bits of seats: may still start a task
  std::int64_t* keys;           ///< [S+8] of the contenders
  std::int64_t* key_blocks;     ///< see FirstLeast
  int pass;                     ///< of the fill, from 0
  bool has_ties;                ///< keys have second words
  std::int64_t* ties;           ///< [S] they
  std::int32_t* slot_head;      ///< [N] the head at the start of the slot
  std::int64_t* slot_monopoly;  ///< [N] H of it
  std::int32_t* slot_count;     ///< [N] tasks of the head started and not yet booked
  std::int32_t* slot_event;     ///< [N] event of the latest start of the head, or -1
  std::uint8_t* is_starter;     ///< [N]
  std::int32_t* starter;        ///< [N] users that have started a task
  std::int32_t starters;

  // Who may be frozen: see state/freeze.hpp.
  std::uint64_t* certified;   ///< [S/64] bits of seats: no room in the slot before with this head
  std::uint64_t* may_use;     ///< [M][S/64] bits of users whose head may run on the server
  std::uint8_t* reach_count;  ///< [S] released servers that are in reach
  std::uint64_t* reach;       ///< [S/64][released_most] seats for whose head there is room

  // Results.
  Booked* booked;          ///< [J]
  std::int64_t* queueing;  ///< [dense_queueing] tasks that waited so many slots
  Queueing* long_queueing;
  std::int32_t long_queueing_count, long_queueing_capacity;
  RawRow* row;
  std::int32_t row_count, row_capacity;
  Pick* pick;
  std::int32_t pick_count, pick_capacity;

  // Calendar of releases.
  std::int32_t* ring;            ///< [calendar_slots] list heads
  std::uint64_t* ring_occupied;  ///< [calendar_slots/64]
  std::int32_t far;              ///< list of chunks beyond the ring
  std::int64_t far_min, next_merge;
  std::int32_t ahead;  ///< the chunk of the next slot that was fetched last, or -1
  EventChunk* chunks;
  std::int32_t chunk_free, chunk_used, chunk_capacity;
};

}  // namespace fairslot
