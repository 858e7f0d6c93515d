#include "kernels/device.hpp"
#include "kernels/ensemble.hpp"
#include "kernels/simulation.hpp"

namespace fairslot {

DeviceDetails device_details() {
  device::Memory const memory = device::memory();
  ensemble::KernelNeeds const kernel = ensemble::kernel_needs();
  return {.space = Space::name(),
          .device = Runtime::device(),
          .side_by_side = device::width(),
          .memory_free = memory.free,
          .memory_total = memory.total,
          .block_threads = device::is_processor ? 0 : device::block_threads,
          .blocks = device::is_processor ? 0 : device::blocks_a_multiprocessor,
          .registers = kernel.registers,
          .local_bytes = kernel.local_bytes};
}

RunMemory memory_of_run(Problem const& problem, Policy const& policy, Recording recording,
                        Engine engine) {
  // Not owned: the problem outlives the call.
  auto const prepared = std::make_shared<PreparedProblem const>(
      std::shared_ptr<Problem const>(std::shared_ptr<void>(), &problem));
  ResidentRun const run(0, prepared, policy, recording, engine);
  return {run.bytes(), prepared->bytes()};
}

}  // namespace fairslot
