/// What the engine must know of a policy and of a placement beside their keys and scores.
#pragma once

#include <cstddef>

#include "kernels/macros.hpp"

namespace fairslot {

struct Traits {
  bool pool = false;              ///< one pool instead of servers, permitted sets ignored
  bool strict = false;            ///< the slot is over when the lowest user's task has no room
  bool slot_memory = false;       ///< U, n cover this slot's starts only
  bool ignore_permitted = false;  ///< every server is permitted
  bool in_turn = false;           ///< nobody may be passed over unasked: strict, or else
  bool steps = false;             ///< after a slot with starts the next one may have more
  bool refuses = false;           ///< may_start() may say no, in the first of several passes
  bool ties = false;              ///< tie() decides between equal keys
  bool random_ties = false;       ///< then a lot does, a new one in every slot
  bool backfill = false;          ///< later jobs of a user pass one that finds no room
  bool shares_keys = false;       ///< a start changes the keys of all users of the same queue
  bool in_queues = false;         ///< next() says whose turn it is
  bool by_server = false;         ///< preference() says on which server, and keys depend on it
  bool reads_head = false;        ///< reads what RunState keeps of the head at the slot's start
  bool own_room = false;          ///< has_room() narrows where there is room
  bool limits = false;            ///< jobs have limits a server
  bool by_speed = false;          ///< a task takes as many slots as its server's speed asks for
  int passes = 1;                 ///< how often a slot is filled
  int fit = 0;                    ///< index into Fits

  /// A start may change who is next in any way.
  FAIRSLOT_FUNCTION constexpr bool turn_by_turn() const { return in_queues || by_server; }
};

/// A pass of the slot is compiled twice for one lane: General, which looks at what few policies ask
/// for as it goes, and Plain, for runs that ask for none of it. TurnByTurn: by a loop of its own.
struct General {
  static constexpr bool turn_by_turn = false;
  FAIRSLOT_FUNCTION static constexpr bool asks(bool trait) { return trait; }
};
struct Plain {
  static constexpr bool turn_by_turn = false;
  FAIRSLOT_FUNCTION static constexpr bool asks(bool) { return false; }
};
struct TurnByTurn : General {
  static constexpr bool turn_by_turn = true;
};
constexpr bool is_plain(Traits const& t) {
  return !(t.pool || t.strict || t.in_turn || t.refuses || t.ties || t.random_ties || t.backfill ||
           t.shares_keys || t.own_room || t.limits || t.by_speed || t.turn_by_turn());
}

struct FitTraits {
  bool scores = true;         ///< false: the first server with room
  bool reads_ratios = false;  ///< q_mr of RunState, which is kept up to date then
  bool ratio_l1 = false;      ///< the indices know it: a sum of distances of ratios
};

/// The largest State of a policy.
inline constexpr std::size_t policy_state_bytes = 160;

}  // namespace fairslot
