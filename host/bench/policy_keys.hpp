/// What the policy itself says, for the naive simulator: its keys and its hooks, and what it looks
/// at in a RunState. Tables and arrays that no policy reads are not there.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <vector>

#include "kernels/executor/alone.hpp"
#include "kernels/problem_tables.hpp"
#include "kernels/users/guarantees.hpp"
#include "kernels/users/weights.hpp"

namespace fairslot::bench {

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

/// Who is next of two users; the lower one where they are equal.
struct Key {
  double share;
  std::int64_t tie;
  bool operator<(Key const& other) const {
    return share < other.share || (share == other.share && tie < other.tie);
  }
};

template <int K>
class PolicyKeys {
 public:
  PolicyKeys(Problem const& problem, Policy const& policy)
      : problem_(problem), tables_(tables_of(problem)), p_(view_of(problem, tables_)), arrays_(s_) {
    s_.policy.chosen = policy;
    s_.policy.traits = Policies::traits(policy.kind, policy.options);
    s_.policy.traits.in_queues &= p_.named_queues > 0;
    s_.policy.seed = common_options(policy).seed;
    s_.policy.has_ties = s_.policy.traits.ties || s_.policy.traits.random_ties;
    s_.policy.settles = Policies::settles(policy.kind);
    lay_out();
    Policies::enlarge(arrays_, p_, s_);
    weights::initialize(p_, s_);
    guarantees::initialize(p_, s_);
    Policies::template initialize<K>(p_, s_);
    for (int u = 0; u < p_.users; ++u) s_.seats.user[u] = u;
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

  ProblemView const& problem() const { return p_; }
  Traits const& traits() const { return s_.policy.traits; }
  int head(int user) const { return s_.users.head[user]; }
  /// Would no guarantee ever hold the entry's task?
  bool is_never_guaranteed(int entry) const {
    return traits().refuses &&
           !Policies::template can_run<K>(p_, s_.policy.chosen, s_.queues.guarantee, entry);
  }
  /// Could the entry's task run at some time?
  bool can_run(int entry) const {
    return (p_.entry[entry].hosted & needed(traits())) != 0 &&
           Policies::template can_run<K>(p_, s_.policy.chosen, s_.queues.guarantee, entry);
  }

  void begin_slot(std::int64_t slot) {
    s_.clock.slot = slot;
    if (Policies::is_full(p_, s_)) Policies::enlarge(arrays_, p_, s_);
  }
  void begin_pass(int pass) {
    s_.clock.pass = pass;
    announce_weights();
  }

  /// The user's next task is of this entry; `fresh`: it had none before. Blocked: of none for good.
  void set_head(int user, int entry, bool fresh, bool blocked) {
    s_.users.head[user] = entry;
    s_.users.is_blocked[user] = blocked;
    set_waiting(user, !blocked);
    if (!fresh) return;
    require(Policies::template arrive<K>(p_, s_, user));
    if (p_.weighs_jobs) weights::of_head(p_, s_, user);
  }
  void set_waiting(int user, bool waits) {
    std::uint64_t const bit = std::uint64_t{1} << (user % 64);
    s_.users.waiting[user / 64] =
        waits ? s_.users.waiting[user / 64] | bit : s_.users.waiting[user / 64] & ~bit;
  }

  /// Before the first key of a user that waits in a pass.
  void account(int user) {
    keys::note_head(p_, s_, user);
    require(Policies::template account<K>(p_, s_, user));
  }
  Key key(int user) const {
    return {Policies::template share<K>(p_, s_, user),
            s_.policy.has_ties ? keys::tie<K>(p_, s_, user) : 0};
  }
  bool may_start(int user) const { return Policies::template may_start<K>(p_, s_, user); }
  bool has_room(int user, int server) const {
    return Policies::has_room(p_, s_, head(user), server);
  }
  std::int32_t preference(int user, int server) const {
    return Policies::template preference<K>(p_, s_, user, server);
  }
  void looked(int user, int server) { Policies::template looked<K>(p_, s_, user, server); }
  /// Of the users with a bit in `active`, by `key`, where the policy goes from queue to queue.
  template <class HasRoom>
  int next(List<std::uint8_t> const& active, List<Key> const& key, HasRoom const& has_room) {
    s_.seats.count = p_.users;
    for (int u = 0; u < p_.users; ++u) s_.seats.keys[u] = ordered(key[u].share);
    return Policies::template next<K>(p_, s_, Active{active, key}, has_room);
  }
  /// A start of one changes the keys of both.
  bool share_keys(int user, int other) const {
    return traits().shares_keys && p_.queue[user] == p_.queue[other];
  }

  void started(int user, int server) {
    ++s_.users.total_started[user];
    add(user, p_.entry[head(user)].demand, 1);
    Policies::template started<K>(p_, s_, user, server);
  }
  void ended(int user, int server, int demand) {
    if (!traits().slot_memory) add(user, demand, -1);
    Policies::template ended<K, executor::Alone>(p_, s_, {server, user, demand, 1});
  }
  /// So many slots have ended in which nothing changed.
  void settle(std::int64_t slots) {
    announce_weights();
    Policies::template settle_all<K>(p_, s_, slots);
    for (int u = 0; u < p_.users && s_.policy.settles; ++u)
      Policies::template settle<K>(p_, s_, u, slots);
  }
  /// Of each user that has started a task in it.
  void end_slot(int user) {
    if (traits().slot_memory) {
      s_.users.counted[user] = 0;
      std::fill_n(s_.users.counted_usage + std::int64_t{user} * K, K, 0);
    }
    Policies::template end_slot<K>(p_, s_, user);
    bool const has_head = s_.users.waits(user) || s_.users.is_blocked[user];
    if (p_.weighs_jobs && has_head) weights::of_head(p_, s_, user);
  }

 private:
  struct alignas(64) Line {
    char bytes[64] = {};
  };
  /// As users/contenders.hpp has it, a seat for each user.
  struct Active {
    List<std::uint8_t> const& active;
    List<Key> const& key;
    bool contends(int user) const { return active[user] != 0; }
    static int turn(int user, std::int64_t) { return user; }
    bool before(int a, int b) const { return key[a] < key[b]; }
  };

  void announce_weights() {
    if (s_.users.reweighed) weights::announce(p_, s_);
  }
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
    s_.users.lay_out(arena, {p_, K, traits(), {}, false, false, false});
    s_.queues.lay_out(arena, {p_, K, traits(), {}, false, false, false});
    s_.seats.user = arena.take<std::int32_t>(static_cast<std::size_t>(p_.users));
    s_.seats.keys = arena.take<std::int64_t>(static_cast<std::size_t>(p_.users));
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
