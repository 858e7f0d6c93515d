#pragma once

#include "kernels/fits/fits.hpp"
#include "kernels/phases/calendar.hpp"
#include "kernels/phases/keys.hpp"
#include "kernels/phases/queue.hpp"
#include "kernels/phases/released.hpp"
#include "kernels/phases/servers.hpp"

namespace fairslot::inline FAIRSLOT_ISA::phases {

/// Books the tasks of its head that the user started in this slot. False: queue_sum passed 2^63-1.
FAIRSLOT_FUNCTION inline bool book(ProblemView const& p, RunState& s, int user) {
  std::int32_t const count = s.slot_count[user];
  if (count == 0) return true;
  std::int32_t const entry = s.head[user];
  s.slot_count[user] = 0;
  s.slot_event[user] = -1;
  queue::mark_dirty(s, user);
  Booked& booked = s.booked[entry];
  booked.started += count;
  if (booked.first_start == 0) booked.first_start = s.slot;
  booked.last_start = s.slot;
  std::int64_t const last_slot = s.slot + p.entry[entry].duration - 1;
  if (p.horizon > 0 && last_slot > p.horizon) booked.cut += count * (last_slot - p.horizon);
  std::int64_t const waited = s.slot - p.entry[entry].submit;
  if (waited < dense_queueing)
    s.queueing[waited] += count;
  else
    s.long_queueing[s.long_queueing_count++] = {waited, count};
  return add_product(booked.queue_sum, waited, count);
}

/// What has to be fetched by the host before the next task may start.
FAIRSLOT_FUNCTION inline Pause obstacle(RunState const& s) {
  if (calendar::full(s)) return Pause::events_full;
  if (s.record_picks && s.pick_count == s.pick_capacity) return Pause::picks_full;
  if (s.long_queueing_count + s.starters + 2 >= s.long_queueing_capacity)
    return Pause::queueing_full;
  return Pause::none;
}

/// Written everywhere at once, since the next search waits for it.
template <int K>
FAIRSLOT_FUNCTION inline void take_from(ProblemView const& p, RunState& s, std::int32_t server,
                                        std::int32_t const* demand) {
  std::int64_t const stride = p.server_stride;
  int const place = released::place(s, server);
  std::int32_t left[K];
  for (int r = 0; r < K; ++r) {
    left[r] = s.residual[r * stride + server] - demand[r];
    s.residual[r * stride + server] = left[r];
    if (place >= 0) simd::store(s.released_residual + r * released_most, place, left[r]);
  }
  servers::for_each_ratio<K>(p, left, [&](int row, double q) {
    s.ratio[row * stride + server] = q;
    if (place >= 0) simd::store(s.released_ratio + row * released_most, place, q);
  });
  index::changed<K>(p, s, server);
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
    if (server == fits::the_pool) s.pool[r] -= d[r];
  }
  if (server != fits::the_pool) take_from<K>(p, s, server, d);
}

/// One more event, or one more task of the user's latest event.
FAIRSLOT_FUNCTION inline void schedule(RunState& s, std::int64_t release, std::int32_t server,
                                       int user, int demand) {
  constexpr std::int32_t most = 1 << 30;
  std::int32_t const latest = s.slot_event[user];
  if (latest >= 0 && calendar::event(s, latest).server == server &&
      calendar::event(s, latest).count < most)
    ++calendar::event(s, latest).count;
  else
    s.slot_event[user] = calendar::schedule(s, release, {server, user, demand, 1});
}

FAIRSLOT_FUNCTION inline void list_starter(RunState& s, int user) {
  if (s.is_starter[user]) return;
  s.is_starter[user] = 1;
  s.starter[s.starters++] = user;
}

enum class Started { overflow, user_done, user_goes_on };

/// Starts one task of the user's head on the server.
template <int K>
FAIRSLOT_FUNCTION inline Started start(ProblemView const& p, RunState& s, int user,
                                       std::int32_t server) {
  std::int32_t const entry = s.head[user];
  int const demand = p.entry[entry].demand;
  std::int64_t const release = s.slot + p.entry[entry].duration;

  occupy<K>(p, s, user, demand, server);
  schedule(s, release, server, user, demand);
  list_starter(s, user);
  if (s.record_picks) s.pick[s.pick_count++] = {s.slot, user, entry, server};
  if (release > s.makespan) s.makespan = release;
  ++s.total_started[user];
  ++s.in_flight[user];
  if (s.traits.slot_memory) ++s.slot_started[user];
  ++s.slot_count[user];
  ++s.started;
  ++s.started_in_slot;
  ++s.running;
  --s.queued;

  if (--s.left[user] > 0) return Started::user_goes_on;
  if (!book(p, s, user)) return Started::overflow;
  ++s.head[user];
  if (s.head[user] < s.tail[user])
    return queue::open_head<K>(p, s, user) ? Started::user_goes_on : Started::user_done;
  queue::leave(s, user);
  return Started::user_done;
}

enum class Filled { yes, paused, overflow };

/// The seat of the user whose turn it is. A start changes no other user's key: the next is again
/// this one or the runner-up, who is found while the server is searched.
struct Turn {
  int seat;  ///< -1: nobody
  std::int64_t key;

  FAIRSLOT_FUNCTION static Turn first_of(FirstLeast const& keys) {
    auto const [seat, key] = keys.find();
    return {seat, key};
  }
  FAIRSLOT_FUNCTION bool before(Turn const& other) const {
    return (key < other.key) | ((key == other.key) & (seat < other.seat));
  }
};

/// Starts tasks, the user of the lowest key first, until nobody's task has room. May be
/// interrupted before any start and called again.
template <int K>
FAIRSLOT_FUNCTION inline Filled fill(ProblemView const& p, RunState& s, std::int64_t& budget) {
  Region const region(s.regions, "fairslot::slot::fill");
  FirstLeast keys = freeze::user_keys(s);
  Turn turn = Turn::first_of(keys);
  while (turn.seat >= 0) {
    keys.take_out(turn.seat);
    Turn runner_up = Turn::first_of(keys);
    int const user = s.seated[turn.seat];
    for (bool goes_on = true; goes_on;) {
      s.pause = obstacle(s);
      if (s.pause == Pause::none && budget <= 0) s.pause = Pause::budget;
      if (s.pause != Pause::none) {
        keys.set(turn.seat, turn.key);
        return Filled::paused;
      }
      --budget;
      std::int32_t const server = fits::find_server<K>(p, s, user);
      if (server == candidate_lists::unknown) {
        keys.set(turn.seat, turn.key);
        candidate_lists::nominate(p, s, keys);
        s.pause = Pause::candidates;
        return Filled::paused;
      }
      if (server == fits::nowhere) {
        if (s.traits.strict) {
          keys.clear();
          return Filled::yes;
        }
        if (s.certificates) freeze::by_domination<K>(p, s, keys, s.head[user]);
        goes_on = false;
      } else {
        Started const started = start<K>(p, s, user, server);
        if (started == Started::overflow) return Filled::overflow;
        freeze::by_reach<K>(p, s, keys, server);
        goes_on = started == Started::user_goes_on;
      }
      if (runner_up.seat >= 0 && !keys.has(runner_up.seat)) runner_up = Turn::first_of(keys);
      if (!goes_on) break;
      turn.key = key_of<K>(p, s, user);
      bool const out = freeze::is_out_of_reach(s, turn.seat);
      goes_on = turn.before(runner_up) & !out;
      if (!goes_on) keys.set(turn.seat, turn.key, !out);
    }
    turn = runner_up;
  }
  return Filled::yes;
}

}  // namespace fairslot::inline FAIRSLOT_ISA::phases
