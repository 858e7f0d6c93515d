#include "kernels/ensemble.hpp"

#include "kernels/slot_loop.hpp"

namespace fairslot::ensemble {
namespace {

struct Member {
  ProblemView problem;
  RunState state;
};

template <int K>
void advance_all(DeviceArray<Member> const& members, std::int64_t budget) {
  using Teams = Kokkos::TeamPolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>>;
  Teams const teams(static_cast<int>(members.size()), 1);
  Kokkos::parallel_for(
      "fairslot::ensemble::advance", teams, KOKKOS_LAMBDA(Teams::member_type const& team) {
        Member& member = members(team.league_rank());
        Kokkos::single(Kokkos::PerTeam(team),
                       [&] { advance<K>(member.problem, member.state, budget); });
      });
}

using AdvanceAll = void (*)(DeviceArray<Member> const&, std::int64_t);
constexpr AdvanceAll advance_all_of[max_resources + 1] = {
    nullptr,        advance_all<1>, advance_all<2>, advance_all<3>, advance_all<4>,
    advance_all<5>, advance_all<6>, advance_all<7>, advance_all<8>};

}  // namespace

void launch(std::vector<ResidentRun*> const& runs, std::int64_t budget) {
  if (runs.empty()) return;
  auto const members = make_array<Member>("fairslot::ensemble::members", runs.size());
  auto const host = Kokkos::create_mirror_view(members);
  for (std::size_t i = 0; i < runs.size(); ++i)
    host(i) = {runs[i]->prepared().view(), runs[i]->state()};
  Kokkos::deep_copy(members, host);
  advance_all_of[runs.front()->prepared().problem().resources](members, budget);
  Kokkos::deep_copy(host, members);
  for (std::size_t i = 0; i < runs.size(); ++i) runs[i]->state() = host(i).state;
}

}  // namespace fairslot::ensemble
