#pragma once

#include "kernels/phases/entitle.hpp"
#include "kernels/search/find_server.hpp"
#include "kernels/state/calendar.hpp"
#include "kernels/state/queue.hpp"
#include "kernels/state/released.hpp"
#include "kernels/state/servers.hpp"

namespace fairslot::inline FAIRSLOT_ISA::phases {

/// Slots of a task that starts now and ends in `end`, up to the horizon.
FAIRSLOT_FUNCTION inline std::int64_t slots_until(ProblemView const& p, RunState const& s,
                                                  std::int64_t end) {
  return (p.horizon > 0 && end > p.horizon ? p.horizon + 1 : end) - s.slot;
}

/// Books the tasks of its head that the user started in this slot. False: a sum passed 2^63-1.
FAIRSLOT_FUNCTION inline bool book(ProblemView const& p, RunState& s, int user) {
  std::int32_t const count = s.slot_count[user];
  if (count == 0) return true;
  std::int32_t const entry = s.head[user];
  s.slot_count[user] = 0;
  s.slot_event[user] = -1;
  users::mark_dirty(s, user);
  Booked& booked = s.booked[entry];
  booked.started += count;
  if (booked.first_start == 0) booked.first_start = s.slot;
  if (!s.traits.by_speed) {
    std::int64_t const end = s.slot + p.entry[entry].duration;
    booked.last_end = end;
    if (!add_product(booked.held, slots_until(p, s, end), count)) return false;
  }
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
  if (s.fit.reads_ratios)
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
    if (server == search::the_pool) s.pool[r] -= d[r];
  }
  if (server != search::the_pool) take_from<K>(p, s, server, d);
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

/// The least k >= 1 with k*speed >= duration.
FAIRSLOT_FUNCTION inline std::int64_t slots_at(double speed, std::int32_t duration) {
  auto k = static_cast<std::int64_t>(duration / speed);
  if (k < 1) k = 1;
  while (k > 1 && static_cast<double>(k - 1) * speed >= duration) --k;
  while (static_cast<double>(k) * speed < duration) ++k;
  return k;
}

/// Under speeds tasks of a job that start together end at different times: booked one by one.
FAIRSLOT_FUNCTION inline bool book_by_speed(ProblemView const& p, RunState& s, std::int32_t entry,
                                            std::int64_t end) {
  Booked& booked = s.booked[entry];
  if (end > booked.last_end) booked.last_end = end;
  return add_product(booked.held, slots_until(p, s, end), 1);
}

enum class Started { overflow, user_done, user_goes_on };

/// Starts one task of the user's head on the server.
template <int K>
FAIRSLOT_FUNCTION inline Started start(ProblemView const& p, RunState& s, int user,
                                       std::int32_t server) {
  std::int32_t const entry = s.head[user];
  int const demand = p.entry[entry].demand;
  std::int32_t const duration = p.entry[entry].duration;
  std::int64_t const release =
      s.slot + (s.traits.by_speed ? slots_at(p.speed[server], duration) : duration);

  occupy<K>(p, s, user, demand, server);
  Policies::started<K>(p, s, user, server);
  schedule(s, release, server, user, demand);
  if (s.traits.by_speed && !book_by_speed(p, s, entry, release)) return Started::overflow;
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

using Turn = FirstLeast::Found;

/// Takes the user out of the slot, or of the pass, before a server is looked for: the policy
/// refuses.
FAIRSLOT_FUNCTION inline void refuse(ProblemView const& p, RunState& s, FirstLeast& keys,
                                     int user) {
  if (s.traits.shares_keys) keys::take_out_queue(p, s, keys, user);
}

enum class Served { over, started, frozen, overflow, unknown };

/// Starts the next task of the user in the seat, or freezes who cannot start any.
template <int K>
FAIRSLOT_FUNCTION inline Served serve(ProblemView const& p, RunState& s, FirstLeast& keys,
                                      int user) {
  if (s.traits.refuses && !Policies::may_start<K>(p, s, user)) {
    refuse(p, s, keys, user);
    return Served::frozen;
  }
  std::int32_t const server = search::find_server<K>(p, s, user);
  if (server == candidate_lists::unknown) return Served::unknown;
  if (server == search::nowhere) {
    if (s.traits.strict) return Served::over;
    if (s.certificates && !s.traits.in_turn) freeze::by_domination<K>(p, s, keys, s.head[user]);
    return Served::frozen;
  }
  Started const started = start<K>(p, s, user, server);
  if (started == Started::overflow) return Served::overflow;
  freeze::by_reach<K>(p, s, keys, server);
  if (s.traits.shares_keys) keys::renew_queue<K>(p, s, keys, user);
  return started == Started::user_goes_on ? Served::started : Served::frozen;
}

/// A pass of the slot: starts tasks, the user of the lowest key first, until nobody's task has
/// room. A start changes no other user's key, but for queues that share them: the next is again
/// this one or the runner-up, who is found while the server is searched.
template <int K>
FAIRSLOT_FUNCTION inline Filled fill_pass(ProblemView const& p, RunState& s, std::int64_t& budget) {
  FirstLeast keys = freeze::user_keys(s);
  Turn turn = keys.find();
  while (turn.at >= 0) {
    keys.take_out(turn.at);
    Turn runner_up = keys.find();
    int const user = s.seated[turn.at];
    for (bool goes_on = true; goes_on;) {
      s.pause = obstacle(s);
      if (s.pause == Pause::none && budget <= 0) s.pause = Pause::budget;
      if (s.pause != Pause::none) {
        keys.set(turn.at, turn.key);
        return Filled::paused;
      }
      --budget;
      Served const served = serve<K>(p, s, keys, user);
      if (served == Served::overflow) return Filled::overflow;
      if (served == Served::over) {
        keys.clear();
        return Filled::yes;
      }
      if (served == Served::unknown) {
        keys.set(turn.at, turn.key);
        candidate_lists::nominate(p, s, keys);
        s.pause = Pause::candidates;
        return Filled::paused;
      }
      if (runner_up.at >= 0 && (s.traits.shares_keys || !keys.has(runner_up.at)))
        runner_up = keys.find();
      if (served == Served::frozen) break;
      turn.key = keys::renew<K>(p, s, turn.at);
      bool const out = freeze::is_out_of_reach(s, turn.at);
      goes_on = keys.before(turn, runner_up) & !out;
      if (!goes_on) keys.set(turn.at, turn.key, !out);
    }
    turn = runner_up;
  }
  return Filled::yes;
}

/// May be interrupted before any start and called again.
template <int K>
FAIRSLOT_FUNCTION inline Filled fill(ProblemView const& p, RunState& s, std::int64_t& budget) {
  Region const region(s.regions, "fairslot::slot::fill");
  for (;;) {
    Filled const filled = fill_pass<K>(p, s, budget);
    if (filled != Filled::yes || s.pass + 1 == s.traits.passes) return filled;
    ++s.pass;
    if (!begin_pass<K>(p, s)) return Filled::overflow;
  }
}

}  // namespace fairslot::inline FAIRSLOT_ISA::phases
