// drf in whole tasks.
#include <fmt/format.h>

#include "gtest/gtest.h"
#include "host/pool/solver.hpp"
#include "rapidcheck/gtest.h"
#include "tests/oracle/pool/twins.hpp"
#include "tests/pool/random_instance.hpp"

namespace fairslot::pool {
namespace {

RC_GTEST_PROP(Picks, AreTheirTwins, (bool strict, bool highest_first)) {
  Instance const in = draw();
  Solver const drf(fmt::format("drf:discrete={},ties={}", strict ? "strict" : "skip",
                               highest_first ? "highest" : "lowest"));
  std::vector<std::size_t> picks;
  for (Step const& step : drf.solve(in).steps) picks.push_back(step.of);
  RC_ASSERT(picks == twins::drf_picks(in, strict, highest_first));
}

RC_GTEST_PROP(Picks, AreTheSameWithAndWithoutSteps, ()) {
  Instance const in = draw();
  Solver const drf("drf:discrete=skip");
  RC_ASSERT(drf.solve(in, Steps::none).tasks == drf.solve(in, Steps::all).tasks);
}

TEST(Picks, AreNoMoreThanAMillion) {
  Instance in;
  in.capacity = {1e30};
  in.resources = {"r0"};
  in.demand = {1e-30};
  in.weight = {1};
  in.tasks = {unlimited};
  EXPECT_THROW(Solver("drf:discrete=skip").solve(in, Steps::none), Unfit);
  in.tasks = {1e6};
  EXPECT_EQ(Solver("drf:discrete=strict").solve(in, Steps::none).tasks[0], 1e6);
}

}  // namespace
}  // namespace fairslot::pool
