// The engine's result equals the oracle's in every field, under every policy and every option.
#include "gtest/gtest.h"
#include "rapidcheck/gtest.h"
#include "tests/difference.hpp"
#include "tests/every_policy.hpp"
#include "tests/oracle/oracle.hpp"
#include "tests/random_problem.hpp"

namespace fairslot {
namespace {

class EngineEqualsOracle : public testing::TestWithParam<int> {};

TEST_P(EngineEqualsOracle, InEveryField) {
  Policy const policy = every_policy()[GetParam()];
  RecordProperty("policy", canonical_name(policy));
  SCOPED_TRACE(canonical_name(policy));
  rc::detail::checkGTest([&] {
    Draft draft = *drafts(GetParam());
    // Under a bound tasks wait though there is room: for 2^31 slots the oracle takes too long.
    if (option_value(policy, "elastic") == "0" && draft.horizon == 0) draft.horizon = 500;
    RC_PRE(suits(policy, draft.resources));
    Problem const problem = build(draft);
    Recording const everything{.slots = true, .picks = true};
    RunResult const expected = oracle(problem, policy, everything);
    for (Engine const engine : {Engine::automatic, Engine::scan, Engine::certified, Engine::ratio,
                                Engine::kd, Engine::wide, Engine::team}) {
      std::string const text = difference(simulate(problem, policy, everything, engine), expected);
      if (!text.empty())
        RC_FAIL(canonical_name(policy) + ", engine " +
                std::string(engine_names()[static_cast<int>(engine)]) + ": " + text);
    }
  });
}

std::string test_name(testing::TestParamInfo<int> const& info) {
  std::string name = canonical_name(every_policy()[info.param]);
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(Policies, EngineEqualsOracle,
                         testing::Range(0, static_cast<int>(every_policy().size())), test_name);

}  // namespace
}  // namespace fairslot
