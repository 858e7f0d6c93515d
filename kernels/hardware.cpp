#include "kernels/hardware.hpp"

#include <algorithm>

#if !defined(KOKKOS_ENABLE_CUDA)
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace fairslot {

void prefer_huge_pages([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes) {
#if !defined(KOKKOS_ENABLE_CUDA) && defined(MADV_HUGEPAGE)
  constexpr std::size_t huge = std::size_t{2} << 20;
  if (bytes < huge) return;
  auto const page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  auto const begin = (reinterpret_cast<std::uintptr_t>(memory) + page - 1) / page * page;
  auto const end = (reinterpret_cast<std::uintptr_t>(memory) + bytes) / page * page;
  // A wish: where it is refused small pages serve as well.
  madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
#endif
}

namespace hardware {

int team_threads(int wanted) {
  int const most = is_processor ? Space().concurrency() : block_threads;
  int const chosen = is_processor ? 1 : block_threads;
  return std::clamp(wanted > 0 ? wanted : chosen, 1, most);
}

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

}  // namespace hardware
}  // namespace fairslot
