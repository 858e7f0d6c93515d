// drf, a task at a time.
#include <algorithm>

#include "tests/oracle/pool/twins.hpp"

namespace fairslot::pool::twins {
namespace {

double level(Instance const& in, std::size_t i, double tasks) {
  double most = 0;
  for (std::size_t r = 0; r < in.K(); ++r)
    if (in.demand_of(i)[r] > 0)
      most = std::max(most, tasks * in.demand_of(i)[r] / in.capacity[r] / in.weights_of(i)[r]);
  return most;
}

bool fits(Instance const& in, Numbers const& left, std::size_t i) {
  for (std::size_t r = 0; r < in.K(); ++r)
    if (in.demand_of(i)[r] > left[r]) return false;
  return true;
}

}  // namespace

std::vector<std::size_t> drf_picks(Instance const& in, bool strict, bool highest_first) {
  std::vector<std::size_t> picks;
  Numbers left = in.capacity, count(in.N(), 0.0);
  std::vector<bool> active(in.N(), true);
  for (;;) {
    std::size_t user = in.N();
    for (std::size_t i = 0; i < in.N(); ++i) {
      if (!active[i] || count[i] + 1 > in.tasks[i]) continue;
      double const own = level(in, i, count[i]);
      double const best = user < in.N() ? level(in, user, count[user]) : unlimited;
      if (own < best || (own == best && highest_first)) user = i;
    }
    if (user == in.N()) return picks;
    if (fits(in, left, user)) {
      picks.push_back(user);
      count[user] += 1;
      for (std::size_t r = 0; r < in.K(); ++r) left[r] -= in.demand_of(user)[r];
    } else if (strict) {
      return picks;
    } else {
      active[user] = false;
    }
  }
}

}  // namespace fairslot::pool::twins
