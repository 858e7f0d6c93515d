/// What changes when a task starts: what it takes, the event of its end, its job's books, the
/// user's queue. Called by one lane.
#pragma once

#include "kernels/search/find_server.hpp"
#include "kernels/servers/calendar.hpp"
#include "kernels/users/queue.hpp"
#include "kernels/users/task_slots.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace users {

/// What has to be fetched by the host before the next task may start.
FAIRSLOT_FUNCTION inline Pause obstacle(RunState const& s) {
  if (calendar::full(s)) return Pause::events_full;
  if (s.books.record_picks && s.books.pick_count == s.books.pick_capacity) return Pause::picks_full;
  if (s.books.long_queueing_count + s.users.starters + 2 >= s.books.long_queueing_capacity)
    return Pause::queueing_full;
  return Pause::none;
}

/// Slots of a task that starts now and ends in `end`, up to the horizon.
FAIRSLOT_FUNCTION inline std::int64_t slots_until(ProblemView const& p, RunState const& s,
                                                  std::int64_t end) {
  return (p.horizon > 0 && end > p.horizon ? p.horizon + 1 : end) - s.clock.slot;
}

/// Books the tasks of its head that the user started in this slot. False: a sum passed 2^63-1.
template <int K, class Rules = General>
[[nodiscard]] FAIRSLOT_WITHIN FAIRSLOT_FUNCTION inline bool book(ProblemView const& p, RunState& s,
                                                                 int user) {
  std::int32_t const count = s.users.slot_count[user];
  if (count == 0) return true;
  std::int32_t const entry = s.users.head[user];
  s.users.slot_count[user] = 0;
  s.users.slot_event[user] = -1;
  s.users.mark_dirty(user);
  std::int32_t const* const demand = demand_of<K>(p, p.entry[entry].demand);
  Amount* const queued = s.users.queued + std::int64_t{user} * K;
  for (int r = 0; r < K; ++r)
    queued[r] -= static_cast<Amount>(demand[r]) * static_cast<Amount>(count);
  Booked& booked = s.books.booked[entry];
  booked.started += count;
  FAIRSLOT_ASSERT(booked.started <= p.entry[entry].tasks);
  if (booked.first_start == 0) booked.first_start = s.clock.slot;
  if (!Rules::asks(s.policy.ends_vary)) {
    std::int64_t const end = s.clock.slot + p.entry[entry].duration;
    booked.last_end = end;
    if (!add_product(booked.held, slots_until(p, s, end), count)) return false;
  }
  std::int64_t const waited = s.clock.slot - p.entry[entry].submit;
  FAIRSLOT_ASSERT(waited >= 0 && s.books.long_queueing_count < s.books.long_queueing_capacity);
  if (waited < dense_queueing)
    s.books.queueing[waited] += count;
  else
    s.books.long_queueing[s.books.long_queueing_count++] = {waited, count};
  return add_product(booked.queue_sum, waited, count);
}

/// Written everywhere at once, since the next search waits for it.
template <int K, class Executor>
FAIRSLOT_WITHIN FAIRSLOT_FUNCTION inline void take_from(ProblemView const& p, RunState& s,
                                                        std::int32_t server,
                                                        std::int32_t const* demand) {
  std::int64_t const stride = p.server_stride;
  int const place = released::place(s, server);
  Fixed<std::int32_t, K> left;
  for (int r = 0; r < K; ++r) {
    left[r] = s.servers.residual[r * stride + server] - demand[r];
    FAIRSLOT_ASSERT(left[r] >= 0);
    s.servers.residual[r * stride + server] = left[r];
    if (place >= 0) simd::store(s.released.residual + r * released_most, place, left[r]);
  }
  if (s.policy.fit.reads_ratios)
    servers::for_each_ratio<K>(p, left, [&](int row, double q) {
      s.servers.ratio[row * stride + server] = q;
      if (place >= 0) simd::store(s.released.ratio + row * released_most, place, q);
    });
  if constexpr (Executor::one_lane)
    search::Searches::changed<K>(p, s, server);
  else if (s.search.engine == Search::lists)
    candidate_lists::changed(s.search.candidates, server);
}

template <int K, class Rules, class Executor>
FAIRSLOT_FUNCTION inline void occupy(ProblemView const& p, RunState& s, int user, int demand,
                                     std::int32_t server) {
  std::int32_t const* const d = demand_of<K>(p, demand);
  std::int64_t const base = static_cast<std::int64_t>(user) * K;
  for (int r = 0; r < K; ++r) {
    s.users.usage[base + r] += d[r];
    s.books.used[r] += d[r];
    if (s.policy.traits.slot_memory) s.users.slot_usage[base + r] += d[r];
    if (Rules::asks(server == search::the_pool)) s.servers.pool[r] -= d[r];
    FAIRSLOT_ASSERT(s.servers.pool[r] >= 0);
  }
  if (!Rules::asks(server == search::the_pool)) take_from<K, Executor>(p, s, server, d);
}

/// One more event, or one more task of the user's latest event.
FAIRSLOT_FUNCTION inline void schedule(RunState& s, std::int64_t release, std::int32_t server,
                                       int user, int demand) {
  constexpr std::int32_t most = 1 << 30;
  std::int32_t const latest = s.users.slot_event[user];
  if (latest >= 0 && calendar::event(s, latest).server == server &&
      calendar::event(s, latest).count < most)
    ++calendar::event(s, latest).count;
  else
    s.users.slot_event[user] = calendar::schedule(s, release, {server, user, demand, 1});
}

/// Tasks of the entry start, which is booked when the slot ends.
FAIRSLOT_FUNCTION inline void list_starter(RunState& s, int user, std::int32_t entry) {
  if (s.users.is_starter[user]) return;
  prefetch(s.books.booked + entry);
  s.users.is_starter[user] = 1;
  s.users.starter[s.users.starters++] = user;
}

/// Tasks of a job that start together end at different times: booked one by one.
[[nodiscard]] FAIRSLOT_FUNCTION inline bool book_end(ProblemView const& p, RunState& s,
                                                     std::int32_t entry, std::int64_t end) {
  Booked& booked = s.books.booked[entry];
  if (end > booked.last_end) booked.last_end = end;
  return add_product(booked.held, slots_until(p, s, end), 1);
}

enum class Started { overflow, user_done, user_goes_on };

/// A task of the user's head, or of what stands there for a while, runs on the server until slot
/// `release`. False: a sum passed 2^63-1.
template <int K, class Rules, class Executor>
[[nodiscard]] FAIRSLOT_WITHIN FAIRSLOT_FUNCTION inline bool run_until(ProblemView const& p,
                                                                      RunState& s, int user,
                                                                      std::int32_t server,
                                                                      std::int64_t release) {
  FAIRSLOT_ASSERT(s.books.queued > 0);
  FAIRSLOT_ASSERT(server == search::the_pool || (0 <= server && server < p.servers));
  FAIRSLOT_ASSERT(!s.books.record_picks || s.books.pick_count < s.books.pick_capacity);
  std::int32_t const entry = s.users.head[user];
  int const demand = p.entry[entry].demand;
  occupy<K, Rules, Executor>(p, s, user, demand, server);
  if (Rules::asks(s.policy.traits.limits)) ++servers::tasks_of(p, s, user, server);
  if (Rules::asks(true)) Policies::started<K>(p, s, user, server);
  schedule(s, release, server, user, demand);
  if (Rules::asks(s.policy.ends_vary) && !book_end(p, s, entry, release)) return false;
  list_starter(s, user, entry);
  if (Rules::asks(p.servers_change))
    s.calendar.origin[s.users.slot_event[user]] = {s.clock.slot, entry};
  if (s.books.record_picks)
    s.books.pick[s.books.pick_count++] = {s.clock.slot, user, entry, server};
  if (release > s.books.makespan) s.books.makespan = release;
  ++s.users.total_started[user];
  ++s.users.in_flight[user];
  if (s.policy.traits.slot_memory) ++s.users.slot_started[user];
  ++s.users.slot_count[user];
  ++s.books.started;
  ++s.books.started_in_slot;
  ++s.books.running;
  --s.books.queued;
  return true;
}

/// Starts one task of the user's head on the server, until slot `release`.
template <int K, class Rules, class Executor>
FAIRSLOT_WITHIN FAIRSLOT_FUNCTION inline Started start_until(ProblemView const& p, RunState& s,
                                                             int user, std::int32_t server,
                                                             std::int64_t release) {
  FAIRSLOT_ASSERT(s.users.left[user] > 0);
  if (!run_until<K, Rules, Executor>(p, s, user, server, release)) return Started::overflow;
  if (--s.users.left[user] > 0) return Started::user_goes_on;
  if (!book<K, Rules>(p, s, user)) return Started::overflow;
  return queue::go_on<K, Rules>(p, s, user) ? Started::user_goes_on : Started::user_done;
}

template <int K, class Rules, class Executor>
FAIRSLOT_WITHIN FAIRSLOT_FUNCTION inline Started start(ProblemView const& p, RunState& s, int user,
                                                       std::int32_t server) {
  std::int32_t const duration = p.entry[s.users.head[user]].duration;
  std::int64_t const slots =
      slots_on(Rules::asks(s.policy.traits.by_speed), p.speed, server, duration);
  return start_until<K, Rules, Executor>(p, s, user, server, s.clock.slot + slots);
}

}  // namespace users
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
