#include "host/pool/random_arrivals.hpp"

#include <algorithm>
#include <utility>

namespace fairslot::pool {
namespace {

constexpr std::int64_t parts = 20, most_contribution = 10;  // of a demand; integers

}  // namespace

std::vector<double> draw_demand(Draws& draws, std::size_t K, double zeros) {
  std::vector<double> own(K);
  double most = 0;
  while (most == 0)
    for (double& d : own) {
      bool const zero = draws.happens(zeros);
      d = zero ? 0.0 : static_cast<double>(draws.from(1, parts));
      most = std::max(most, d);
    }
  for (double& d : own) d /= most;
  return own;
}

Instance draw_arrivals(Draws& draws, std::size_t N, std::size_t K, double zeros) {
  std::vector<double> demand, contribution;
  double sum = 0;
  for (std::size_t i = 0; i < N; ++i) {
    auto const own = draw_demand(draws, K, zeros);
    demand.insert(demand.end(), own.begin(), own.end());
    contribution.push_back(static_cast<double>(draws.from(1, most_contribution)));
    sum += contribution.back();
  }
  for (double& own : contribution) own /= sum;
  Instance in = one_pool(std::vector<double>(K, 1.0), std::move(demand));
  in.contribution = std::move(contribution);
  in.leave_after.assign(N, 0);
  return in;
}

}  // namespace fairslot::pool
