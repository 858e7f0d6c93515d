/// Who contends in a pass of the slot, and with which key: those who wait and may still start a
/// task. Both kinds have the same verbs: find() the lowest key, set() and take_out() a seat, has()
/// it, clear(), each(f) of the seats. For one lane that is FirstLeast.
#pragma once

#include "kernels/primitives/first_least.hpp"
#include "kernels/state.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {

/// A seat (state/seats.hpp) and the key of its user; seat -1: nobody.
struct Turn {
  std::int64_t key, tie;
  std::int32_t at;
};

FAIRSLOT_FUNCTION inline bool before(Turn const& a, Turn const& b) {
  if (a.key != b.key) return a.key < b.key;
  return a.tie < b.tie || (a.tie == b.tie && a.at < b.at);
}

FAIRSLOT_FUNCTION constexpr Turn nobodys_turn() { return {int64_max, int64_max, -1}; }

/// For a team of lanes: keys of all seats, int64_max for those that do not contend. All lanes call
/// find(), clear() and each(), one lane the others.
template <class Executor>
class KeysOfSeats {
 public:
  FAIRSLOT_FUNCTION KeysOfSeats(Executor const& by, RunState& s)
      : by_(by), s_(s), size_(by.alone([&] { return s.seats.count; })) {}

  FAIRSLOT_FUNCTION int size() const { return size_; }

  FAIRSLOT_FUNCTION Turn find() {
    may_have_left_ = false;
    return by_.first(size_, nobodys_turn(), [&](int i) {
      return contends(i) ? turn(i, s_.seats.keys[i]) : nobodys_turn();
    });
  }
  FAIRSLOT_FUNCTION static bool before(Turn const& a, Turn const& b) {
    return FAIRSLOT_ISA::before(a, b);
  }
  FAIRSLOT_FUNCTION Turn turn(int seat, std::int64_t key) const {
    return {key, s_.policy.has_ties ? s_.seats.ties[seat] : 0, seat};
  }

  using News = Turn;
  FAIRSLOT_FUNCTION News news(int seat, std::int64_t key) const { return turn(seat, key); }
  FAIRSLOT_FUNCTION static void renew(Turn& turn, News const& news) { turn = news; }

  FAIRSLOT_FUNCTION void set(int seat, std::int64_t key, bool contends = true) const {
    s_.seats.keys[seat] = contends ? key : int64_max;
  }
  FAIRSLOT_FUNCTION void take_out(int seat) const { s_.seats.keys[seat] = int64_max; }

  FAIRSLOT_FUNCTION bool contends(int seat) const { return s_.seats.keys[seat] != int64_max; }
  FAIRSLOT_FUNCTION static Turn nobody() { return nobodys_turn(); }

  /// False where the seat may have been taken out since find().
  FAIRSLOT_FUNCTION bool has(int) const { return !may_have_left_; }

  FAIRSLOT_FUNCTION void clear() {
    by_.each(size_, [&](int i) { take_out(i); });
  }

  /// f(seat) of all contenders, which may set() it or take it out.
  template <class F>
  FAIRSLOT_FUNCTION void each(F const& f) {
    may_have_left_ = true;
    by_.each(size_, [&](int i) {
      if (contends(i)) f(i);
    });
  }

 private:
  Executor const& by_;
  RunState& s_;
  int size_;
  bool may_have_left_ = false;
};

/// Has the user a task to be tried in this pass?
FAIRSLOT_FUNCTION inline bool takes_part(RunState const& s, int user) {
  return s.users.waits(user) && !(s.policy.traits.backfill && s.users.is_exhausted(user));
}

template <class Rules = General, class Executor>
FAIRSLOT_FUNCTION inline auto contenders(Executor const& by, RunState& s) {
  if constexpr (Executor::one_lane)
    return FirstLeast{s.seats.keys, s.seats.contenders, s.seats.key_blocks, s.seats.count,
                      Rules::asks(s.policy.has_ties) ? s.seats.ties : nullptr};
  else
    return KeysOfSeats<Executor>(by, s);
}

}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
