/// How busy a cluster will be: foretold in little time and memory.
#pragma once

#include <vector>

#include "host/scenario/scenario.hpp"
#include "kernels/problem.hpp"

namespace fairslot::forecast {

/// Of one run. Times in slots.
struct Load {
  double entries = 0;  ///< submissions
  double slots = 0;    ///< in which something happens
  double queued = 0;   ///< of these, while tasks wait
  double calm = 0;     ///< of the queued, those in which no tasks come
  double mixed = 0;    ///< of the queued, those while tasks of several durations start
  double waiting = 0;  ///< tasks that have to wait
  double late = 0;     ///< entries of which some have to
  double cut = 0;      ///< entries of which tasks are left when the run ends
  double last = 0;     ///< the last slot
  double longest_wait = 0;
  double longest_task = 0;
  double running = 0;    ///< tasks at the same time
  double rivals = 0;     ///< users that wait at the same time, while tasks do
  double differing = 0;  ///< part of the entries that are not like the one before
};

/// Takes its jobs first come first served. More than 64 servers count as one, of the sum of their
/// capacities. What a policy mixes and tasks that fill servers badly make queues longer and mix
/// what ends when: the more durations wait, the nearer the slots counted are to those that starts
/// at random would hit, the fewer to those with a start here. Past a number of steps the rest is
/// taken to go on like that.
Load load_of(Problem const& problem);

/// Of each point, from a few of its samples and, where a sample has many jobs, a part of its time.
/// With thousands of points those between two that are drawn are taken to be like the first.
struct PointLoad {
  Load mean, most;  ///< over the samples drawn
};
std::vector<PointLoad> loads_of(std::vector<scenario::Point> const& points);

}  // namespace fairslot::forecast
