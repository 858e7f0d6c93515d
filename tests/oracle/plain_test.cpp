// The plain simulator makes the oracle's picks.
#include "tests/oracle/plain.hpp"

#include "gtest/gtest.h"
#include "rapidcheck/gtest.h"
#include "tests/every_policy.hpp"
#include "tests/oracle/oracle.hpp"
#include "tests/random_problem.hpp"

namespace fairslot {
namespace {

bool is_plain(Policy const& policy) {
  std::string_view const name = policies()[policy.kind].name;
  return name != "drf" && policy.options.denominators == 0 && policy.options.permitted == 0;
}

RC_GTEST_PROP(Plain, EqualsOracle, ()) {
  Draft const draft = *drafts();
  Problem const problem = build(draft);
  for (Policy const& policy : every_policy()) {
    if (!is_plain(policy)) continue;
    RunResult const expected = oracle(problem, policy, {.slots = false, .picks = true});
    std::uint64_t hash = 0;
    for (Pick const& pick : expected.picks) hash = chain(hash, pick.slot, pick.user, pick.server);
    PlainResult const result = plain(problem, policy);
    RC_ASSERT(result.picks == expected.started);
    RC_ASSERT(result.hash == hash);
    RC_ASSERT(result.slots == expected.slots);
  }
}

TEST(Plain, RefusesWhatItDoesNotKnow) {
  Problem const problem = build(random_draft(1));
  EXPECT_THROW(plain(problem, parse_policy("drf")), std::invalid_argument);
  EXPECT_THROW(plain(problem, parse_policy("tvtsf:denominators=since_start")),
               std::invalid_argument);
}

}  // namespace
}  // namespace fairslot
