// Where servers are many the engine takes an index, two copies of it, scans instead of catching up:
// by every engine, the picks are those of the naive simulator on clusters of up to 700 servers.
#include "gtest/gtest.h"
#include "host/bench/cases.hpp"
#include "host/bench/naive.hpp"
#include "rapidcheck/gtest.h"
#include "tests/every_engine.hpp"

namespace fairslot {
namespace {

using bench::Case;
using bench::Constraint;
using bench::Load;
using bench::Naive;

Case any_case() {
  Case c;
  c.name = "random";
  c.servers = *rc::gen::element(65, 130, 256, 300, 700);
  c.users = *rc::gen::inRange(1, 80);
  c.classes = *rc::gen::inRange(1, std::min(c.users, 40) + 1);  // one resource has few demands
  c.resources = *rc::gen::inRange(1, 6);
  c.load = *rc::gen::element(Load::overload, Load::overload, Load::light, Load::trace_light,
                             Load::trace_half, Load::trace_overload);
  c.constraint = *rc::gen::element(Constraint::anywhere, Constraint::types, Constraint::sets);
  c.end = *rc::gen::inRange(2, 25);
  if (bench::is_of_trace(c.load)) {
    c.resources = 2;
    c.users = std::min(c.users, c.servers / 10);  // a job each at least
    c.type_probability = *rc::gen::element(0.1, 0.3, 0.6, 1.0);
  }
  return c;
}

Case of_trace(double type_probability) {
  Case c;
  c.name = "trace";
  c.servers = 1'000, c.users = 50, c.classes = 0, c.end = 40;
  c.load = Load::trace_light;
  c.constraint = Constraint::types;
  c.type_probability = type_probability;
  return c;
}

Case anywhere(int servers, int resources) {
  Case c;
  c.name = "anywhere";
  c.servers = servers, c.users = 20, c.classes = 20, c.resources = resources, c.end = 10;
  return c;
}

/// Each choice of `auto` is met, and its picks are the naive simulator's.
TEST(ManyServers, EachChoiceIsRight) {
  Policy const policy = parse_policy("tvtsf");
  std::pair<Case, Engine> const choices[] = {{anywhere(300, 2), Engine::certified},
                                             {anywhere(700, 2), Engine::ratio},
                                             {anywhere(700, 3), Engine::kd},
                                             {of_trace(0.1), Engine::kd},
                                             {of_trace(0.9), Engine::ranked}};
  for (auto const& [c, engine] : choices) {
    auto const problem = bench::make_problem(c, 0);
    Engine const taken = engine_of_run(*problem, policy);
    if (taken != Engine::team) {
      EXPECT_EQ(name_of(taken), name_of(engine)) << c.name;
    }
    RunResult const run = simulate(*problem, policy, {.slots = false, .picks = true});
    Naive(*problem, policy, &run.picks).run();  // throws at the first difference
  }
}

/// Rankings beside an index.
TEST(ManyServers, RankingsBesideAnIndex) {
  Policy const policy = parse_policy("drfh");
  for (int const resources : {2, 4}) {
    Case c = anywhere(4'200, resources);
    c.users = c.classes = 60;
    c.load = Load::light;
    c.mean_tasks = resources == 2 ? 60 : 10;  // long enough for a ranking
    c.end = 40;
    auto const problem = bench::make_problem(c, 0);
    Engine const index = resources == 2 ? Engine::ratio : Engine::kd;
    RunResult const run = simulate(*problem, policy, {.slots = false, .picks = true}, index);
    EXPECT_GT(run.started, 1'000);
    Naive(*problem, policy, &run.picks).run();  // throws at the first difference
  }
}

TEST(ManyServers, PicksAreTheNaiveSimulators) {
  rc::detail::checkGTest([] {
    Case const c = any_case();
    auto const problem = bench::make_problem(c, *rc::gen::arbitrary<std::uint32_t>());
    Policy const policy = parse_policy(*rc::gen::element<std::string>(
        "tvtsf", "tsf", "tsf:memory=slot", "cdrf", "drfh", "drfh:fit=first", "drfh:fit=worst",
        "drfh:fit=cosine", "slots:fit=best", "fifo"));
    RunResult const first = simulate(*problem, policy, {.slots = false, .picks = true});
    Naive(*problem, policy, &first.picks).run();  // throws at the first difference
    for (Engine const engine : every_engine()) {
      RunResult const run = simulate(*problem, policy, {.slots = false, .picks = true}, engine);
      if (run.picks != first.picks)
        RC_FAIL(std::string(name_of(engine)) + " differs, " + canonical_name(policy) + ", " +
                std::to_string(c.servers) + " servers, K = " + std::to_string(c.resources));
    }
  });
}

}  // namespace
}  // namespace fairslot
