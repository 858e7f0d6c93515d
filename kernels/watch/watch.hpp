/// One slot of a run, pick by pick: who was lowest and why, which servers had room, and who was
/// left out. Free of Kokkos. The numbers are those that the engine computes as it picks; the run
/// itself goes its usual way before that slot and after it.
#pragma once

#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include "kernels/simulation.hpp"
#include "kernels/watch/onlooker.hpp"

namespace fairslot {

struct WatchRequest {
  std::int64_t slot = 1;
  int top = 5;             ///< keys and servers told of a pick: at most so many
  std::int32_t user = -1;  ///< only its picks, and the one that decided against it; -1: all
  std::optional<Recording> recording = {};  ///< the run goes on after the slot, and records this
};

/// H_sum of tvtsf, or what stands in its place; a double where it has terms that are no integers.
using WatchedSum = std::variant<std::monostate, std::int64_t, double>;

/// A user with a queue when the slot begins, and the entry at its head.
struct WatchedHead {
  std::int32_t user, entry;
  std::int64_t monopoly;  ///< H
  WatchedSum h_sum;
  double weight;  ///< w of this slot
};

struct WatchedPick {
  std::int32_t user, entry, server;  ///< server -1: the pool
  /// Of those who took part, lowest first, in the order in which their turns would come: `top`, and
  /// the user that is asked for.
  std::vector<SeenKey> keys;
  bool has_scores = false;
  /// Of the servers with room, best first: by score, then in the order of the servers.
  std::vector<SeenScore> scores;
  std::optional<double> score;  ///< of the server that was taken
  bool decided = false;  ///< against the user asked for, whose next task could have started before
};

struct WatchedSlot {
  Policy policy;  ///< that picks in it
  std::vector<WatchedHead> heads;
  std::vector<WatchedPick> picks;
  std::vector<SeenLeftOut> out;  ///< by user
};

struct Watched {
  std::optional<WatchedSlot> slot;  ///< nullopt: the run was over before
  /// The whole run; where it does not go on after the slot, what it has come to until then.
  RunResult run;
};

/// Throws std::runtime_error where runs are advanced by teams, as on a device: there nobody can
/// look on.
Watched watch(std::shared_ptr<Problem const> const& problem, Policy const& policy,
              WatchRequest const& asked, SimulatorSettings const& settings = {});

}  // namespace fairslot
