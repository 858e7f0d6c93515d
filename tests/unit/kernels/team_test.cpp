// What a team of lanes is made of: its reductions, and a run's way into scratch memory and back.
#include "gtest/gtest.h"
#include "kernels/list.hpp"
#include "kernels/search/ranked.hpp"
#include "kernels/team/scratch.hpp"
#include "kernels/users/contenders.hpp"
#include "rapidcheck/gtest.h"

namespace fairslot {
namespace {

using executor::Team;
using executor::Teams;

/// f(team, rank), by each lane of a team that is as large as there are threads.
template <class F>
void by_team(std::size_t scratch_bytes, F const& f) {
  Teams teams(1, Space().concurrency());
  teams.set_scratch_size(0, Kokkos::PerTeam(scratch_bytes));
  Kokkos::parallel_for("fairslot::test::team", teams,
                       [&](Teams::member_type const& lanes) { f(Team(lanes), lanes); });
  Kokkos::fence();
}

RC_GTEST_PROP(TeamReductions, FirstIsThatOfALoop, (std::vector<std::uint8_t> const& scores)) {
  int const count = static_cast<int>(scores.size());
  auto const item = [&](int i) { return Ranked{scores[static_cast<std::size_t>(i)] % 4 * 0.5, i}; };
  Ranked expected = nobody();
  for (int i = count - 1; i >= 0; --i)
    if (item(i).score <= expected.score) expected = item(i);
  List<Ranked> found(static_cast<std::size_t>(Space().concurrency()));
  by_team(0, [&](Team const& by, Teams::member_type const& lanes) {
    found[lanes.team_rank()] = by.first(count, nobody(), item);
  });
  for (Ranked const& each : found) {
    RC_ASSERT(each.score == expected.score);
    RC_ASSERT(each.server == expected.server);
  }
}

RC_GTEST_PROP(TeamReductions, AllIsThatOfALoop, (std::vector<bool> const& values)) {
  int const count = static_cast<int>(values.size());
  bool const expected = std::find(values.begin(), values.end(), false) == values.end();
  List<int> found(static_cast<std::size_t>(Space().concurrency()));
  by_team(0, [&](Team const& by, Teams::member_type const& lanes) {
    found[lanes.team_rank()] =
        by.all(count, [&](int i) { return bool{values[static_cast<std::size_t>(i)]}; });
  });
  for (int const each : found) RC_ASSERT((each != 0) == expected);
}

TEST(TeamReductions, TurnsAreOrderedByKeyThenTieThenUser) {
  EXPECT_TRUE(before(Turn{1, 0, 5}, Turn{2, 0, 3}));
  EXPECT_TRUE(before(Turn{1, 0, 3}, Turn{1, 0, 5}));
  EXPECT_FALSE(before(Turn{1, 0, 5}, Turn{1, 0, 5}));
  EXPECT_TRUE(before(Turn{1, 2, 5}, Turn{1, 4, 3}));
  EXPECT_FALSE(before(Turn{int64_max, 0, 0}, Turn{int64_max, 0, -1}));
}

/// A run of 100 servers and 70 users with numbers in its arrays.
struct Small {
  static constexpr int resources = 2;
  ProblemView problem{};
  RunState state{};
  std::vector<std::vector<char>> memory;

  Small() {
    problem.servers = 100;
    problem.server_stride = 128;
    problem.words = 2;
    problem.users = 70;
    problem.references = 1;
    problem.pairs = 30;
    state.search.certificates = true;
    state.policy.fit.reads_ratios = true;
    team::for_each_placed(problem, kind(), std::size_t{1} << 20,
                          [&](auto array, int count, std::size_t) { fill(array(state), count); });
  }
  team::Kind kind() const {
    return {resources, state.policy.traits, state.policy.fit, state.search.certificates};
  }

  template <class T>
  void fill(T*& array, int count) {
    memory.emplace_back(static_cast<std::size_t>(count) * sizeof(T));
    array = reinterpret_cast<T*>(memory.back().data());
    for (int i = 0; i < count; ++i) array[i] = static_cast<T>(1000 * std::ssize(memory) + i);
  }
};

/// As many arrays as fit are changed in scratch memory only, until the run has moved back.
void expect_round_trip(std::size_t limit, int expected) {
  Small run;
  RunState before = run.state;
  auto const contents = run.memory;
  std::size_t const bytes = team::scratch_bytes(run.problem, run.kind(), limit);
  ASSERT_LE(bytes, limit);
  int moved = 0;
  by_team(bytes + team::scratch_alignment, [&](Team const& by, Teams::member_type const& lanes) {
    auto* const scratch =
        static_cast<char*>(lanes.team_scratch(0).get_shmem_aligned(bytes, team::scratch_alignment));
    team::Scratch const place(by, Small::resources, run.problem, run.state, scratch, bytes);
    RunState& here = place.move_in();
    by.alone([&] {
      here.clock.slot = 77;
      std::size_t end = 0;
      team::for_each_placed(run.problem, run.kind(), bytes,
                            [&](auto array, int count, std::size_t offset) {
                              ++moved;
                              EXPECT_GE(offset, end);
                              end = offset + static_cast<std::size_t>(count) * sizeof(*array(here));
                              EXPECT_EQ(reinterpret_cast<char*>(array(here)), scratch + offset);
                              for (int i = 0; i < count; ++i) {
                                EXPECT_EQ(array(here)[i], array(run.state)[i]);
                                array(here)[i] += 1;
                              }
                            });
      EXPECT_LE(end, bytes);
      EXPECT_EQ(run.memory, contents);
    });
    place.move_back();
  });
  EXPECT_EQ(moved, expected);
  EXPECT_EQ(run.state.clock.slot, 77);
  team::for_each_placed(run.problem, run.kind(), bytes, [&](auto array, int count, std::size_t) {
    EXPECT_EQ(array(run.state), array(before));
    EXPECT_NE(array(run.state)[count - 1], 0);
  });
  int changed = 0;
  for (std::size_t i = 0; i < contents.size(); ++i) changed += run.memory[i] != contents[i];
  EXPECT_EQ(changed, expected);
}

TEST(TeamScratch, HoldsWhatFitsAndGivesItBack) {
  Small const small;
  std::size_t const alone = team::scratch_bytes(small.problem, small.kind(), 0);
  expect_round_trip(hardware::scratch_bytes, 10);
  // Keys, touched, seated and head: one that is too large leaves room for others.
  expect_round_trip(alone + 2000, 4);
  expect_round_trip(alone + team::scratch_alignment, 1);
  expect_round_trip(alone, 0);
}

}  // namespace
}  // namespace fairslot
