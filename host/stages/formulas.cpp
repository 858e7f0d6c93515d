#include "host/stages/formulas.hpp"

#include <algorithm>

#include "host/distributions/portable_math.hpp"

namespace fairslot::stages {

double compression(double required, double given) {
  return required > given ? (required - given) / required : 0.0;
}

double dilated(double time, double r) { return time / (1 - r); }
double dilated(double time, double r, double penalty) { return (1 + penalty) * dilated(time, r); }

double worthwhile_compression(double present, double with_new, double penalty) {
  return 1 - (1 + penalty) * present / with_new;
}
double largest_compression(double present, double with_new, double penalty, double limit) {
  if (with_new <= 0) return 0;
  return std::min(std::max(worthwhile_compression(present, with_new, penalty), 0.0), limit);
}

double weight_of_known(double compression, double factor, double period) {
  return distributions::portable::exp(std::min(factor * compression - period, 0.0));
}
double inferred(double known, double seen, double weight) {
  return weight * known + (1 - weight) * seen;
}

double squeezed_time(std::span<SqueezedStage const> stages) {
  double time = 0;
  for (SqueezedStage const& stage : stages) time += dilated(stage.seconds, stage.compression);
  return time;
}

}  // namespace fairslot::stages
