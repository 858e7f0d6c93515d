// No two points of a sweep are the same: neither by values spelled in two ways nor by a key that
// changes nothing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/unit/host/refusal.hpp"

namespace fairslot::scenario {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

std::string sweep(std::string const& key, std::string const& values) {
  return "[[sweep]]\nkey = \"" + key + "\"\nvalues = [" + values + "]\n";
}

std::string const written_out =
    "[[cluster.groups]]\ncapacity = [4]\n[[users]]\njobs = [{demand = [1]}]\n";

TEST(SweepValues, SpelledInTwoWaysAreRefused) {
  struct Pair {
    std::string key, first, second;
  };
  for (Pair const& pair :
       std::vector<Pair>{{"workload.large_share", "0", "0.0"},
                         {"workload.large_share", "0.0", "-0.0"},
                         {"workload.large_share", "-0.0", "0"},
                         {"workload.large_share", "1.0", "1"},
                         {"workload.large_share", "-1", "-1.0"},
                         {"workload.large_share", "0.5", "0.5"},
                         {"workload.gb_per_percent", "5000.0", "5000"},
                         {"policies.0", "\"drf\"", "\"drf:strict=0\""},
                         {"policies.0", "\"tvtsf:h=full,denominators=since_start\"",
                          "\"tvtsf:denominators=since_start,h=full\""},
                         {"policies.0", "\"tsf\"", "\"tsf\""}}) {
    std::string const said =
        refusal("policies = [\"fifo\"]\n" + sweep(pair.key, pair.first + ", " + pair.second));
    EXPECT_THAT(said, AllOf(StartsWith("s.toml:4:"), HasSubstr("sweep.0.values"),
                            HasSubstr(pair.first), HasSubstr(pair.second)));
  }
}

TEST(SweepValues, ThatDifferAreSwept) {
  for (auto const& [key, values] : std::vector<std::pair<std::string, std::string>>{
           {"workload.large_share", "0, 0.5, 1, -1"},
           {"workload.large_share", "0.1, 0.10000000000000002"},
           {"policies.0", "\"drf\", \"drf:strict=1\", \"tvtsf\", \"tvtsf:h=full\""}})
    EXPECT_EQ(refusal("policies = [\"fifo\"]\n" + sweep(key, values)), "accepted") << values;
}

TEST(SweepValues, SeedChangesNothingOfJobsThatAreWrittenOut) {
  auto const refused = AllOf(HasSubstr("seed: "), HasSubstr("drawn"), HasSubstr("(allowed: "));
  EXPECT_THAT(refusal(written_out + sweep("seed", "1, 2")), AllOf(StartsWith("s.toml:7"), refused));
  EXPECT_THAT(refusal(written_out, {"seed=3"}), AllOf(StartsWith("--set seed=3: "), refused));
  EXPECT_THAT(refusal("seed = 3\n" + written_out), AllOf(StartsWith("s.toml:1:8: "), refused));
  EXPECT_EQ(refusal(written_out, {"seed=1"}), "accepted");  // the default, as results keep it
}

}  // namespace
}  // namespace fairslot::scenario
