#include "host/pool/mechanisms/between.hpp"

#include <cmath>
#include <numeric>

#include "host/pool/max_min.hpp"

namespace fairslot::pool::mechanisms {
namespace {

std::vector<double> given_or_max_min(Instance const& in) {
  if (!in.given_allocation.empty()) return in.given_allocation;
  return max_min_parts(in.capacity[0], wanted_of(in, 0), weights_of(in)).amounts;
}

double sum(std::vector<double> const& all) { return std::accumulate(all.begin(), all.end(), 0.0); }

}  // namespace

Answer Power::solve(Instance const& in, Steps) const {
  std::vector<double> parts = given_or_max_min(in);
  for (double& part : parts) part = std::pow(part, alpha);
  double const whole = sum(parts);
  for (double& part : parts) part = whole > 0 ? in.capacity[0] * part / whole : 0.0;
  return answer_of_resource(in, 0, parts);
}

Answer Linear::solve(Instance const& in, Steps) const {
  std::vector<double> parts = given_or_max_min(in);
  double const whole = sum(parts), equal = in.capacity[0] / static_cast<double>(in.N());
  for (double& part : parts)
    part = (1 - alpha) * equal + (whole > 0 ? alpha * part * in.capacity[0] / whole : 0.0);
  return answer_of_resource(in, 0, parts);
}

}  // namespace fairslot::pool::mechanisms
