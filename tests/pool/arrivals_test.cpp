// ddrf.
#include "host/pool/arrivals.hpp"
#include "gtest/gtest.h"
#include "host/pool/arrivals_program.hpp"
#include "host/pool/arrivals_sorted.hpp"
#include "host/pool/solver.hpp"
#include "rapidcheck/gtest.h"
#include "tests/oracle/pool/twins.hpp"
#include "tests/pool/random_instance.hpp"
#include "tests/pool/same_numbers.hpp"

namespace fairslot::pool {
namespace {

Instance draw_arrivals(bool zero_demands, bool leavers) {
  Instance in = draw({.zero_demands = zero_demands, .limits = false, .weights = false});
  double sum = 0;
  for (std::size_t i = 0; i < in.N(); ++i) {
    in.contribution.push_back(*rc::gen::inRange(1, 6));
    sum += in.contribution.back();
    int const after = *rc::gen::inRange(static_cast<int>(i) + 1, static_cast<int>(in.N()) + 1);
    in.leave_after.push_back(
        leavers && *rc::gen::inRange(0, 3) == 0 ? static_cast<std::size_t>(after) : 0);
  }
  for (double& own : in.contribution) own /= sum;
  return in;
}

RC_GTEST_PROP(Ddrf, IsItsTwin, (bool zero_demands, bool leavers)) {
  Instance const in = draw_arrivals(zero_demands, leavers);
  Answer const answer = Solver("ddrf").solve(in);
  auto const twin = twins::ddrf(in);
  RC_ASSERT(answer.steps.size() == twin.size());
  for (std::size_t s = 0; s < twin.size(); ++s) {
    auto tasks = answer.steps[s].tasks;
    tasks.resize(in.N(), 0.0);
    require_same(tasks, twin[s].tasks, 1e-8);
    require_same({answer.steps[s].level}, {twin[s].lowest}, 1e-8);
  }
  require_same(answer.tasks, twin.back().tasks, 1e-8);
  require_same(Solver("ddrf").solve(in, Steps::none).tasks, answer.tasks, 0);
}

/// What "ddrf_scaling" measures it beside.
RC_GTEST_PROP(Ddrf, ComesToWhatSortingAndThePatentsProgramComeTo, ()) {
  Instance const in = draw_arrivals(false, false);
  auto const levels = Solver("ddrf").solve(in, Steps::none).level;
  require_same(levels_by_sorting(in), levels, 1e-12);
  require_same(levels_by_programs(in), levels, 1e-8);
}

/// What nobody can have more of without another's loss: each needs something that has ended.
RC_GTEST_PROP(Ddrf, LeavesNothingThatSomebodyCouldUse, (bool zero_demands)) {
  Instance const in = draw_arrivals(zero_demands, true);
  Arrivals there(in);
  for (std::size_t k = 0; k < in.N(); ++k) {
    there.arrive(k);
    auto const levels = there.levels();
    std::vector<double> used(in.K(), 0.0);
    for (std::size_t i = 0; i <= k; ++i)
      for (std::size_t r = 0; r < in.K(); ++r)
        used[r] += levels[i] * in.contribution[i] * ratios_of(in)[i * in.K() + r];
    for (std::size_t i = 0; i <= k; ++i) {
      bool stopped = false;
      for (std::size_t r = 0; r < in.K(); ++r) {
        RC_ASSERT(used[r] <= there.brought() * (1 + 1e-12));
        stopped = stopped || (in.demand_of(i)[r] > 0 && used[r] >= there.brought() * (1 - 1e-9));
      }
      RC_ASSERT(stopped);
    }
  }
}

RC_GTEST_PROP(Ddrf, TakesFromNobodyAndGivesEachItsPart, ()) {
  Instance const in = draw_arrivals(true, false);
  std::vector<double> last;
  for (Step const& step : Solver("ddrf").solve(in).steps) {
    for (std::size_t i = 0; i < step.tasks.size(); ++i) {
      double const part = in.contribution[i] / dominant_share(in, i);
      RC_ASSERT(step.tasks[i] >= part * (1 - 1e-12));
      if (i < last.size()) RC_ASSERT(step.tasks[i] >= last[i]);
    }
    last = step.tasks;
  }
}

/// Over contributions. Only those who came before, and who have got nothing since, may be envied.
RC_GTEST_PROP(Ddrf, LetsNobodyEnvyThoseAfter, ()) {
  Instance const in = draw_arrivals(true, false);
  auto const steps = Solver("ddrf").solve(in).steps;
  auto const& x = steps.back().tasks;
  for (std::size_t i = 0; i < in.N(); ++i)
    for (std::size_t j = 0; j < in.N(); ++j) {
      double enough = unlimited;  // of j's bundle, over contributions, for tasks of i
      for (std::size_t r = 0; r < in.K(); ++r)
        if (in.demand_of(i)[r] > 0)
          enough = std::min(enough, x[j] * in.demand_of(j)[r] / in.demand_of(i)[r] *
                                        in.contribution[i] / in.contribution[j]);
      if (enough <= x[i] * (1 + 1e-9)) continue;
      RC_ASSERT(j < i);
      RC_ASSERT(x[j] == steps[i].tasks[j]);
    }
}

}  // namespace
}  // namespace fairslot::pool
