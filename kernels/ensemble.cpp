#include "kernels/ensemble.hpp"

#include <algorithm>
#include <functional>
#include <optional>

#include "kernels/hardware.hpp"
#include "kernels/team/launch.hpp"

#if defined(KOKKOS_ENABLE_CUDA)
#include "kernels/by_resources.hpp"
#include "kernels/slot_loop.hpp"
#else
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

using Bounds = Kokkos::LaunchBounds<hardware::block_threads, hardware::blocks_a_multiprocessor>;
using Teams = Kokkos::TeamPolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>, Bounds>;

/// The kernel: one team a member; `advance` is called by one lane of it.
template <class F>
struct AdvanceEach {
  DeviceArray<Member> members;
  std::int64_t budget;
  F advance;

  KOKKOS_FUNCTION void operator()(Teams::member_type const& team) const {
    Member& member = members(team.league_rank());
    Kokkos::single(Kokkos::PerTeam(team),
                   [&] { advance(member.problem, member.state, member.part_of(budget)); });
  }
};

template <class F>
void advance_each(std::string const& label, DeviceArray<Member> const& members, std::int64_t budget,
                  F advance) {
  Kokkos::parallel_for(label, Teams(static_cast<int>(members.size()), 1),
                       AdvanceEach<F>{members, budget, advance});
}

#if defined(KOKKOS_ENABLE_CUDA)
template <int K>
struct AdvanceOnDevice {
  KOKKOS_FUNCTION void operator()(ProblemView const& p, RunState& s, std::int64_t budget) const {
    advance<K>(p, s, budget);
  }
};

#endif

/// Of the budget; a run that is nearly done still gets on.
double share(ResidentRun const& run, double mean) {
  constexpr double least = 1.0 / 16;
  return mean > 0 ? std::max(static_cast<double>(run.tasks_left()) / mean, least) : 1.0;
}

}  // namespace

void enqueue(std::string const& label, int resources, DeviceArray<Member> const& members,
             std::int64_t budget) {
#if defined(KOKKOS_ENABLE_CUDA)
  by_resources(resources, [&](auto k) {
    advance_each(label, members, budget, AdvanceOnDevice<decltype(k)::value>{});
  });
#else
  advance_each(label, members, budget, advance_for(resources));
#endif
}

void launch(std::vector<ResidentRun*> runs, std::int64_t budget, int team_threads) {
  if (runs.empty()) return;
  std::ranges::stable_sort(runs, std::greater{}, &ResidentRun::tasks_left);
  double left = 0;
  for (ResidentRun const* run : runs) left += static_cast<double>(run->tasks_left());
  double const mean = left / static_cast<double>(runs.size());
  auto const members = make_array<Member>("fairslot::ensemble::members", runs.size());
  auto const host = Kokkos::create_mirror_view(members);
  for (std::size_t i = 0; i < runs.size(); ++i)
    host(i) = {runs[i]->prepared().view(), runs[i]->state(), share(*runs[i], mean)};
  // Regions are a stack: only a run that is alone may show its slots and phases.
  bool const by_team = runs.front()->state().search == Search::team;
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
