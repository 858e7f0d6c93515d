#include "host/pool/mechanisms/drf_uncapped.hpp"

#include <algorithm>

#include "host/pool/filling.hpp"

namespace fairslot::pool::mechanisms {
namespace {

/// 1 / max_r Σ_i (d_ir / C_r) / cost_i.
double common_level(Instance const& in, std::vector<double> const& cost) {
  double most = 0;
  for (std::size_t r = 0; r < in.K(); ++r) {
    double sum = 0;
    for (std::size_t i = 0; i < in.N(); ++i)
      if (double const d = in.demand_of(i)[r]; d > 0) sum += d / in.capacity[r] / cost[i];
    most = std::max(most, sum);
  }
  return 1.0 / most;
}

}  // namespace

Answer DrfUncapped::solve(Instance const& in, Steps) const {
  std::vector<double> cost(in.N()), tasks(in.N());
  for (std::size_t i = 0; i < in.N(); ++i) {
    cost[i] = dominant_share(in, i) / in.weight_of(i);
    tasks[i] = asked_tasks(in, i);
  }
  if (capped) return answer_of_tasks(in, fill(in, cost, tasks));
  double const level = common_level(in, cost);
  for (std::size_t i = 0; i < in.N(); ++i) tasks[i] = level / cost[i];
  Answer answer = answer_of_tasks(in, std::move(tasks));
  answer.common_level = level;
  return answer;
}

}  // namespace fairslot::pool::mechanisms
