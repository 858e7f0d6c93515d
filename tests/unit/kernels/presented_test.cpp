// What a run meets of a problem, and which seed a sample has.
#include "kernels/presented.hpp"

#include <limits>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace fairslot {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Servers of 1, 2 and 3; user 0 has a job for server 2 and one for nobody, user 1 one for all.
std::shared_ptr<Problem const> problem() {
  ProblemBuilder builder(1);
  for (std::int32_t const capacity : {1, 2, 3}) builder.add_server(std::vector{capacity});
  builder.add_user();
  builder.add_user();
  int const last = builder.placement(std::vector{2}), all = builder.placement(std::nullopt);
  builder.add_job(0, 1, 1, 1, std::vector{4}, all);
  builder.add_job(0, 2, 1, 1, std::vector{3}, last);
  builder.add_job(1, 1, 1, 1, std::vector{1}, all);
  return std::make_shared<Problem const>(std::move(builder).build());
}

TEST(Presented, IsTheProblemItselfByDefault) {
  auto const given = problem();
  EXPECT_EQ(present(given, parse_policy("tsf:ties=random,seed=3,fit=worst")).problem, given);
}

TEST(Presented, HasServersInTheirOrder) {
  Presented const reversed = present(problem(), parse_policy("tsf:order=reversed"));
  EXPECT_THAT(reversed.problem->capacity, ElementsAre(3, 2, 1));
  EXPECT_EQ(reversed.problem->placements[reversed.problem->placement[1]], 1u);
  EXPECT_EQ(reversed.server(0), 2);
  EXPECT_EQ(reversed.server(-1), -1);
  // The lots of servers 0 to 2 under seed 0 are 844515e1, 79d48e11 and d6598bad.
  Presented const random = present(problem(), parse_policy("tsf:order=random"));
  EXPECT_THAT(random.problem->capacity, ElementsAre(2, 1, 3));
}

TEST(Presented, LeavesOutWhatCanNeverRun) {
  Presented const some = present(problem(), parse_policy("tsf:skip_unplaceable=1"));
  EXPECT_THAT(some.problem->job_begin, ElementsAre(0, 1, 2));
  EXPECT_THAT(some.kept, ElementsAre(1, 2));
  EXPECT_THAT(some.left_out, ElementsAre(0));
  EXPECT_EQ(some.entry(0), 1);
  // The pool has room for it.
  EXPECT_THAT(present(problem(), parse_policy("drf:skip_unplaceable=1")).left_out, IsEmpty());
}

TEST(InSample, AddsToTheSeed) {
  std::uint64_t const most = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(canonical_name(in_sample(parse_policy("tsf:ties=random"), 2)),
            "tsf:ties=random,seed=2");
  Policy const last = parse_policy("tsf:seed=" + std::to_string(most));
  EXPECT_EQ(common_options(last).seed, most);
  EXPECT_EQ(canonical_name(in_sample(last, 1)), "tsf");
}

}  // namespace
}  // namespace fairslot
