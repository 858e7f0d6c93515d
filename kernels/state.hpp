/// What one simulation is made of, as plain pointers into device memory. Sizes in [] as in
/// problem_view.hpp.
#pragma once

#include "kernels/regions.hpp"
#include "kernels/state/books.hpp"
#include "kernels/state/calendar.hpp"
#include "kernels/state/clock.hpp"
#include "kernels/state/policy.hpp"
#include "kernels/state/queues.hpp"
#include "kernels/state/released.hpp"
#include "kernels/state/replay.hpp"
#include "kernels/state/search.hpp"
#include "kernels/state/seats.hpp"
#include "kernels/state/servers.hpp"
#include "kernels/state/users.hpp"

namespace fairslot {

struct RunState {
  PolicyRun policy;
  Clock clock;
  Servers servers;
  Released released;
  Users users;
  Queues queues;
  Seats seats;
  Calendar calendar;
  Books books;
  Replay replay;
  Searching search;
  Regions const* regions;  ///< where a tool wants to see slots and phases, else null
};

}  // namespace fairslot
