// Runs a scenario and prints one mean: consumer SCENARIO RESULTS
#include <host/sweep/run_plan.hpp>

#include <cstdio>

int main(int, char** argv) {
  using namespace fairslot;
  Runtime const runtime;
  sweep::Plan const plan = sweep::read_plan(argv[1], {.out = argv[2]});

  std::int64_t samples = 0;
  sweep::Watch watch;
  watch.progress = [&](fairslot::sweep::Progressed const& so_far) { samples = so_far.samples; };
  sweep::RunOutcome const outcome = sweep::run_plan(plan, {}, watch);

  auto const mean = outcome.summary.mean_of_means(0, 0, statistics::Metric::waiting);
  std::printf("%s: %ld samples, %.17g slots\n", plan.policies[0].c_str(), samples, mean.value());
  return outcome.complete ? 0 : 1;
}
