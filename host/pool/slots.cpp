#include "host/pool/slots.hpp"

#include <algorithm>

namespace fairslot::pool {
namespace {

Step step_of(Instance const& in, std::size_t slot, SlotShares const& got,
             std::vector<double> tasks) {
  std::vector<double> used(in.K(), 0.0);
  for (std::size_t i = 0; i < in.N(); ++i)
    for (std::size_t r = 0; r < in.K(); ++r) used[r] += tasks[i] * in.demand_of(i)[r];
  double const lowest = std::ranges::min(got.level);
  return {Step::Kind::slot, slot, lowest, std::move(tasks), std::move(used), {}};
}

}  // namespace

Answer slot_by_slot(Instance const& in, Steps steps,
                    std::function<SlotShares(std::vector<double> const& wanted)> const& divide) {
  std::vector<double> wanted(in.N()), tasks(in.N()), sum(in.N(), 0.0);
  std::vector<Step> done;
  SlotShares got;
  for (std::size_t t = 0; t < in.slots; ++t) {
    for (std::size_t i = 0; i < in.N(); ++i) wanted[i] = in.slot_demand_of(i)[t];
    got = divide(wanted);
    for (std::size_t i = 0; i < in.N(); ++i) {
      tasks[i] = got.share[i] / dominant_share(in, i);
      sum[i] += tasks[i];
    }
    if (steps == Steps::all) done.push_back(step_of(in, t, got, tasks));
  }
  for (double& own : sum) own /= static_cast<double>(in.slots);
  Answer answer = answer_of_tasks(in, std::move(sum));
  answer.level = std::move(got.level);
  answer.steps = std::move(done);
  return answer;
}

}  // namespace fairslot::pool
