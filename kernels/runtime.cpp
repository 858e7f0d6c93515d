#include <cstdlib>

#include "kernels/advance.hpp"
#include "kernels/simulation.hpp"
#include "kernels/space.hpp"

namespace fairslot {
namespace {

Kokkos::InitializationSettings settings(int threads) {
  // Unset, Kokkos talks about it; bound threads would share a core with the thread that writes.
  setenv("OMP_PROC_BIND", "false", 0);
  Kokkos::InitializationSettings chosen;
  chosen.set_disable_warnings(true);  // they are for programmers
  if (threads > 0) chosen.set_num_threads(threads);
  return chosen;
}

}  // namespace

Runtime::Runtime(int threads) {
#if !defined(KOKKOS_ENABLE_CUDA)
  instruction_set();  // a wrong choice is refused before anything runs
#endif
  Kokkos::initialize(settings(threads));
}
Runtime::~Runtime() { Kokkos::finalize(); }

int Runtime::threads() { return Space().concurrency(); }

std::string Runtime::device() {
#if defined(KOKKOS_ENABLE_CUDA)
  return std::string("Cuda, ") + Space().cuda_device_prop().name;
#else
  return std::string(Space::name()) + ", " + std::to_string(threads()) + " threads, " +
         std::string(instruction_set());
#endif
}

}  // namespace fairslot
