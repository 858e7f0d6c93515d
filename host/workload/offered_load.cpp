#include "host/workload/offered_load.hpp"

#include <algorithm>
#include <limits>

#include "host/scenario/cluster.hpp"

namespace fairslot::workload {

OfferedLoad::OfferedLoad(scenario::Scenario const& s, std::int64_t slots) {
  auto const types = scenario::server_types(s.cluster);
  constexpr Wide something = 1;  // of any load there is a job
  for (std::size_t r = 0; r < s.cluster.resources.size(); ++r) {
    std::int64_t capacity = 0;
    for (scenario::ServerType const& type : types) capacity += type.count * type.capacity[r];
    double const there = static_cast<double>(capacity) * static_cast<double>(slots);
    Wide const never = Wide{std::numeric_limits<std::int64_t>::max()} << 60;
    resources_.push_back(
        {.wanted =
             capacity ? std::max(something, static_cast<Wide>(s.workload.load * there)) : never,
         .there = there});
  }
}

void OfferedLoad::add(std::int64_t tasks, std::int64_t duration,
                      std::span<std::int32_t const> demand) {
  for (std::size_t r = 0; r < resources_.size(); ++r)
    resources_[r].held += Wide{tasks} * duration * demand[r];
}

bool OfferedLoad::is_reached() const {
  return std::ranges::any_of(resources_, [](Resource const& r) { return r.held >= r.wanted; });
}

std::vector<double> OfferedLoad::parts() const {
  std::vector<double> parts;
  for (Resource const& r : resources_)
    parts.push_back(r.there > 0 ? static_cast<double>(r.held) / r.there : 0.0);
  return parts;
}

std::vector<double> OfferedLoad::there() const {
  std::vector<double> there;
  for (Resource const& r : resources_) there.push_back(r.there);
  return there;
}

}  // namespace fairslot::workload
