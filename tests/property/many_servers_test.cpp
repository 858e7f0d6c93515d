// Where servers are many the engine takes an index, two copies of it, scans instead of catching up:
// by every engine, the picks are those of the naive simulator on clusters of up to 700 servers.
#include "gtest/gtest.h"
#include "host/bench/cases.hpp"
#include "host/bench/naive.hpp"
#include "rapidcheck/gtest.h"

namespace fairslot {
namespace {

Case any_case() {
  Case c;
  c.name = "random";
  c.servers = *rc::gen::element(65, 130, 256, 300, 700);
  c.users = *rc::gen::inRange(1, 80);
  c.classes = *rc::gen::inRange(1, std::min(c.users, 40) + 1);  // one resource has few demands
  c.resources = *rc::gen::inRange(1, 6);
  c.load = *rc::gen::element(Load::overload, Load::overload, Load::light);
  c.constraint = *rc::gen::element(Constraint::anywhere, Constraint::types, Constraint::sets);
  c.end = *rc::gen::inRange(2, 25);
  return c;
}

TEST(ManyServers, PicksAreTheNaiveSimulators) {
  rc::detail::checkGTest([] {
    Case const c = any_case();
    auto const problem = make_problem(c, *rc::gen::arbitrary<std::uint32_t>());
    Policy const policy = parse_policy(*rc::gen::element<std::string>(
        "tvtsf", "tsf", "tsf:memory=slot", "cdrf", "drfh", "drfh:fit=first", "fifo"));
    RunResult const first = simulate(*problem, policy, {.slots = false, .picks = true});
    Naive(*problem, policy, &first.picks).run();  // throws at the first difference
    for (Engine const engine :
         {Engine::scan, Engine::certified, Engine::ratio, Engine::kd, Engine::wide, Engine::team}) {
      RunResult const run = simulate(*problem, policy, {.slots = false, .picks = true}, engine);
      if (run.picks != first.picks)
        RC_FAIL(std::string(name_of(engine)) + " differs, " + canonical_name(policy) + ", " +
                std::to_string(c.servers) + " servers, K = " + std::to_string(c.resources));
    }
  });
}

}  // namespace
}  // namespace fairslot
