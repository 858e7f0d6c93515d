#include "kernels/team/launch.hpp"

#include <algorithm>

#include "kernels/by_resources.hpp"
#include "kernels/loop.hpp"
#include "kernels/team/scratch.hpp"

namespace fairslot::ensemble {
namespace {

using executor::Teams;

template <int K>
struct AdvanceByTeam {
  DeviceArray<Member> members;
  std::int64_t budget;
  std::size_t scratch;

  KOKKOS_FUNCTION void operator()(Teams::member_type const& lanes) const {
    executor::Team const by(lanes);
    Member& member = members(lanes.league_rank());
    auto* const memory = static_cast<char*>(
        lanes.team_scratch(0).get_shmem_aligned(scratch, team::scratch_alignment));
    team::Scratch const place(by, K, member.problem, member.state, memory, scratch);
    RunState& run = place.move_in();
    advance<K>(by, member.problem, run, member.part_of(budget));
    place.move_back();
  }
};

}  // namespace

TeamShape team_shape(std::vector<ResidentRun*> const& runs, int threads) {
  std::size_t bytes = 0;
  for (ResidentRun const* run : runs) bytes = std::max(bytes, run->scratch_bytes());
  return {hardware::team_threads(threads), static_cast<int>(bytes)};
}

void enqueue_teams(std::string const& label, int resources, DeviceArray<Member> const& members,
                   std::int64_t budget, TeamShape shape) {
  // The alignment of the first byte is left to the kernel.
  std::size_t const scratch = static_cast<std::size_t>(shape.scratch_bytes);
  Teams teams(static_cast<int>(members.size()), shape.threads);
  teams.set_scratch_size(0, Kokkos::PerTeam(scratch + team::scratch_alignment));
  by_resources(resources, [&](auto k) {
    Kokkos::parallel_for(label, teams, AdvanceByTeam<decltype(k)::value>{members, budget, scratch});
  });
}

KernelNeeds kernel_needs() {
#if defined(KOKKOS_ENABLE_CUDA)
  using Kernel = Kokkos::Impl::ParallelFor<AdvanceByTeam<2>, Teams, Space>;
  cudaFuncAttributes const needs =
      Kokkos::Impl::CudaParallelLaunch<Kernel, executor::Bounds>::get_cuda_func_attributes(
          Space().impl_internal_space_instance());
  return {needs.numRegs, static_cast<int>(needs.localSizeBytes)};
#else
  return {0, 0};
#endif
}

}  // namespace fairslot::ensemble
