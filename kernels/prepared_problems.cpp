#include "kernels/prepared_problems.hpp"

#include "kernels/alone.hpp"

namespace fairslot {

std::shared_ptr<PreparedProblem const> PreparedProblems::of(
    std::shared_ptr<Problem const> const& problem, Policy const& policy,
    SimulatorSettings const& settings) {
  std::erase_if(all_, [](auto const& item) { return item.second.expired(); });
  auto& known = all_[{problem.get(), view_name(policy)}];
  if (auto shared = known.lock()) return shared;
  Kokkos::Profiling::ScopedRegion const region("fairslot::prepare::tables");
  Presented presented = present(problem, policy);
  if (counts_contributions(policy))
    presented.problem =
        std::make_shared<Problem const>(with_contributions(*presented.problem, policy, settings));
  auto shared = std::make_shared<PreparedProblem const>(std::move(presented), settings.check);
  known = shared;
  return shared;
}

std::size_t PreparedProblems::bytes() const {
  std::size_t sum = 0;
  for (auto const& [key, item] : all_)
    if (auto const shared = item.lock()) sum += shared->bytes();
  return sum;
}

}  // namespace fairslot
