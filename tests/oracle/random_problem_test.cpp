// The generator is part of the specification: each degenerate case must turn up.
#include "tests/random_problem.hpp"

#include <sstream>

#include "gtest/gtest.h"

namespace fairslot {
namespace {

TEST(RandomProblem, DrawsEveryDegenerateCase) {
  constexpr int draws = 3000, at_least = 10;
  auto const cases = degenerate_cases();
  std::vector<int> seen(cases.size(), 0);
  for (std::uint64_t seed = 0; seed < draws; ++seed) {
    Draft const draft = random_draft(seed);
    for (std::size_t c = 0; c < cases.size(); ++c) seen[c] += cases[c].occurs(draft);
  }
  for (std::size_t c = 0; c < cases.size(); ++c)
    EXPECT_GE(seen[c], at_least) << cases[c].name << " in " << draws << " draws";
}

TEST(RandomProblem, RespectsTheLimits) {
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    Draft const draft = random_draft(seed);
    for (DraftUser const& user : draft.users)
      for (DraftJob const& job : user.jobs) {
        EXPECT_GE(std::min({job.submit, job.tasks, job.duration}), 1);
        EXPECT_LE(std::max({job.submit, job.tasks, job.duration}), limits::count);
        EXPECT_GT(*std::max_element(job.demand.begin(), job.demand.end()), 0);
        EXPECT_GE(*std::min_element(job.demand.begin(), job.demand.end()), 0);
        EXPECT_LE(*std::max_element(job.demand.begin(), job.demand.end()), limits::capacity);
      }
  }
}

TEST(RandomProblem, IsTheSameForTheSameSeed) {
  std::ostringstream first, again, other;
  first << random_draft(7);
  again << random_draft(7);
  other << random_draft(8);
  EXPECT_EQ(first.str(), again.str());
  EXPECT_NE(first.str(), other.str());
}

}  // namespace
}  // namespace fairslot
