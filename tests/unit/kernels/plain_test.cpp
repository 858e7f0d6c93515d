// Which runs pass over their users by the rules without extras (traits.hpp).
#include <string>

#include "gtest/gtest.h"
#include "kernels/policies/policies.hpp"

namespace fairslot {
namespace {

bool plain(std::string const& policy) {
  Policy const parsed = parse_policy(policy);
  return Policies::are_plain(parsed.kind, Policies::traits(parsed.kind, parsed.options));
}

TEST(Plain, PoliciesOfTheStudy) {
  for (char const* policy : {"tvtsf", "tvtsf:h=fluid", "tsf", "tsf:memory=slot", "cdrf", "cdrf_g",
                             "drfh", "drfh:fit=first", "cmmf", "lt_drf", "decayed", "fifo", "fair"})
    EXPECT_TRUE(plain(policy)) << policy;
}

TEST(Plain, NotWhereAnythingMoreIsAsked) {
  for (char const* policy :
       {"drf", "drf:strict=1", "sdrf:fit=pool", "tsf:ties=random", "tsf:backfill=1", "eunomia",
        "dynamic_drf", "capacity", "slots", "karma", "sdrf:ties=derivative"})
    EXPECT_FALSE(plain(policy)) << policy;
}

}  // namespace
}  // namespace fairslot
