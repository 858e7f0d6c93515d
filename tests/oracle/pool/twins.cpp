#include "tests/oracle/pool/twins.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace fairslot::pool::twins {
namespace {

constexpr double little = 1e-9;

}  // namespace

Numbers fill(Instance const& in, Numbers const& cost, Numbers const& limit) {
  Numbers tasks(in.N(), 0.0), left = in.capacity;
  std::vector<bool> active(in.N());
  for (std::size_t i = 0; i < in.N(); ++i) active[i] = cost[i] < unlimited && limit[i] > 0;
  while (std::ranges::count(active, true) > 0) {
    double step = unlimited;
    Numbers rate(in.K(), 0.0);
    for (std::size_t i = 0; i < in.N(); ++i) {
      if (!active[i]) continue;
      step = std::min(step, (limit[i] - tasks[i]) * cost[i]);
      for (std::size_t r = 0; r < in.K(); ++r) rate[r] += in.demand_of(i)[r] / cost[i];
    }
    for (std::size_t r = 0; r < in.K(); ++r)
      if (rate[r] > 0) step = std::min(step, left[r] / rate[r]);
    for (std::size_t r = 0; r < in.K(); ++r) left[r] -= step * rate[r];
    for (std::size_t i = 0; i < in.N(); ++i) {
      if (!active[i]) continue;
      tasks[i] += step / cost[i];
      if (tasks[i] >= limit[i] * (1 - little)) active[i] = false;
      for (std::size_t r = 0; r < in.K(); ++r)
        if (in.demand_of(i)[r] > 0 && left[r] <= little * in.capacity[r]) active[i] = false;
    }
  }
  return tasks;
}

Numbers max_min(double amount, Numbers const& wanted, Numbers const& weights) {
  Numbers amounts(wanted.size(), 0.0);
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < wanted.size(); ++i)
    if (weights[i] > 0) open.push_back(i);
  while (!open.empty()) {
    double weight = 0;
    for (std::size_t const i : open) weight += weights[i];
    auto const least =
        std::ranges::min_element(open, {}, [&](std::size_t i) { return wanted[i] / weights[i]; });
    std::size_t const i = *least;
    if (wanted[i] / weights[i] > amount / weight) {
      for (std::size_t const j : open) amounts[j] = weights[j] * amount / weight;
      break;
    }
    amounts[i] = wanted[i];
    amount -= wanted[i];
    open.erase(least);
  }
  return amounts;
}

}  // namespace fairslot::pool::twins
