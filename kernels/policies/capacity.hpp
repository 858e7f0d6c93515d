#pragma once

#include "kernels/policy.hpp"
#include "kernels/primitives/arena.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {

/// Queues with guarantees, first come first served inside: Hadoop's capacity scheduler, a baseline
/// of Zhou et al. 2020.
struct Capacity {
  static constexpr Description info = {
      .name = "capacity",
      .lowest = "dom(U of the queue)/guarantee, then the submit slot",
      .source = "Zhou et al. 2020, a baseline: Hadoop's capacity scheduler",
      .remembers = "nothing",
      .claims = "none"};
  enum class Elastic : std::int64_t { yes, no };
  struct Options {
    Memory memory;
    Elastic elastic;
  };
  static constexpr std::string_view elastic_values[] = {"1", "0"};
  static constexpr OptionInfo options[] = {
      option::memory,
      {"elastic", option::Names{elastic_values}, "0: no queue gets more than its guarantee"}};
  struct State {
    std::int64_t* usage;  ///< [Q][K] counted, of all users of the queue
  };

  static constexpr Traits traits(Options const& o) {
    bool const slot = o.memory == Memory::slot, bound = o.elastic == Elastic::no;
    return {.slot_memory = slot,
            .in_turn = bound,
            .steps = slot && bound,
            .refuses = bound,
            .ties = true,
            .shares_keys = true};
  }
  static bool one_by_one_in(ProblemView const& p, Options const&) { return p.named_queues > 0; }

  /// Eight at a time where each is alone in a queue, which has the user's number.
  template <int K, class User>
  FAIRSLOT_FUNCTION static auto share(User const& user, Options const&) {
    if constexpr (requires { user.user; })
      if (user.p.named_queues > 0)
        return share_of_queue<K>(user.p, user.s, user.p.queue[user.user]);
    return dominant_share<K>(user) / user.of(user.p.guarantee);
  }
  template <int K>
  FAIRSLOT_FUNCTION static std::int64_t tie(ProblemView const& p, RunState const& s, int user) {
    return p.entry[s.users.head[user]].submit;
  }

  template <int K>
  FAIRSLOT_FUNCTION static bool can_run(ProblemView const& p, Options const& o,
                                        double const* guarantee, std::int32_t entry) {
    if (o.elastic == Elastic::yes) return true;
    Entry const& e = p.entry[entry];
    std::int32_t const* const d = p.demands + std::int64_t{e.demand} * K;
    return dominant<double, K>(p, [&](int r) -> double { return d[r]; }) <=
           guarantee[p.queue[e.user]];
  }
  template <int K>
  FAIRSLOT_FUNCTION static bool may_start(ProblemView const& p, RunState const& s, int user) {
    std::int32_t const queue = p.queue[user];
    std::int64_t const* const held = usage<K>(s, queue);
    User<K> const view{p, s, user};
    return dominant<double, K>(p, [&](int r) {
             return static_cast<double>(held[r]) + view.demand(r);
           }) <= s.queues.guarantee[queue];
  }

  static void lay_out(State& x, Arena& arena, ProblemView const& p, int k, RunState const&,
                      Options const&) {
    x.usage =
        arena.take<std::int64_t>(static_cast<std::size_t>(p.queues) * static_cast<std::size_t>(k));
  }
  template <int K>
  FAIRSLOT_FUNCTION static void started(ProblemView const& p, RunState& s, int user, std::int32_t) {
    std::int64_t* const held = usage<K>(s, p.queue[user]);
    std::int32_t const* const d = p.demands + std::int64_t{p.entry[s.users.head[user]].demand} * K;
    for (int r = 0; r < K; ++r) held[r] += d[r];
  }
  template <int K, class Changes>
  FAIRSLOT_FUNCTION static void ended(ProblemView const& p, RunState& s, Event const& event) {
    if (s.policy.traits.slot_memory) return;
    std::int64_t* const held = usage<K>(s, p.queue[event.user]);
    std::int32_t const* const d = p.demands + std::int64_t{event.demand} * K;
    for (int r = 0; r < K; ++r) Changes::add(held[r], -std::int64_t{d[r]} * event.count);
  }
  template <int K>
  FAIRSLOT_FUNCTION static void end_slot(ProblemView const& p, RunState& s, int user) {
    if (!s.policy.traits.slot_memory) return;
    std::int64_t* const held = usage<K>(s, p.queue[user]);
    for (int r = 0; r < K; ++r) held[r] = 0;
  }

 private:
  template <int K>
  FAIRSLOT_APART FAIRSLOT_FUNCTION static double share_of_queue(ProblemView const& p,
                                                                RunState const& s,
                                                                std::int32_t queue) {
    double const guarantee = s.queues.guarantee[queue];  // 0: a product too small for a double
    return guarantee == 0.0 ? __builtin_inf()
                            : dominant_share<K>(usage<K>(s, queue), p) / guarantee;
  }
  template <int K>
  FAIRSLOT_FUNCTION static std::int64_t* usage(RunState const& s, std::int32_t queue) {
    return state_of<Capacity>(s).usage + std::int64_t{queue} * K;
  }
};

}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
