// Samples of named distributions: many alike servers, bursts of equal tasks, sets of types and of
// attributes. Every engine starts what the oracle starts.
#include "gtest/gtest.h"
#include "host/scenario/scenario.hpp"
#include "host/workload/workload.hpp"
#include "rapidcheck/gtest.h"
#include "tests/difference.hpp"
#include "tests/oracle/oracle.hpp"

namespace fairslot {
namespace {

constexpr char small[] = R"(
horizon = 60
[cluster]
groups = [{count = 9, capacity = [8, 12]}, {count = 6, capacity = [4, 16], attributes = ["ssd"]},
          {count = 3, capacity = [16, 16], attributes = ["gpu", "ssd"]}]
[workload]
kind = "synthetic"
load = 0.9
users = 7
submit_slots = 40
tasks = "pareto:shape=0.8,most=40"
duration = "lognormal:median=3,sigma=1,most=30"
demands = ["lognormal:median=2,sigma=0.7,least=0,most=9", "empirical:1*4,3*2,8"]
correlation = 0.5
)";

std::string any(std::initializer_list<std::string> values) {
  return *rc::gen::elementOf(std::vector(values));
}

/// A scenario's sets.
std::vector<std::string> any_sets() {
  return {"seed=" + std::to_string(*rc::gen::inRange(0, 1000)),
          "workload.load=" + any({"0.3", "0.9", "1.6"}),
          "workload.arrivals=" + any({"poisson", "bursty"}),
          "workload.user_skew=" + any({"0", "1.2"}),
          "workload.placement_probability=" + any({"0.3", "1"}),
          "workload.needs={gpu=" + any({"0", "0.4"}) + ", ssd=0.2}",
          "cluster.servers=" + any({"0", "1", "70"})};
}

RC_GTEST_PROP(Synthetic, EqualsTheOracle, ()) {
  auto const sets = any_sets();
  for (std::string const& set : sets) RC_LOG() << set << "\n";
  auto const problem =
      workload::make_problem(scenario::parse_scenario(small, "small.toml", sets), 0);
  Policy const policy =
      parse_policy(any({"tvtsf", "drfh", "cdrf", "fifo", "drfh:fit=first", "tsf:fit=worst",
                        "drfh:fit=dot", "drfh:backfill=1", "tvtsf:h=full"}));
  constexpr Recording everything{
      .slots = true, .picks = true, .shares = true, .fragmentation = true};
  RunResult const expected = oracle(*problem, policy, everything);
  for (Engine const engine : {Engine::automatic, Engine::scan, Engine::certified, Engine::ratio,
                              Engine::kd, Engine::wide, Engine::team}) {
    std::string const text = difference(simulate(*problem, policy, everything, engine), expected);
    if (!text.empty())
      RC_FAIL(canonical_name(policy) + ", engine " + std::string(name_of(engine)) + ": " + text);
  }
}

}  // namespace
}  // namespace fairslot
