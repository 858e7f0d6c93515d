/// A problem as a person would write it down: what tests make, print, shrink and then build.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <vector>

#include "kernels/list.hpp"
#include "kernels/problem.hpp"

namespace fairslot {

struct DraftJob {
  std::int64_t submit = 1, tasks = 1, duration = 1;
  std::vector<std::int32_t> demand;                  ///< [K]
  std::optional<std::vector<std::int32_t>> servers;  ///< permitted; nullopt: all
  std::optional<int> label;                          ///< jobs of a user with one label are one
  JobTerms terms = {};
};

struct DraftUser {
  double weight = 1;
  std::vector<DraftJob> jobs = {};
  int queue = -1;                                     ///< -1: one of its own
  double minimum = 0;                                 ///< share
  std::int64_t leave = 0;                             ///< slot; 0: never
  std::optional<std::vector<std::int32_t>> own = {};  ///< nullopt: server m belongs to user m mod N
};

struct DraftQueue {
  double part = 1;  ///< of the queue around it
  int outer = -1;   ///< the queue around it, a lower one; -1: none
};

struct Draft {
  int resources = 2;
  std::int64_t horizon = 0;                 ///< 0: until drained
  List<std::vector<std::int32_t>> servers;  ///< capacities, [K] each
  List<DraftUser> users = {};
  List<double> speeds = {};          ///< of servers; empty: all 1
  List<DraftQueue> queues = {};      ///< at most 10, called q0, q0/q1, ...
  std::vector<Change> changes = {};  ///< the events
  List<Policy> policies = {};        ///< that they name
};

Problem build(Draft const& draft);

/// As a problem file; labels, which files do not have, as "label".
std::ostream& operator<<(std::ostream& out, Draft const& draft);

/// The same with something left out: a user, a job, a server, half the tasks, the horizon, ...
std::vector<Draft> simpler(Draft const& draft);

}  // namespace fairslot
