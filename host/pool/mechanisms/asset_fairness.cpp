#include "host/pool/mechanisms/asset_fairness.hpp"

#include "host/pool/filling.hpp"

namespace fairslot::pool::mechanisms {

Answer AssetFairness::solve(Instance const& in, Steps) const {
  std::vector<double> cost(in.N(), 0.0);
  for (std::size_t i = 0; i < in.N(); ++i) {
    for (std::size_t r = 0; r < in.K(); ++r)
      if (double const d = in.demand_of(i)[r]; d > 0) cost[i] += d / in.capacity[r];
    cost[i] /= in.weight_of(i);
  }
  Answer answer = answer_of_tasks(in, fill(in, cost, in.tasks));
  for (std::size_t i = 0; i < in.N(); ++i) answer.level[i] = answer.tasks[i] * cost[i];
  return answer;
}

}  // namespace fairslot::pool::mechanisms
