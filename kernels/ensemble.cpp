#include "kernels/ensemble.hpp"

#include <algorithm>
#include <functional>
#include <optional>

#include "kernels/hardware.hpp"
#include "kernels/team/launch.hpp"

#if !defined(KOKKOS_ENABLE_CUDA)
#include "kernels/advance.hpp"
#endif

namespace fairslot::ensemble {
namespace {

/// A loaded tool's own functions: Kokkos' pushRegion may fence, which a kernel must not.
std::optional<Regions> tool_regions() {
  Kokkos::Tools::Experimental::EventSet const tool = Kokkos::Tools::Experimental::get_callbacks();
  if (!tool.push_region || !tool.pop_region) return std::nullopt;
  return Regions{tool.push_region, tool.pop_region};
}

/// One lane a run: for processors.
void enqueue([[maybe_unused]] std::string const& label, [[maybe_unused]] int resources,
             [[maybe_unused]] DeviceArray<Member> const& members,
             [[maybe_unused]] std::int64_t budget) {
#if !defined(KOKKOS_ENABLE_CUDA)
  Advance const advance = advance_for(resources);
  using Runs = Kokkos::RangePolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>>;
  Kokkos::parallel_for(label, Runs(0, members.size()).set_chunk_size(1), [=](std::size_t i) {
    advance(members(i).problem, members(i).state, members(i).part_of(budget));
  });
#endif
}

/// Of the budget; a run that is nearly done still gets on.
double share(ResidentRun const& run, double mean) {
  constexpr double least = 1.0 / 16;
  return mean > 0 ? std::max(static_cast<double>(run.tasks_left()) / mean, least) : 1.0;
}

}  // namespace

void launch(std::vector<ResidentRun*> runs, std::int64_t budget, int team_threads, bool together) {
  if (runs.empty()) return;
  std::ranges::stable_sort(runs, std::greater{}, &ResidentRun::tasks_left);
  double left = 0;
  for (ResidentRun const* run : runs) left += static_cast<double>(run->tasks_left());
  double const mean = together ? left / static_cast<double>(runs.size()) : 0;
  auto const members = make_array<Member>("fairslot::ensemble::members", runs.size());
  auto const host = Kokkos::create_mirror_view(members);
  for (std::size_t i = 0; i < runs.size(); ++i)
    host(i) = {runs[i]->prepared().view(), runs[i]->state(), share(*runs[i], mean)};
  // Regions are a stack: only a run that is alone may show its slots and phases.
  bool const by_team = runs.front()->state().search.engine == Search::team;
  std::optional<Regions> const regions =
      runs.size() == 1 && !by_team ? tool_regions() : std::nullopt;
  if (regions) host(0).state.regions = &*regions;
  Kokkos::deep_copy(members, host);
  std::string const label = "fairslot::ensemble::advance";
  int const resources = runs.front()->prepared().problem().resources;
  if (by_team)
    enqueue_teams(label, resources, members, budget, team_shape(runs, team_threads));
  else
    enqueue(label, resources, members, budget);
  Kokkos::deep_copy(host, members);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    runs[i]->state() = host(i).state;
    runs[i]->state().regions = nullptr;
  }
}

}  // namespace fairslot::ensemble
