#include "host/sweep/published.hpp"

namespace fairslot::sweep {

using scenario::Scenario;

bool is_study(Scenario const& point) {
  if (point.workload.kind != Scenario::Kind::alibaba) return false;
  static Scenario const study =
      scenario::parse_scenario("", "study");  // its values are the defaults
  static std::string const text = scenario::to_toml(study);
  Scenario like = point;
  like.name = study.name, like.description = study.description;
  like.policies = study.policies;
  like.samples = study.samples, like.seed = study.seed;
  like.record = study.record;
  like.workload.large_share = study.workload.large_share;
  return scenario::to_toml(like) == text;
}

}  // namespace fairslot::sweep
