/// The policy's own shares for the naive simulator: what it looks at in a RunState, and its hooks.
/// Tables and arrays that no policy reads are not there.
#pragma once

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <vector>

#include "kernels/executor/alone.hpp"
#include "kernels/policies/policies.hpp"
#include "kernels/problem_tables.hpp"
#include "kernels/users/weights.hpp"

namespace fairslot::bench {

/// Needs no more than a share a user, and tasks that start one after the other on the best or the
/// first server with room.
inline bool needs_only_shares(Policy const& policy) {
  Traits const t = Policies::traits(policy.kind, policy.options);
  FitTraits const fit = Fits::traits[t.fit];
  CommonOptions const common = common_options(policy);
  return !(t.pool || t.strict || t.ignore_permitted || (t.in_turn && !t.backfill) || t.steps ||
           t.refuses || t.shares_keys || t.own_room || t.by_speed || t.passes > 1) &&
         !(t.ties || t.random_ties) && !Policies::settles(policy.kind) &&
         common.order == ServerOrder::listed && !common.skip_unplaceable &&
         (fit.ratio_l1 || !fit.scores);
}

/// Arrays that a policy makes larger. They lie in a RunState, and move with it.
class HostArrays {
 public:
  explicit HostArrays(RunState& of) : of_(of) {}
  HostArrays(HostArrays const& other, RunState& of) : of_(of), arrays_(other.arrays_) {
    for (Array& array : arrays_) point(array);
  }

  /// What `array`, a member of the RunState, points to moves to a larger one.
  template <class T>
  void resize(T*& array, std::size_t size) {
    std::ptrdiff_t const at = reinterpret_cast<char*>(&array) - reinterpret_cast<char*>(&of_);
    auto known = std::ranges::find(arrays_, at, &Array::at);
    if (known == arrays_.end()) known = arrays_.insert(known, {at, {}});
    known->memory.resize(size * sizeof(T));
    point(*known);
  }

 private:
  struct Array {
    std::ptrdiff_t at;  ///< of the pointer in the RunState
    std::vector<char> memory;
  };
  void point(Array& array) const {
    *reinterpret_cast<void**>(reinterpret_cast<char*>(&of_) + array.at) = array.memory.data();
  }

  RunState& of_;
  std::vector<Array> arrays_;
};

template <int K>
class PolicyKeys {
 public:
  PolicyKeys(Problem const& problem, Policy const& policy)
      : problem_(problem), tables_(tables_of(problem)), p_(view_of(problem, tables_)), arrays_(s_) {
    s_.policy.chosen = policy;
    s_.policy.traits = Policies::traits(policy.kind, policy.options);
    lay_out();
    Policies::enlarge(arrays_, p_, s_);
    weights::initialize(p_, s_);
    Policies::template initialize<K>(p_, s_);
  }
  PolicyKeys(PolicyKeys const& other)
      : problem_(other.problem_),
        tables_(other.tables_),
        p_(view_of(problem_, tables_)),
        s_(other.s_),
        arrays_(other.arrays_, s_),
        memory_(other.memory_) {
    lay_out();
  }

  void begin_slot(std::int64_t slot) {
    s_.clock.slot = slot;
    if (Policies::is_full(p_, s_)) Policies::enlarge(arrays_, p_, s_);
  }

  /// The user's next task is of this entry; `fresh`: it had none before. Blocked: of none for good.
  void set_head(int user, int entry, bool fresh, bool blocked) {
    s_.users.head[user] = entry;
    s_.users.is_blocked[user] = blocked;
    set_waiting(user, !blocked);
    if (!fresh) return;
    require(Policies::template arrive<K>(p_, s_, user));
    weights::of_head(p_, s_, user);
  }
  void set_waiting(int user, bool waits) {
    std::uint64_t const bit = std::uint64_t{1} << (user % 64);
    s_.users.waiting[user / 64] =
        waits ? s_.users.waiting[user / 64] | bit : s_.users.waiting[user / 64] & ~bit;
  }

  /// At the start of a slot, of a user that waits.
  double first_share(int user) {
    std::int32_t const demand = p_.entry[s_.users.head[user]].demand;
    if (s_.policy.traits.reads_head) {
      s_.users.slot_head[user] = s_.users.head[user];
      s_.users.slot_monopoly[user] = p_.monopoly[demand];
    }
    if (s_.policy.traits.slot_memory) {
      s_.users.counted[user] = 0;
      std::fill_n(s_.users.counted_usage + std::int64_t{user} * K, K, 0);
    }
    require(Policies::template account<K>(p_, s_, user));
    return share(user);
  }
  double share(int user) const { return Policies::template share<K>(p_, s_, user); }

  void started(int user, int server) {
    ++s_.users.total_started[user];
    add(user, p_.entry[s_.users.head[user]].demand, 1);
    Policies::template started<K>(p_, s_, user, server);
  }
  void ended(int user, int server, int demand) {
    if (!s_.policy.traits.slot_memory) add(user, demand, -1);
    Policies::template ended<K, executor::Alone>(p_, s_, {server, user, demand, 1});
  }
  /// Of each user that has started a task in it.
  void end_slot(int user) {
    Policies::template end_slot<K>(p_, s_, user);
    if (s_.users.waits(user) || s_.users.is_blocked[user]) weights::of_head(p_, s_, user);
  }

 private:
  struct alignas(64) Line {
    char bytes[64] = {};
  };
  static void require(bool fits) {
    if (!fits) throw std::overflow_error("the naive simulator: a sum passed 2^63-1");
  }
  /// Tasks to what is counted of the user.
  void add(int user, int demand, std::int64_t tasks) {
    s_.users.counted[user] += tasks;
    for (int r = 0; r < K; ++r)
      s_.users.counted_usage[std::int64_t{user} * K + r] +=
          tasks * p_.demands[std::int64_t{demand} * K + r];
  }

  void lay_out() {
    Arena measure;
    lay_out(measure);
    memory_.resize(measure.used() / sizeof(Line) + 1);
    Arena bound(memory_.data());
    lay_out(bound);
  }
  void lay_out(Arena& arena) {
    s_.users.lay_out(arena, {p_, K, s_.policy.traits, {}, false, false, false});
    Policies::lay_out(arena, p_, K, s_);
  }

  Problem const& problem_;
  ProblemTables tables_;
  ProblemView p_;
  RunState s_{};
  HostArrays arrays_;
  std::vector<Line> memory_;
};

}  // namespace fairslot::bench
