#include "tests/oracle/pool/twins.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace fairslot::pool::twins {
namespace {

constexpr double little = 1e-9;

Numbers bought(Instance const& in, Numbers const& price) {
  Numbers tasks(in.N());
  for (std::size_t i = 0; i < in.N(); ++i) {
    double cost = 0;
    for (std::size_t r = 0; r < in.K(); ++r) cost += price[r] * in.demand_of(i)[r];
    tasks[i] = std::min(in.tasks[i], in.weight_of(i) / cost);
  }
  return tasks;
}

/// Of a resource more than there is.
bool too_much(Instance const& in, Numbers const& price, std::size_t r) {
  Numbers const tasks = bought(in, price);
  double used = 0;
  for (std::size_t i = 0; i < in.N(); ++i)
    if (in.demand_of(i)[r] > 0) used += tasks[i] * in.demand_of(i)[r];
  return used > in.capacity[r];
}

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

Numbers nash(Instance const& in) {
  double const all = std::accumulate(in.weight.begin(), in.weight.end(), 0.0);
  Numbers price(in.K(), 1.0), last;
  for (int sweep = 0; sweep < 3000 && price != last; ++sweep) {
    last = price;
    for (std::size_t r = 0; r < in.K(); ++r) {
      double low = 0, high = all;
      for (int step = 0; step < 60; ++step) {
        price[r] = (low + high) / 2;
        (too_much(in, price, r) ? low : high) = price[r];
      }
      price[r] = low;
    }
  }
  return bought(in, price);
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
