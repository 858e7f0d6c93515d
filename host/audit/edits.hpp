/// Problems that differ in one thing from another: what audits compare a run with.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/problem.hpp"

namespace fairslot::audit {

/// Without the user and its jobs; those after it are numbered anew.
Problem without_user(Problem problem, int user);
/// Each server has twice as much of the resource. Throws InputError, one line, where that is more
/// than a problem may have.
Problem with_twice(Problem problem, int resource);

/// What a user may say of its jobs that is not so.
struct Lie {
  enum class Of { demand, tasks, servers, duration };
  Of of;
  int resource = -1;  ///< of a demand; -1: of all
  bool half = false;  ///< of a demand: half as much again, rounded up, instead of twice as much
};
std::string words_of(Lie const& lie);
/// Does the lie say anything that is not so, within the limits of a problem?
bool is_told(Problem const& problem, int user, Lie const& lie);
/// Of twice the tasks the false ones are entries of their own, each behind the true one.
Problem with_lie(Problem problem, int user, Lie const& lie);

}  // namespace fairslot::audit
