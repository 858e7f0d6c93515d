#include "kernels/hardware.hpp"

#if !defined(KOKKOS_ENABLE_CUDA)
#include <unistd.h>
#endif

namespace fairslot::hardware {

#if defined(KOKKOS_ENABLE_CUDA)

int width() { return Space().cuda_device_prop().multiProcessorCount * blocks_a_multiprocessor; }

Memory memory() {
  std::size_t free = 0, total = 0;
  if (cudaMemGetInfo(&free, &total) != cudaSuccess) return {0, 0};
  return {free, total};
}

#else

int width() { return Space().concurrency(); }

Memory memory() {
  auto const page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  return {page * static_cast<std::uint64_t>(sysconf(_SC_AVPHYS_PAGES)),
          page * static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES))};
}

#endif

}  // namespace fairslot::hardware
