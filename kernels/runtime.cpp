#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <string>

#include "kernels/advance.hpp"
#include "kernels/environment.hpp"
#include "kernels/policy_spec.hpp"
#include "kernels/simulation.hpp"
#include "kernels/space.hpp"

#if defined(KOKKOS_ENABLE_OPENMP)
#include <omp.h>
#endif

namespace fairslot {
namespace {

#if defined(KOKKOS_ENABLE_OPENMP)
static_assert(most_threads <= Kokkos::Impl::OpenMPTraits::MAX_THREAD_COUNT);

/// Kokkos counts on as many threads as it asks for, so OpenMP may not give fewer.
int start_openmp(int wanted, int environment) {
  int const limit = omp_get_thread_limit();
  if (wanted > limit)
    throw PolicyError("--threads " + std::to_string(wanted) +
                      " is more than OMP_THREAD_LIMIT=" + std::to_string(limit) + " allows");
  omp_set_dynamic(0);
  omp_set_max_active_levels(std::max(1, omp_get_max_active_levels()));
  int const chosen = environment > 0 ? environment : omp_get_max_threads();
  int const started = wanted > 0 ? wanted : std::min({chosen, most_threads, limit});
  require_threads(started);
  omp_set_num_threads(started);
  return started;
}
#endif

/// Of the command line, the environment or the machine; 0: left to Kokkos.
int chosen_threads(int wanted) {
  int const environment = threads_of_environment();
#if defined(KOKKOS_ENABLE_OPENMP)
  return start_openmp(wanted, environment);
#else
  return wanted > 0 ? wanted : environment;
#endif
}

Kokkos::InitializationSettings settings(int threads) {
  // Unset, Kokkos talks about it; bound threads would share a core with the thread that writes.
  setenv("OMP_PROC_BIND", "false", 0);
  Kokkos::InitializationSettings chosen;
  chosen.set_disable_warnings(true);      // they are for programmers
  chosen.set_print_configuration(false);  // stdout is for results
  if (threads > 0) chosen.set_num_threads(threads);
  return chosen;
}

}  // namespace

Runtime::Runtime(int threads) {
#if !defined(KOKKOS_ENABLE_CUDA)
  instruction_set();  // a wrong choice is refused before anything runs
#endif
  check_kokkos_environment();
  Kokkos::initialize(settings(chosen_threads(threads)));
  if (prints_kokkos_configuration()) Kokkos::print_configuration(std::cerr);
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
