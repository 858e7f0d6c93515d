// The sharing incentive, counted: users that have started fewer tasks after so many slots than they
// would have alone on their own servers. bench_sharing SCENARIO SLOTS... prints a line a point,
// policy and number of slots, means over the samples.
#include <fmt/format.h>

#include <cstdlib>

#include "host/scenario/scenario.hpp"
#include "host/workload/workload.hpp"
#include "kernels/alone.hpp"
#include "kernels/simulation.hpp"

namespace fairslot {
namespace {

struct Counted {
  double fewer = 0, owners = 0;  ///< users; owners: that start something alone
};

Counted count(Problem const& problem, Policy const& policy) {
  Problem const shares =
      with_contributions(problem, parse_policy("tvtsf:weights=contribution"), {});
  RunResult const run = simulate(problem, policy, {.slots = false});
  Counted counted;
  for (int u = 0; u < problem.users(); ++u) {
    if (shares.alone_begin[u] == shares.alone_begin[u + 1]) continue;
    std::int64_t started = 0;
    for (int e = problem.job_begin[u]; e < problem.job_begin[u + 1]; ++e)
      started += run.entry_started[e];
    counted.owners += 1;
    counted.fewer += started < shares.alone_sum[shares.alone_begin[u + 1] - 1];
  }
  return counted;
}

void print_point(scenario::Point const& point, std::int64_t slots) {
  auto const samples = static_cast<double>(point.scenario.samples);
  for (std::string const& name : point.scenario.policies) {
    Counted sum;
    for (std::int64_t s = 0; s < point.scenario.samples; ++s) {
      Problem problem = *workload::make_problem(point.scenario, static_cast<std::uint64_t>(s));
      problem.horizon = slots;
      Counted const here = count(problem, in_sample(parse_policy(name), s));
      sum.fewer += here.fewer, sum.owners += here.owners;
    }
    for (auto const& [key, value] : point.set) fmt::print("{} = {}, ", key, value);
    fmt::print("{}, after {} slots: {:.2f} of {:.2f} users start fewer tasks than alone\n", name,
               slots, sum.fewer / samples, sum.owners / samples);
    std::fflush(stdout);
  }
}

}  // namespace
}  // namespace fairslot

int main(int argc, char** argv) try {
  if (argc < 3) throw std::invalid_argument("bench_sharing SCENARIO SLOTS...");
  fairslot::Runtime const runtime;
  for (fairslot::scenario::Point const& point : fairslot::scenario::read_sweep(argv[1]).points)
    for (int i = 2; i < argc; ++i) fairslot::print_point(point, std::atoll(argv[i]));
  return 0;
} catch (std::exception const& error) {
  fmt::print(stderr, "{}\n", error.what());
  return 2;
}
