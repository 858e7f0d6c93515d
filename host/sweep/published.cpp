#include "host/sweep/published.hpp"

namespace fairslot {

bool is_study(Scenario const& point) {
  if (point.workload.kind != Scenario::Kind::alibaba) return false;
  static Scenario const standard = parse_scenario("", "study");  // its values are the defaults
  Scenario study = standard;
  study.name = point.name, study.description = point.description;
  study.policies = point.policies;
  study.samples = point.samples, study.seed = point.seed;
  study.record = point.record;
  study.workload.large_share = point.workload.large_share;
  return to_toml(study) == to_toml(point);
}

}  // namespace fairslot
