#pragma once

#include "kernels/fits/fits.hpp"
#include "kernels/phases/calendar.hpp"
#include "kernels/phases/keys.hpp"
#include "kernels/phases/queue.hpp"
#include "kernels/phases/servers.hpp"

namespace fairslot::inline FAIRSLOT_ISA::phases {

/// Books the tasks that active user `a` started of one entry in this slot. False: queue_sum
/// passed 2^63-1.
FAIRSLOT_FUNCTION inline bool book(ProblemView const& p, RunState& s, int a) {
  std::int32_t const count = s.active_count[a];
  if (count == 0) return true;
  std::int32_t const entry = s.active_entry[a];
  s.active_count[a] = 0;
  queue::mark_dirty(s, s.active_user[a]);
  s.entry_started[entry] += count;
  if (s.entry_first_start[entry] == 0) s.entry_first_start[entry] = s.slot;
  s.entry_last_start[entry] = s.slot;
  std::int64_t const waited = s.slot - p.submit[entry];
  if (waited < dense_queueing)
    s.queueing[waited] += count;
  else
    s.long_queueing[s.long_queueing_count++] = {waited, count};
  return add_product(s.entry_queue_sum[entry], waited, count);
}

/// What has to be fetched by the host before the next task may start.
FAIRSLOT_FUNCTION inline Pause obstacle(RunState const& s) {
  if (calendar::full(s)) return Pause::events_full;
  if (s.record_picks && s.pick_count == s.pick_capacity) return Pause::picks_full;
  if (s.long_queueing_count + s.active + 1 >= s.long_queueing_capacity) return Pause::queueing_full;
  return Pause::none;
}

template <int K>
FAIRSLOT_FUNCTION inline void occupy(ProblemView const& p, RunState& s, int user, int demand,
                                     std::int32_t server) {
  std::int32_t const* const d = p.demands + static_cast<std::int64_t>(demand) * K;
  std::int64_t const base = static_cast<std::int64_t>(user) * K;
  for (int r = 0; r < K; ++r) {
    s.usage[base + r] += d[r];
    s.used[r] += d[r];
    if (s.traits.slot_memory) s.slot_usage[base + r] += d[r];
    if (server == fits::the_pool)
      s.pool[r] -= d[r];
    else
      s.residual[r * p.server_stride + server] -= d[r];
  }
  if (server != fits::the_pool) servers::refresh<K>(p, s, server);
}

/// One more event, or one more task of the user's latest event.
FAIRSLOT_FUNCTION inline void schedule(RunState& s, int a, std::int64_t release,
                                       std::int32_t server, int user, int demand) {
  constexpr std::int32_t most = 1 << 30;
  std::int32_t const latest = s.active_event[a];
  if (latest >= 0) {
    Event& event = s.events[latest];
    if (event.server == server && event.demand == demand && event.release == release &&
        event.count < most) {
      ++event.count;
      return;
    }
  }
  s.active_event[a] = calendar::schedule(s, release, server, user, demand);
}

enum class Started { overflow, user_done, user_goes_on };

/// Starts one task of the head of active user `a` on the server.
template <int K>
FAIRSLOT_FUNCTION inline Started start(ProblemView const& p, RunState& s, int a,
                                       std::int32_t server) {
  int const user = s.active_user[a];
  std::int32_t const entry = s.head[user];
  int const demand = p.demand[entry];
  std::int64_t const release = s.slot + p.duration[entry];

  occupy<K>(p, s, user, demand, server);
  schedule(s, a, release, server, user, demand);
  if (s.record_picks) s.pick[s.pick_count++] = {s.slot, user, entry, server};
  if (release > s.makespan) s.makespan = release;
  ++s.total_started[user];
  ++s.in_flight[user];
  if (s.traits.slot_memory) ++s.slot_started[user];
  ++s.active_count[a];
  ++s.started;
  ++s.started_in_slot;
  ++s.running;
  --s.queued;

  if (--s.left[user] > 0) return Started::user_goes_on;
  if (!book(p, s, a)) return Started::overflow;
  s.active_event[a] = -1;
  s.active_entry[a] = ++s.head[user];
  if (s.head[user] < s.tail[user])
    return queue::open_head(p, s, user) ? Started::user_goes_on : Started::user_done;
  queue::leave(s, user);
  return Started::user_done;
}

enum class Filled { yes, paused, overflow };

/// The user whose turn it is, out of the keys while it is served. A start changes no other user's
/// key: the next is again this one or the runner-up, who is found while the server is searched.
struct Turn {
  int user;  ///< index among the active; -1: nobody
  std::int64_t key;

  FAIRSLOT_FUNCTION static Turn first_of(FirstLeast const& keys) {
    int const a = keys.find();
    return {a, a < 0 ? int64_max : keys.keys[a]};
  }
  FAIRSLOT_FUNCTION bool before(Turn const& other) const {
    return key < other.key || (key == other.key && user < other.user);
  }
};

/// Starts tasks, the user of the lowest key first, until nobody's task has room. May be
/// interrupted before any start and called again.
template <int K>
FAIRSLOT_FUNCTION inline Filled fill(ProblemView const& p, RunState& s, std::int64_t& budget) {
  FirstLeast keys = active_keys(s);
  Turn turn = Turn::first_of(keys);
  while (turn.user >= 0) {
    keys.set(turn.user, int64_max);
    Turn const runner_up = Turn::first_of(keys);
    for (bool served = false; !served;) {
      s.pause = obstacle(s);
      if (s.pause == Pause::none && budget <= 0) s.pause = Pause::budget;
      if (s.pause != Pause::none) {
        keys.set(turn.user, turn.key);
        return Filled::paused;
      }
      --budget;
      std::int32_t const server = fits::find_server<K>(p, s, s.head[s.active_user[turn.user]]);
      if (server == fits::nowhere) {
        if (s.traits.strict) return Filled::yes;
        break;
      }
      Started const started = start<K>(p, s, turn.user, server);
      if (started == Started::overflow) return Filled::overflow;
      if (started == Started::user_done) break;
      turn.key = key_of<K>(p, s, turn.user);
      served = !turn.before(runner_up);
      if (served) keys.set(turn.user, turn.key);
    }
    turn = runner_up;
  }
  return Filled::yes;
}

}  // namespace fairslot::inline FAIRSLOT_ISA::phases
