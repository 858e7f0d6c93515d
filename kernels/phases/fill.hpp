#pragma once

#include "kernels/phases/entitle.hpp"
#include "kernels/replay.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace phases {

enum class Filled { yes, paused, overflow };

/// What is asked for the user whose turn it is.
struct Query {
  std::int32_t user, entry;
  search::Scope scope;
  bool paused, refused;
};

/// Called by one lane.
template <int K, class Rules, class Executor>
FAIRSLOT_FUNCTION inline Query query_of(ProblemView const& p, RunState& s, int seat,
                                        std::int64_t budget) {
  s.clock.pause = users::obstacle(s);
  if (s.clock.pause == Pause::none && budget <= 0) s.clock.pause = Pause::budget;
  std::int32_t const user = s.seats.user[seat], entry = s.users.head[user];
  if (s.clock.pause != Pause::none) return {user, entry, search::Scope::none, true, false};
  if (Rules::asks(s.policy.traits.refuses) && !Policies::may_start<K>(p, s, user))
    return {user, entry, search::Scope::none, false, true};
  return {user, entry, search::scope_of<K, Rules, Executor>(p, s, entry), false, false};
}

enum class Served { over, goes_on, frozen, overflow, paused };

/// A task has started, or not for a sum that overflowed; `news`: of the user's turn.
template <class News>
struct After {
  News news;
  users::Started started;
};
template <class News>
After(News, users::Started) -> After<News>;  // which clang asks for up to 16

/// The same, with the key of the user who goes on. Without the contenders: handed by reference to a
/// function that is not part of the loop, they would be kept in memory.
struct Passed {
  users::Started outcome;
  std::int64_t key;
};

/// The user's next job is tried, with its own key.
template <int K>
FAIRSLOT_APART FAIRSLOT_FUNCTION inline Passed pass(ProblemView const& p, RunState& s, int user,
                                                    int seat) {
  if (!users::book<K>(p, s, user)) return {users::Started::overflow, 0};
  if (!queue::pass<K>(p, s, user, true)) return {users::Started::user_done, 0};
  return {users::Started::user_goes_on, keys::renew<K>(p, s, seat)};
}

/// What the user's turn ends with when it has started a task, or passed on to its next job.
FAIRSLOT_FUNCTION inline Served served(users::Started started) {
  switch (started) {
    case users::Started::overflow:
      return Served::overflow;
    case users::Started::user_goes_on:
      return Served::goes_on;
    default:
      return Served::frozen;
  }
}

/// The task of the entry has found no room.
template <int K, class Rules, class Executor, class Contenders, class Turn>
FAIRSLOT_FUNCTION inline Served found_no_room(Executor const& by, ProblemView const& p, RunState& s,
                                              Contenders& keys, Turn& turn, Query const& query) {
  if (!Rules::asks(s.policy.traits.pool))
    by.alone([&] { s.servers.failed[p.entry[query.entry].pair] = s.clock.slot; });
  Served result = Served::frozen;
  if (Rules::asks(s.policy.traits.backfill)) {
    auto const after = by.alone([&] {
      auto const [outcome, key] = pass<K>(p, s, query.user, turn.at);
      bool const goes_on = outcome == users::Started::user_goes_on;
      return After{keys.news(turn.at, goes_on ? key : turn.key), outcome};
    });
    keys.renew(turn, after.news);
    result = served(after.started);
  }
  if (Rules::asks(s.policy.traits.strict) && result == Served::frozen) return Served::over;
  // Who is kept out by a limit alone says nothing of others.
  bool const limited = Rules::asks(s.policy.traits.limits) && is_limited(p, query.entry) &&
                       scan::fits_somewhere<K>(p, s, query.entry);
  if (s.search.certificates && !Rules::asks(s.policy.traits.in_turn) && !limited)
    freeze::by_domination<K, Executor>(p, s, keys, query.entry);
  return result;
}

template <int K, class Rules, class Executor, class Contenders, class Turn>
FAIRSLOT_FUNCTION inline auto start_and_renew(ProblemView const& p, RunState& s, Contenders& keys,
                                              int user, std::int32_t server, Turn const& turn) {
  users::Started const started = users::start<K, Rules, Executor>(p, s, user, server);
  bool const goes_on = started == users::Started::user_goes_on;
  return After{keys.news(turn.at, goes_on ? keys::renew<K, Rules>(p, s, turn.at) : turn.key),
               started};
}

/// With the server, or without one, the user's key is known: is it still the lowest? The others'
/// are no lower than they are taken to be, either.
template <int K, class Executor, class Contenders, class Turn>
FAIRSLOT_FUNCTION inline bool is_next(Executor const& by, ProblemView const& p, RunState& s,
                                      Contenders& keys, Turn& turn, int user, std::int32_t server) {
  if (server == search::nowhere && !s.policy.traits.backfill) return true;
  auto const news = by.alone([&] {
    Policies::looked<K>(p, s, user, server);
    return keys.news(turn.at, keys::renew<K>(p, s, turn.at));
  });
  keys.renew(turn, news);
  auto const other = keys.find();
  return other.at < 0 || keys.before(turn, other);
}

/// Starts the next task of the user whose turn it is, or passes to its next job, or freezes who
/// cannot start any.
template <int K, class Rules, class Executor, class Contenders, class Turn>
FAIRSLOT_FUNCTION inline Served serve(Executor const& by, ProblemView const& p, RunState& s,
                                      Contenders& keys, Turn& turn, std::int64_t& budget) {
  Query const query = by.alone([&] { return query_of<K, Rules, Executor>(p, s, turn.at, budget); });
  if (query.paused) return Served::paused;
  --budget;
  if (query.refused) {
    if (Rules::asks(s.policy.traits.shares_keys)) keys::take_out_queue(p, s, keys, query.user);
    return Served::frozen;
  }
  std::int32_t const server =
      search::find_server<K>(by, p, s, query.user, query.entry, query.scope);
  if (server == search::unknown) {
    by.alone([&] {
      candidate_lists::await(s);
      search::recount(s, Path::lists, Path::awaited);
    });
    return Served::paused;
  }
  if constexpr (Rules::turn_by_turn)
    if (s.policy.traits.by_server && !is_next<K>(by, p, s, keys, turn, query.user, server))
      return Served::goes_on;
  if (server == search::nowhere) return found_no_room<K, Rules>(by, p, s, keys, turn, query);
  if constexpr (Executor::watches) by.template sees<K>(p, s, keys, turn.at, query.entry, server);
  auto const after = by.alone(
      [&] { return start_and_renew<K, Rules, Executor>(p, s, keys, query.user, server, turn); });
  keys.renew(turn, after.news);
  if (after.started == users::Started::overflow) return Served::overflow;
  if constexpr (Executor::one_lane) {
    if (Rules::asks(s.policy.narrows))
      freeze::by_reach<K, true>(p, s, keys, server, turn.at);
    else
      freeze::by_reach<K, false>(p, s, keys, server, turn.at);
  }
  if (Rules::asks(s.policy.traits.shares_keys) && keys::is_shared(p, query.user))
    keys::renew_queue<K>(p, s, keys, query.user);
  // All jobs of the user have been tried, and some passed over.
  bool const over = Rules::asks(s.policy.traits.strict && s.policy.traits.backfill) &&
                    by.alone([&] { return s.users.is_exhausted(query.user); });
  return over ? Served::over : served(after.started);
}

/// A pass of the slot: starts tasks, the user of the lowest key first, until nobody's task has
/// room. A start changes no other user's key, but for queues that share them: the next is again
/// this one or the runner-up, who is found while the server is searched.
template <int K, class Rules, class Executor>
FAIRSLOT_APART FAIRSLOT_FUNCTION inline Filled fill_pass(Executor const& by, ProblemView const& p,
                                                         RunState& s, std::int64_t& budget) {
  auto keys = contenders<Rules>(by, s);
  auto turn = keys.find();
  while (turn.at >= 0) {
    by.alone([&] { keys.take_out(turn.at); });
    auto runner_up = keys.find();
    for (bool goes_on = true; goes_on;) {
      Served const result = serve<K, Rules>(by, p, s, keys, turn, budget);
      if (result == Served::overflow) return Filled::overflow;
      if (result == Served::over) {
        keys.clear();
        return Filled::yes;
      }
      if (result == Served::paused) {
        by.alone([&] { keys.set(turn.at, turn.key); });
        return Filled::paused;
      }
      bool const renewed =
          Rules::asks(s.policy.traits.shares_keys) && keys::is_shared(p, s.seats.user[turn.at]);
      if (runner_up.at >= 0 && (renewed || !keys.has(runner_up.at))) runner_up = keys.find();
      if (result == Served::frozen) break;
      bool const out = Executor::one_lane && freeze::is_out_of_reach(s, turn.at);
      goes_on = keys.before(turn, runner_up) & !out;
      if (!goes_on) by.alone([&] { keys.set(turn.at, turn.key, !out); });
    }
    turn = runner_up;
  }
  return Filled::yes;
}

/// Whose turn it is, at -1: nobody's.
template <int K, class Executor, class Contenders>
FAIRSLOT_FUNCTION inline auto find_turn(Executor const& by, ProblemView const& p, RunState& s,
                                        Contenders& keys) {
  if constexpr (Executor::watches) by.template looks_around<K>(p, s, keys);
  if (!s.policy.traits.in_queues) return keys.find();
  auto const has_room = [&](int user) { return search::has_room<K>(p, s, s.users.head[user]); };
  return by.alone([&] {
    std::int32_t const seat = Policies::next<K>(p, s, keys, has_room);
    return seat < 0 ? keys.nobody() : keys.turn(seat, s.seats.keys[seat]);
  });
}

/// A pass under a policy whose starts change who is next in any way: it is found anew each time.
template <int K, class Executor>
FAIRSLOT_APART FAIRSLOT_FUNCTION inline Filled fill_turn_by_turn(Executor const& by,
                                                                 ProblemView const& p, RunState& s,
                                                                 std::int64_t& budget) {
  auto keys = contenders(by, s);
  for (;;) {
    auto turn = find_turn<K>(by, p, s, keys);
    if (turn.at < 0) return Filled::yes;
    by.alone([&] { keys.take_out(turn.at); });
    Served const result = serve<K, TurnByTurn>(by, p, s, keys, turn, budget);
    if (result == Served::overflow) return Filled::overflow;
    if (result == Served::frozen) continue;
    bool const out = Executor::one_lane && freeze::is_out_of_reach(s, turn.at);
    by.alone([&] { keys.set(turn.at, turn.key, !out); });
    if (result == Served::paused) return Filled::paused;
  }
}

template <int K, class Executor>
FAIRSLOT_FUNCTION inline Filled pass_by_rules(Executor const& by, ProblemView const& p, RunState& s,
                                              std::int64_t& budget) {
  if (s.policy.traits.turn_by_turn()) return fill_turn_by_turn<K>(by, p, s, budget);
  if constexpr (Executor::one_lane)
    if (s.policy.plain) return fill_pass<K, Plain>(by, p, s, budget);
  return fill_pass<K, General>(by, p, s, budget);
}

/// What others picked in this slot; those who contend do so for nothing.
template <int K, class Executor>
FAIRSLOT_FUNCTION inline Filled fill_again(Executor const& by, ProblemView const& p, RunState& s,
                                           std::int64_t& budget) {
  bool const fits = by.alone([&] { return replay::start_all<K, Executor>(p, s, budget); });
  if (!fits) return Filled::overflow;
  if (by.alone([&] { return s.clock.pause != Pause::none; })) return Filled::paused;
  contenders(by, s).clear();
  return Filled::yes;
}

/// May be interrupted before any start and called again.
template <int K, class Executor>
FAIRSLOT_FUNCTION inline Filled fill(Executor const& by, ProblemView const& p, RunState& s,
                                     std::int64_t& budget) {
  Region const region(s.regions, "fairslot::slot::fill");
  if (p.policies_change && replay::is_on(s)) return fill_again<K>(by, p, s, budget);
  for (;;) {
    Filled const filled = pass_by_rules<K>(by, p, s, budget);
    if (filled != Filled::yes) return filled;
    bool const last = by.alone([&] { return ++s.clock.pass == s.policy.traits.passes; });
    if (last) return filled;
    if (!begin_pass<K>(by, p, s)) return Filled::overflow;
  }
}

}  // namespace phases
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
