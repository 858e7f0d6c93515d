// Another policy picks from some slot on: its books are as if it had watched from the first.
#include <algorithm>

#include "gtest/gtest.h"
#include "rapidcheck/gtest.h"
#include "tests/difference.hpp"
#include "tests/every_engine.hpp"
#include "tests/every_policy.hpp"
#include "tests/oracle/oracle.hpp"
#include "tests/random_problem.hpp"

namespace fairslot {
namespace {

constexpr Recording everything{.slots = true, .picks = true, .shares = true, .fragmentation = true};
using What = Change::What;

/// Of those that may pick before or after others, its options in any combination.
Policy draw_policy(int resources) {
  for (;;) {
    auto const kind = *rc::gen::inRange<std::size_t>(0, policies().size());
    Policy const policy = any_policy(policies()[kind], [](std::vector<std::string> const& values) {
      return *rc::gen::elementOf(values);
    });
    if (suits(policy, resources) && is_one_of_several(policy)) return policy;
  }
}

/// Without events of policies.
Draft draw_problem(std::uint64_t salt) {
  Draft draft = *drafts(salt);
  std::erase_if(draft.changes, [](Change const& c) { return c.what == What::policy; });
  draft.policies.clear();
  return draft;
}

void add(Draft& draft, std::int64_t slot, Policy const& policy) {
  draft.changes.push_back({slot, What::policy, std::int32_t(draft.policies.size())});
  draft.policies.push_back(policy);
  std::stable_sort(draft.changes.begin(), draft.changes.end(),
                   [](Change const& a, Change const& b) { return a.slot < b.slot; });
}

void expect(RunResult const& actual, RunResult const& expected, Engine engine) {
  std::string const text = difference(actual, expected);
  if (!text.empty()) RC_FAIL("engine " + std::string(name_of(engine)) + ": " + text);
}

RC_GTEST_PROP(PolicyEvents, EqualTheOracle, ()) {
  Draft draft = *drafts(700);
  Policy const policy = draw_policy(draft.resources);
  add(draft, *rc::gen::inRange(1, 40), draw_policy(draft.resources));
  if (waits_with_room(policy, draft) && draft.horizon == 0) draft.horizon = 500;
  RC_LOG() << canonical_name(policy) << "\n" << draft;
  Problem const problem = build(draft);
  Recording const recording = *recordings();
  RunResult const expected = oracle(problem, policy, recording);
  for (Engine const engine : every_engine())
    expect(simulate(problem, policy, recording, engine), expected, engine);
}

RC_GTEST_PROP(PolicyEvents, ThatNameThePolicyInForceChangeNothing, ()) {
  Draft draft = draw_problem(701);
  Policy const policy = draw_policy(draft.resources);
  RunResult const without = simulate(build(draft), policy, everything);
  for (std::int64_t const slot : {1, 2, 7, 7, 30})
    if (draft.horizon > 0 || slot <= without.slots) add(draft, slot, policy);
  for (Engine const engine : every_engine())
    expect(simulate(build(draft), policy, everything, engine), without, engine);
}

RC_GTEST_PROP(PolicyEvents, InSlotOneTheOtherPicksAll, ()) {
  Draft draft = draw_problem(702);
  Policy const policy = draw_policy(draft.resources), other = draw_policy(draft.resources);
  RunResult const alone = simulate(build(draft), other, everything);
  add(draft, 1, draw_policy(draft.resources));
  add(draft, 1, other);
  for (Engine const engine : every_engine())
    expect(simulate(build(draft), policy, everything, engine), alone, engine);
}

/// However short launches are, and whatever is handed over meanwhile.
RC_GTEST_PROP(PolicyEvents, DoNotDependOnLaunches, ()) {
  Draft draft = draw_problem(703);
  Policy const policy = draw_policy(draft.resources);
  for (int i = 0; i < 3; ++i) add(draft, *rc::gen::inRange(1, 60), draw_policy(draft.resources));
  auto const problem = std::make_shared<Problem const>(build(draft));
  RunResult const expected = simulate(*problem, policy, everything);
  for (Engine const engine : {Engine::automatic, Engine::team, Engine::wide}) {
    Simulator simulator({.engine = engine, .resident = 2});
    simulator.add(0, problem, policy, everything);
    Recording without_picks = everything;
    without_picks.picks = false;
    simulator.add(1, problem, policy, without_picks);
    while (!simulator.idle())
      for (RunResult& result : simulator.advance(0.0)) {
        if (result.id == 1) RC_ASSERT(std::exchange(result.picks, expected.picks).empty());
        expect(result, expected, engine);
      }
  }
}

}  // namespace
}  // namespace fairslot
