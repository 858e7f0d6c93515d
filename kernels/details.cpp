#include <algorithm>

#include "kernels/alone.hpp"
#include "kernels/ensemble.hpp"
#include "kernels/hardware.hpp"
#include "kernels/simulation.hpp"

namespace fairslot {
namespace {

/// Sizes alone.
ProblemView view_of(ProblemShape const& shape) {
  ProblemView view{};
  view.servers = shape.servers;
  view.asked.permitted = shape.servers;  // which is the most that the choice of an engine can cost
  view.server_stride = (shape.servers + 63) / 64 * 64;
  view.words = (shape.servers + 63) / 64;
  view.types = shape.server_types;
  view.users = shape.users;
  view.mixed_users = shape.mixed_users;
  view.entries = shape.entries;
  view.classes = shape.demand_classes;
  view.pairs = shape.pairs;
  view.references = shape.references;
  view.weighs_jobs = shape.job_weights;
  view.limits_servers = shape.server_limits;
  view.servers_change = shape.servers_change;
  return view;
}

}  // namespace

DeviceDetails device_details() {
  hardware::Memory const memory = hardware::memory();
  ensemble::KernelNeeds const kernel = ensemble::kernel_needs();
  return {.space = Space::name(),
          .device = Runtime::device(),
          .side_by_side = hardware::width(),
          .memory_free = memory.free,
          .memory_total = memory.total,
          .team_threads = hardware::team_threads(0),
          .block_threads = hardware::is_processor ? 0 : hardware::block_threads,
          .blocks = hardware::is_processor ? 0 : hardware::blocks_a_multiprocessor,
          .registers = kernel.registers,
          .local_bytes = kernel.local_bytes};
}

RunMemory memory_of_run(Problem const& problem, Policy const& policy, Recording recording,
                        Engine engine) {
  // Not owned: the problem outlives the call.
  auto const prepared = std::make_shared<PreparedProblem const>(
      present(std::shared_ptr<Problem const>(std::shared_ptr<void>(), &problem), policy));
  ResidentRun const run(0, prepared, policy, recording, {.engine = engine});
  return {run.bytes(), prepared->bytes(), run.scratch_bytes()};
}

RunMemory memory_of_run(ProblemShape const& shape, Policy const& policy, Recording recording,
                        Engine engine) {
  ProblemView view = view_of(shape);
  std::size_t run = 0;
  for (double const tasks : {0.0, 1e300}) {  // each of which another engine may be taken for
    view.asked.tasks = tasks;
    run =
        std::max(run, starting_bytes(view, shape.resources, policy, recording, {.engine = engine}));
  }
  return {run, prepared_bytes(view, shape.resources, shape.placement_groups), 0};
}

std::size_t bytes_alone(ProblemShape shape, Policy const& policy) {
  int const together = std::min(shape.users, most_alone);
  if (!counts_contributions(policy) || together == 0) return 0;
  shape.entries /= shape.users;
  shape.pairs /= shape.users;
  shape.users = 1;
  RunMemory const one = memory_of_run(shape, policy_alone(policy), {.picks = false});
  return static_cast<std::size_t>(together) * (one.run + one.problem);
}

}  // namespace fairslot
