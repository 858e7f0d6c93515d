// The engine's result equals the oracle's in every field, under every policy and every option.
#include "gtest/gtest.h"
#include "rapidcheck/gtest.h"
#include "tests/difference.hpp"
#include "tests/every_engine.hpp"
#include "tests/every_policy.hpp"
#include "tests/oracle/oracle.hpp"
#include "tests/random_problem.hpp"

namespace fairslot {
namespace {

class EngineEqualsOracle : public testing::TestWithParam<int> {};
class AnyPolicy : public testing::TestWithParam<int> {};

TEST_P(EngineEqualsOracle, InEveryField) {
  Policy const policy = every_policy()[static_cast<std::size_t>(GetParam())];
  RecordProperty("policy", canonical_name(policy));
  SCOPED_TRACE(canonical_name(policy));
  rc::detail::checkGTest([&] {
    Draft draft = *drafts(static_cast<std::uint64_t>(GetParam()));
    if (waits_with_room(policy, draft) && draft.horizon == 0) draft.horizon = 500;
    leave_out_refused(policy, draft);
    RC_PRE(suits(policy, draft.resources));
    Problem const problem = build(draft);
    Recording const everything = *recordings();
    RunResult const expected = oracle(problem, policy, everything);
    for (Engine const engine : every_engine()) {
      std::string const text = difference(simulate(problem, policy, everything, engine), expected);
      if (!text.empty())
        RC_FAIL(canonical_name(policy) + ", engine " + std::string(name_of(engine)) + ": " + text);
    }
  });
}

/// Options in any combination, by one engine.
TEST_P(AnyPolicy, EqualsOracle) {
  PolicyInfo const& info = policies()[static_cast<std::size_t>(GetParam())];
  rc::detail::checkGTest([&] {
    Policy const policy = any_policy(
        info, [](std::vector<std::string> const& values) { return *rc::gen::elementOf(values); });
    Draft draft = *drafts(1000 + static_cast<std::uint64_t>(GetParam()));
    if (waits_with_room(policy, draft) && draft.horizon == 0) draft.horizon = 500;
    leave_out_refused(policy, draft);
    RC_PRE(suits(policy, draft.resources));
    Problem const problem = build(draft);
    Recording const everything = *recordings();
    RunResult const expected = oracle(problem, policy, everything);
    auto const engine = *rc::gen::elementOf(every_engine());
    std::string const text = difference(simulate(problem, policy, everything, engine), expected);
    if (!text.empty())
      RC_FAIL(canonical_name(policy) + ", engine " + std::string(name_of(engine)) + ": " + text);
  });
}

/// In slot 2 nobody holds anything, both keys are 0.2/4, and of the first resource user 0 owes
/// nothing, user 1 a part; of the second it is the other way round.
TEST(Derivative, IsOfTheFirstOfEqualResources) {
  Draft draft{2, 0, {{4, 4}}, {}};
  for (std::vector<std::int32_t> const& demand : {std::vector{0, 4}, std::vector{4, 0}})
    draft.users.push_back({1, {{1, 1, 1, demand, {}, {}, {}}, {2, 1, 1, {4, 4}, {}, {}, {}}}});
  Problem const problem = build(draft);
  Policy const policy = parse_policy("sdrf:ties=derivative");
  RunResult const result = simulate(problem, policy, {.picks = true});
  EXPECT_EQ(result.picks,
            (std::vector<Pick>{{1, 0, 0, 0}, {1, 1, 2, 0}, {2, 0, 1, 0}, {3, 1, 3, 0}}));
  EXPECT_EQ(result.picks, oracle(problem, policy, {.picks = true}).picks);
}

/// User 0's first job finds no room after two tasks of user 1, at 3/4; its second can never run,
/// and its key is 5, so user 1 goes on before the third is looked at.
TEST(Backfill, AJobThatCanNeverRunHasATurnOfItsOwn) {
  Draft draft{1, 1, {{4}}, {}};
  draft.users.push_back(
      {1, {{1, 2, 1, {3}, {}, {}, {}}, {1, 1, 1, {20}, {}, {}, {}}, {1, 1, 1, {1}, {}, {}, {}}}});
  draft.users.push_back({1, {{1, 9, 1, {1}, {}, {}, {}}}});
  Problem const problem = build(draft);
  Policy const policy = parse_policy("cdrf:backfill=1");
  std::vector<Pick> const expected(4, Pick{1, 1, 3, 0});
  EXPECT_EQ(oracle(problem, policy, {.picks = true}).picks, expected);
  for (Engine const engine : every_engine())
    EXPECT_EQ(simulate(problem, policy, {.picks = true}, engine).picks, expected)
        << name_of(engine);
}

std::string policy_name(testing::TestParamInfo<int> const& info) {
  return std::string(policies()[static_cast<std::size_t>(info.param)].name);
}

INSTANTIATE_TEST_SUITE_P(Policies, AnyPolicy,
                         testing::Range(0, static_cast<int>(policies().size())), policy_name);

std::string test_name(testing::TestParamInfo<int> const& info) {
  std::string name = canonical_name(every_policy()[static_cast<std::size_t>(info.param)]);
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(Policies, EngineEqualsOracle,
                         testing::Range(0, static_cast<int>(every_policy().size())), test_name);

}  // namespace
}  // namespace fairslot
