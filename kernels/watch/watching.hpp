/// One lane that looks on as tasks start: who was lowest, and which servers had room. What it looks
/// up it computes as the loop does; it changes nothing.
#pragma once

#include "kernels/executor/alone.hpp"
#include "kernels/phases/fill.hpp"
#include "kernels/watch/onlooker.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace watch {

/// The job of the user that is tried first.
FAIRSLOT_FUNCTION inline std::int32_t first_entry(RunState const& s, int user) {
  bool const passes = s.policy.traits.backfill && s.users.is_passing(user);
  return passes ? s.users.front[user] : s.users.head[user];
}

/// Has one of these servers room for a task of the entry?
template <int K>
FAIRSLOT_APART bool has_room(ProblemView const& p, RunState const& s, std::int32_t entry,
                             std::uint64_t const* among) {
  if (s.policy.traits.pool) return search::pool_has_room<K>(p, s, p.entry[entry].demand);
  for (int w = 0; w < p.words; ++w)
    if (scan::open<K>(p, s, entry, among, w) != 0) return true;
  return false;
}

/// Could the user's next task start, were it the user's turn?
template <int K>
FAIRSLOT_APART bool could_start(ProblemView const& p, RunState const& s, int user) {
  if (!s.users.waits(user)) return false;
  std::int32_t const entry = first_entry(s, user);
  bool const bound = s.policy.traits.refuses && s.policy.traits.passes == 1;
  bool const refused = bound && !Policies::may_start<K>(p, s, user);
  return !refused && has_room<K>(p, s, entry, servers::permitted(p, s, entry));
}

/// Each server m with room for the entry's task: visit(m, score(m)), under the run's placement.
template <int K, class Visit>
FAIRSLOT_APART void each_score(ProblemView const& p, RunState const& s, std::int32_t user,
                               std::int32_t entry, Visit const& visit) {
  std::uint64_t const* const allowed = servers::permitted(p, s, entry);
  auto const each = [&](auto const& score) {
    for (int w = 0; w < p.words; ++w)
      for (std::uint64_t bits = scan::open<K>(p, s, entry, allowed, w); bits != 0; bits &= bits - 1)
        visit(64 * w + lowest_bit(bits), score(64 * w + lowest_bit(bits)));
  };
  if (s.policy.traits.by_server)
    return each([&](int m) -> double { return Policies::preference<K>(p, s, user, m); });
  Fits::with(s.policy.traits.fit, [&]<class F>(F) {
    if constexpr (F::traits.scores) {
      score::Scorer<K, F> const scorer(p, s, p.entry[entry].demand);
      each([&](int m) { return scorer.of(m); });
    } else {
      each([](int) { return 0.0; });
    }
    return std::int32_t{0};
  });
}

inline SeenPick::Best best_of(RunState const& s) {
  if (s.policy.traits.by_server) return SeenPick::Best::most;
  bool const scores = !s.policy.traits.pool && s.policy.fit.scores;
  return scores ? SeenPick::Best::least : SeenPick::Best::first;
}

class Watching : public executor::Alone {
 public:
  static constexpr bool watches = true;

  explicit Watching(Onlooker& onlooker) : onlooker_(onlooker) {}

  /// Before it is found whose turn it is: keys that depend on servers are known for sure.
  template <int K>
  void looks_around(ProblemView const& p, RunState& s, FirstLeast& keys) const {
    if (!s.policy.traits.by_server) return;
    keys.each([&](int seat) {
      int const user = s.seats.user[seat];
      std::int32_t const entry = s.users.head[user];
      auto const scope = search::scope_of<K, General, executor::Alone>(p, s, entry);
      std::int32_t const server =
          search::find_server<K>(executor::Alone(), p, s, user, entry, scope);
      Policies::looked<K>(p, s, user, server);
      keys.set(seat, keys::renew<K>(p, s, seat));
    });
  }

  /// The task of the entry is about to start on the server; its user's seat is no longer among
  /// those of `keys`.
  template <int K>
  void sees(ProblemView const& p, RunState& s, FirstLeast& keys, int seat, std::int32_t entry,
            std::int32_t server) const {
    std::int32_t const user = s.seats.user[seat], asked = onlooker_.user;
    if (asked >= 0) {
      bool const could = could_start<K>(p, s, asked);
      onlooker_.sees(could);
      if (user != asked && !could) return;
    }
    SeenPick pick = {user, entry, server, list_keys<K>(p, s, keys, seat), 0, best_of(s)};
    if (!s.policy.traits.pool)
      each_score<K>(p, s, user, entry, [&](int m, double score) {
        onlooker_.scores[pick.scores++] = {m, score};
      });
    onlooker_.sees(pick);
  }

 private:
  /// Those who take part after the one whose turn it is: each would be next without those before.
  template <int K>
  std::int32_t list_keys(ProblemView const& p, RunState& s, FirstLeast& keys, int seat) const {
    std::int32_t listed = 0, taken = 0;
    bool has_asked = false;
    auto const list = [&](int at) {
      std::int32_t const user = s.seats.user[at];
      onlooker_.keys[listed++] = {user, score_of(keys::of<K>(p, s, user))};
      has_asked |= user == onlooker_.user;
    };
    list(seat);
    auto const refused = [&](int at) {
      return phases::is_selective(s) && !Policies::may_start<K>(p, s, s.seats.user[at]);
    };
    while (listed < onlooker_.top) {
      auto const turn = phases::find_turn<K>(executor::Alone(), p, s, keys);
      if (turn.at < 0) break;
      keys.take_out(turn.at);
      onlooker_.seats[taken++] = turn.at;
      if (!refused(turn.at)) list(turn.at);
    }
    for (int i = 0; i < taken; ++i) keys.set(onlooker_.seats[i], s.seats.keys[onlooker_.seats[i]]);
    if (onlooker_.user >= 0 && !has_asked) {
      int const at = s.seats.of[onlooker_.user];
      bool const is_seated = at < s.seats.count && s.seats.user[at] == onlooker_.user;
      if (is_seated && keys.has(at) && !refused(at)) list(at);
    }
    return listed;
  }

  Onlooker& onlooker_;
};

}  // namespace watch
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
