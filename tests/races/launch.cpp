// In place of kernels/team/launch.cpp: runs one after the other, each by a team of std::threads.
#include "kernels/team/launch.hpp"

#include <algorithm>
#include <thread>
#include <vector>

#include "kernels/by_resources.hpp"
#include "kernels/loop.hpp"
#include "kernels/team/scratch.hpp"

namespace fairslot::ensemble {
namespace {

template <int K>
void advance(Member& member, std::int64_t budget, TeamShape shape) {
  struct alignas(team::scratch_alignment) Unit {
    char bytes[team::scratch_alignment];
  };
  auto const bytes = static_cast<std::size_t>(shape.scratch_bytes);
  std::vector<Unit> scratch(bytes / sizeof(Unit) + 1);
  executor::Block block(shape.threads);
  std::vector<std::jthread> lanes;
  for (int rank = 0; rank < shape.threads; ++rank)
    lanes.emplace_back([&, rank] {
      executor::Team const by(block, rank);
      team::Scratch const place(by, K, member.problem, member.state, scratch.front().bytes, bytes);
      RunState& run = place.move_in();
      fairslot::advance<K>(by, member.problem, run, member.part_of(budget));
      place.move_back();
    });
}

}  // namespace

TeamShape team_shape(std::vector<ResidentRun*> const& runs, int threads) {
  std::size_t bytes = 0;
  for (ResidentRun const* run : runs) bytes = std::max(bytes, run->scratch_bytes());
  return {std::max(threads, 1), static_cast<int>(bytes)};
}

void enqueue_teams(std::string const&, int resources, DeviceArray<Member> const& members,
                   std::int64_t budget, TeamShape shape) {
  for (std::size_t i = 0; i < members.size(); ++i)
    by_resources(resources,
                 [&](auto k) { advance<decltype(k)::value>(members(i), budget, shape); });
}

KernelNeeds kernel_needs() { return {0, 0}; }

}  // namespace fairslot::ensemble
