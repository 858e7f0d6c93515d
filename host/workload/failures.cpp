#include "host/workload/failures.hpp"

namespace fairslot::workload {

void add_failures(ProblemBuilder& builder, scenario::Scenario::Cluster const& cluster,
                  std::int64_t servers, Random const& random) {
  if (!cluster.fails()) return;
  for (std::int32_t m = 0; m < servers; ++m) {
    auto const server = static_cast<std::uint32_t>(m);
    if (!happens(random.bits(Draw::fails, server, 0), *cluster.failure_share)) continue;
    std::uint64_t const bits = random.bits(Draw::failure, server, 0);
    auto const within = static_cast<std::uint64_t>(
        cluster.failure_within.value_or(scenario::Scenario::default_failure_within));
    std::int64_t const slot = 1 + static_cast<std::int64_t>(scaled(bits, within));
    builder.add_change({slot, Change::What::server_down, m});
    if (cluster.repair_slots)
      builder.add_change({slot + *cluster.repair_slots, Change::What::server_up, m});
  }
}

}  // namespace fairslot::workload
