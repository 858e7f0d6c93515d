/// Who looks on in a slot, and what it is told: by the slot loop of each instruction set, which may
/// use nothing that is compiled for another. Indices are those of the problem as presented.
#pragma once

#include <cstdint>

namespace fairslot {

/// A user with a queue, when a slot begins.
struct SeenHead {
  std::int32_t user, entry;
  std::int64_t monopoly;  ///< H
  double weight;          ///< w
  enum class Sum : std::int32_t { none, whole, real } sum;
  std::int64_t whole_sum;  ///< H_sum, where the policy has one ...
  double real_sum;         ///< ... with terms that are no integers
};

struct SeenKey {
  std::int32_t user;
  double key;
};
struct SeenScore {
  std::int32_t server;
  double score;
};

/// A task is about to start. Lists are the onlooker's own: `keys` of those who take part, lowest
/// first, `scores` of all servers with room, ascending by server.
struct SeenPick {
  std::int32_t user, entry, server;
  std::int32_t keys, scores;                                   ///< so many
  enum class Best : std::int32_t { first, least, most } best;  ///< by score; first: they have none
};

enum class LeftOutFor : std::int32_t { no_room, blocked, queue_frozen, strict, not_permitted };

/// A user whose next task, the entry's, has not started when the slot ends.
struct SeenLeftOut {
  std::int32_t user, entry;
  LeftOutFor reason;
};

class Onlooker {
 public:
  virtual void sees(SeenHead const&) = 0;
  /// Before a pick, and when the slot ends: could the next task of the user that is asked for
  /// start?
  virtual void sees(bool could_start) = 0;
  virtual void sees(SeenPick const&) = 0;
  virtual void sees(SeenLeftOut const&) = 0;

  std::int32_t user = -1;       ///< whose picks are asked for, and who decided against it; -1: all
  std::int32_t top = 5;         ///< keys told of a pick; of the user asked for always
  SeenKey* keys = nullptr;      ///< [N]
  SeenScore* scores = nullptr;  ///< [M]
  std::int32_t* seats = nullptr;  ///< [N] while keys are listed

 protected:
  ~Onlooker() = default;
};

}  // namespace fairslot
