// What a scenario compares, and beside which points published gains stand.
#include <map>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "host/scenario/scenario.hpp"
#include "host/sweep/comparisons.hpp"
#include "tests/unit/host/refusal.hpp"

namespace fairslot::scenario {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

using Gains = std::vector<std::optional<double>>;

Scenario study_with(std::vector<std::string> const& sets) {
  return read_scenario("scenarios/study.toml", sets);
}

bool any_published(Scenario const& scenario) {
  return std::ranges::any_of(scenario.compare, [](auto const& c) { return !c.published.empty(); });
}

TEST(Published, BesideTheStudyAndTheSameLoadsAFile) {
  std::map<std::string, std::size_t> const loads = {
      {"normal", 0}, {"large25", 1}, {"large50", 2}, {"large80", 3}};
  Scenario const study = study_with({});
  ASSERT_EQ(study.compare.size(), 6u);
  EXPECT_EQ(study.compare[0].published, (Gains{0.163, 5, 36, 438}));
  EXPECT_EQ(study.compare[5].published, (Gains{14, 119, 384, 585}));
  EXPECT_THAT(study.compare[5].against, ElementsAre("tsf:memory=slot", "cdrf:memory=slot"));
  for (auto const& [file, load] : loads) {
    Scenario const alone = read_scenario("scenarios/tvtsf/" + file + ".toml");
    ASSERT_EQ(alone.compare.size(), 6u);
    for (std::size_t i = 0; i < 6; ++i) {
      EXPECT_EQ(alone.compare[i].ours, study.compare[i].ours);
      EXPECT_EQ(alone.compare[i].against, study.compare[i].against);
      EXPECT_EQ(alone.compare[i].published, Gains{study.compare[i].published[load]}) << file;
      EXPECT_EQ(alone.compare[i].source, "Li and Wang 2024");
    }
  }
}

/// Each key of a scenario from the trace: these may differ from the file's ...
std::map<std::string, std::string> const free_keys = {
    {"name", "other"},
    {"description", "other"},
    {"samples", "7"},
    {"policies", "[\"tvtsf\", \"tsf\", \"cdrf\"]"},
    {"seed", "7"},
    {"audit", "[\"si\"]"},
    {"workload.large_share", "0.25"},
    {"record.dfe", "[5]"},
    {"record.fragmentation", "true"},
    {"record.every", "2"},
    {"record.picks", "true"},
    {"record.shares", "true"},
    {"record.slots", "false"}};
/// ... and these not.
std::map<std::string, std::string> const held_keys = {{"horizon", "1000"},
                                                      {"cluster.servers", "50"},
                                                      {"queues", "{a = 0.5}"},
                                                      {"cluster.speeds", "[1,1,1,1,1,1,1,1,1,2]"},
                                                      {"cluster.failure_share", "0.5"},
                                                      {"workload.jobs", "100"},
                                                      {"workload.users", "20"},
                                                      {"workload.submit_slots", "601"},
                                                      {"workload.submit", "per_task"},
                                                      {"workload.large_threshold", "400"},
                                                      {"workload.slot_seconds", "2"},
                                                      {"workload.max_duration", "100"},
                                                      {"workload.gb_per_percent", "5.12"},
                                                      {"workload.demand", "rows"},
                                                      {"workload.placement_probability", "0.5"},
                                                      {"workload.constrained_share", "0.5"},
                                                      {"workload.leave_share", "0.5"},
                                                      {"workload.leave_within", "100"}};

TEST(Published, NotWhereAnyOtherKeyDiffers) {
  for (auto const& [key, value] : free_keys)
    EXPECT_TRUE(any_published(study_with({key + "=" + value}))) << key;
  for (auto const& [key, value] : held_keys) {
    Scenario const other = study_with({key + "=" + value});
    EXPECT_FALSE(any_published(other)) << key;
    EXPECT_THAT(other.left_out, ElementsAre(HasSubstr("published gains are left out"))) << key;
    EXPECT_THAT(to_toml(other), Not(HasSubstr("Li and Wang 2024\"\n"))) << key;
  }
  EXPECT_FALSE(
      any_published(study_with({"cluster={resources=[\"cpu_milli\",\"mem_mib\"],groups=[{count=100,"
                                "capacity=[9000,9000]}]}"})));
  EXPECT_THAT(study_with({"samples=7"}).left_out, IsEmpty());
}

TEST(Published, EveryKeyIsOneOfThem) {
  // The first goes with audit only, the next two with cluster.failure_share.
  std::set<std::string> const of_other_kinds = {
      "audit_users",           "cluster.failure_within",
      "cluster.repair_slots",  "cluster.name",
      "cluster.resources",     "workload.kind",
      "workload.needs",        "workload.load",
      "workload.tasks",        "workload.duration",
      "workload.demands",      "workload.correlation",
      "workload.user_skew",    "workload.arrivals",
      "workload.hourly_rates", "workload.on_slots",
      "workload.off_slots",    "workload.off_rate",
      "workload.trace",        "workload.time_scale",
      "workload.departures",   "workload.unknown_duration",
      "workload.order",        "workload.resample",
      "workload.from_s",       "workload.to_s",
      "workload.inflate"};
  for (KeyInfo const& key : keys()) {
    bool const in_a_list = key.type == "list of tables" || key.key.find("[]") != std::string::npos;
    if (!in_a_list && !of_other_kinds.contains(key.key)) {
      EXPECT_EQ(free_keys.count(key.key) + held_keys.count(key.key), 1u) << key.key;
    }
  }
}

TEST(Published, APointOfTheFileKeepsItsOwnWhereverItStands) {
  auto const waiting = [](std::vector<std::string> const& sets) {
    return study_with(sets).compare[0].published;
  };
  EXPECT_EQ(waiting({"workload.large_share=0.5"}), Gains{36});
  EXPECT_EQ(waiting({"sweep.0.values=[0.8, 0.6, -1.0]"}), (Gains{438, std::nullopt, 0.163}));
  EXPECT_EQ(waiting({"sweep=[{key=\"seed\", values=[1, 2]}]", "workload.large_share=0.25"}),
            (Gains{5, 5}));
  EXPECT_EQ(waiting({"workload.jobs=7", "compare.0.published=[1, 2, 3, \"none\"]"}),
            (Gains{1, 2, 3, std::nullopt}));
  EXPECT_THAT(study_with({"workload.jobs=7", "compare.0.published=[1, 2, 3, 4]"}).compare[1].source,
              IsEmpty());
}

TEST(Published, NotBesideAComparisonThatIsAnotherByHand) {
  for (char const* const set :
       {"compare.1.ours=fifo", "compare.1.against=fifo", "compare.1.against.0=drfh"}) {
    Scenario const other = study_with({set});
    EXPECT_THAT(other.compare[1].published, IsEmpty()) << set;
    EXPECT_THAT(other.compare[1].source, IsEmpty()) << set;
    EXPECT_EQ(other.compare[0].published.size(), 4u) << set;
  }
  EXPECT_EQ(study_with({"compare.1.source=\"Nobody 1999\""}).compare[1].published.size(), 4u);
}

TEST(Published, WhatIsShownLoadsBackToTheSame) {
  for (std::vector<std::string> const& sets : {std::vector<std::string>{},
                                               {"policies=[\"tvtsf\", \"tsf\", \"fifo\"]"},
                                               {"sweep.0.values=[0.8, 0.6]"},
                                               {"workload.jobs=7"},
                                               {"policies=[\"fifo\"]"}}) {
    Scenario const first = study_with(sets);
    Scenario const second = parse_scenario(to_toml(first), "elsewhere.toml");
    EXPECT_EQ(to_toml(second), to_toml(first));
    EXPECT_EQ(hash_of(second), hash_of(first));
    EXPECT_THAT(second.left_out, IsEmpty());
  }
}

TEST(Compare, PoliciesThatDoNotRunAreLeftOutAndSaid) {
  Scenario const some =
      study_with({"policies=[\"tvtsf\", \"tsf\", \"cdrf\", \"tsf:memory=slot\"]"});
  ASSERT_EQ(some.compare.size(), 3u);
  EXPECT_THAT(some.compare[0].ours, ElementsAre("tvtsf"));
  EXPECT_EQ(some.compare[0].published.size(), 4u);
  EXPECT_THAT(some.left_out,
              ElementsAre(AllOf(HasSubstr("not compared, as they do not all run: "),
                                HasSubstr("tvtsf against tsf:memory=slot/cdrf:memory=slot; "),
                                HasSubstr("tvtsf:h=full against tsf/cdrf; "))));
  EXPECT_TRUE(study_with({"policies=[\"fifo\", \"drf\"]"}).compare.empty());
  EXPECT_TRUE(study_with({"policies=[\"tvtsf\"]"}).compare.empty());
}

constexpr char small[] = "policies = [\"drf\", \"fifo\", \"tsf\"]\n[[compare]]\n";

TEST(Compare, WhatIsShownLoadsBackWhateverIsSet) {
  std::string const text = std::string(small) +
                           "ours = \"tsf\"\nagainst = [\"fifo\", \"drf\"]\n[[compare]]\nours = "
                           "\"tsf\"\nagainst = \"fifo\"\nmetric = \"waiting\"\npublished = 1\n"
                           "source = \"A 2020\"";
  std::string seeds;
  for (int i = 0; i < 1001; ++i) seeds += std::to_string(i) + ",";
  for (std::string const& set : {std::string("policies=[\"tsf\", \"fifo\"]"),
                                 "sweep=[{key=\"seed\", values=[" + seeds + "]}]",
                                 std::string("sweep=[{key=\"seed\", values=[1, 2]}]")}) {
    std::string const shown = to_toml(parse_scenario(text, "a.toml", {set}));
    EXPECT_EQ(to_toml(parse_scenario(shown, "b.toml")), shown);
  }
}

TEST(Compare, OneNameOrAListInAnySpelling) {
  Scenario const s = parse_scenario(
      std::string(small) + "ours = \"tsf:memory=running\"\nagainst = [\"fifo\", \"drf:strict=0\"]",
      "s.toml");
  ASSERT_EQ(s.compare.size(), 1u);
  EXPECT_THAT(s.compare[0].ours, ElementsAre("tsf"));
  EXPECT_THAT(s.compare[0].against, ElementsAre("fifo", "drf"));
  auto const all = sweep::comparisons_at(s, 0, {0, 1, 2}, s.policies);
  ASSERT_EQ(all.size(), 3u);  // metrics
  EXPECT_EQ(all[2].metric, statistics::Metric::completion);
  EXPECT_EQ(all[2].ours, 2);
  EXPECT_THAT(all[2].against, ElementsAre(1, 0));
}

TEST(Compare, PointsShowWhatRunsAtThem) {
  Scenario const s =
      parse_scenario(std::string(small) +
                         "ours = \"drf\"\nagainst = [\"tsf\", \"fifo\"]\nmetric = \"waiting\"\n"
                         "published = [1.5, -2]\nsource = \"A 2020\"\n"
                         "[[sweep]]\nkey = \"policies.2\"\nvalues = [\"tsf\", \"cdrf\"]",
                     "s.toml");
  std::vector<std::string> const policies = {"drf", "fifo", "tsf", "cdrf"};
  auto const first = sweep::comparisons_at(s, 0, {0, 1, 2}, policies);
  auto const second = sweep::comparisons_at(s, 1, {0, 1, 3}, policies);
  ASSERT_EQ(first.size(), 1u);
  EXPECT_EQ(first[0].published, 1.5);
  EXPECT_EQ(first[0].source, "A 2020");
  EXPECT_THAT(second, IsEmpty()) << "it is over the better of two";
  EXPECT_TRUE(sweep::comparisons_at(s, 0, {1, 2}, policies).empty());
}

TEST(Compare, WithoutWishesTheFirstPolicyIsSetAgainstTheOthers) {
  auto const all = sweep::comparisons_at(Scenario(), 0, {2, 0, 1}, {"a", "b", "c"});
  ASSERT_EQ(all.size(), 6u);
  EXPECT_EQ(all[1].ours, 2);
  EXPECT_THAT(all[1].against, ElementsAre(1));
  EXPECT_TRUE(sweep::comparisons_at(Scenario(), 0, {0}, {"a"}).empty());
}

TEST(Compare, WhatIsWrongIsRefusedInOneLine) {
  struct Bad {
    std::string text, place, part;
  };
  std::string const good = "ours = \"tsf\"\nagainst = \"fifo\"\n";
  std::string const one = good + "metric = \"waiting\"\n";
  for (Bad const& bad : std::vector<Bad>{
           {"against = \"fifo\"", "s.toml:2:", "compare.0.ours: is missing"},
           {"ours = \"fifo\"", "s.toml:2:", "compare.0.against: is missing"},
           {"ours = \"tfs\"\nagainst = \"fifo\"",
            "s.toml:3:8: compare.0.ours:", "did you mean 'tsf'"},
           {"ours = \"cdrf\"\nagainst = \"fifo\"", "s.toml:3:8: compare.0.ours.0:",
            "cdrf is none of the policies (allowed: drf, fifo, tsf); did you mean drf?"},
           {"ours = \"tsf\"\nagainst = [\"fifo\", \"tsf:memory=slot\"]",
            "s.toml:4:20: compare.0.against.1:", "is none of the policies"},
           {"ours = \"tsf\"\nagainst = [\"fifo\", \"tsf\"]",
            "compare.0.against:", "tsf against itself"},
           {"ours = \"tsf\"\nagainst = [\"fifo\", \"fifo\"]",
            "s.toml:4:20: compare.0.against:", "fifo is listed twice"},
           {"ours = \"tsf\"\nagainst = []", "s.toml:4:11: compare.0.against:", "an empty list"},
           {"ours = 3\nagainst = \"fifo\"", "s.toml:3:8: compare.0.ours:", "3 is not allowed"},
           {"ours = [3]\nagainst = \"fifo\"", "compare.0.ours:", "3 is not allowed"},
           {good + "metrics = 3", "compare.0.metrics:", "did you mean metric?"},
           {good + "metric = \"waitin\"",
            "s.toml:5:10: compare.0.metric:", "did you mean waiting?"},
           {good + "published = 3", "compare.0.published:", "has a meaning only with one metric"},
           {one + "source = \"x\"", "compare.0.source:", "has a meaning only with published"},
           {one + "published = 3", "compare.0.source:", "is missing"},
           {one + "published = [3, 4]\nsource = \"x\"",
            "s.toml:6:13: compare.0.published:", "2 values (allowed: 1, one a point of the sweep)"},
           {one + "published = []\nsource = \"x\"", "compare.0.published:", "a list of 0"},
           {one + "published = nan\nsource = \"x\"", "compare.0.published:", "nan is not allowed"},
           {one + "published = [-inf]\nsource = \"x\"",
            "compare.0.published:", "-inf is not allowed"},
           {one + "published = 1e16\nsource = \"x\"", "compare.0.published:", "is not allowed"},
           {one + "published = \"no\"\nsource = \"x\"",
            "compare.0.published:", "\"no\" is not allowed"},
           {one + "published = 1\nsource = \"\"", "compare.0.source:", "1 to 200 characters"},
           {one + "published = 1\nsource = \"a\\u001B[2Jb\"",
            "compare.0.source:", "is not allowed (allowed: text, 1 to 200 characters"},
           {one + "published = 1\nsource = \"a\\u202Eb\"", "compare.0.source:", "all printable"},
           {one + "published = 1\nsource = \"" + std::string(201, 'x') + "\"",
            "compare.0.source:", "1 to 200 characters"},
           {good + "[[compare]]\n" + one, "compare.1.ours:", "tsf is compared with the same"},
           {"ours = \"tsf\"\nagainst = [\"fifo\", \"drf\"]\n[[compare]]\nours = [\"tsf\"]\n"
            "against = [\"drf\", \"fifo\"]\nmetric = \"completion\"",
            "compare.1.ours:", "by the same metric twice"},
           {"ours = \"drf\"\nagainst = [\"tsf\", \"cdrf\"]\n[[sweep]]\nkey = \"policies.2\"\n"
            "values = [\"tsf\", \"cdrf\"]",
            "s.toml:4:11: compare.0.against:", "no point has drf and all of tsf, cdrf"},
           {good + "[[sweep]]\nkey = \"compare.0.metric\"\nvalues = [\"waiting\"]",
            "sweep.0.key:", "compare.*"}}) {
    std::string const message = refusal(small + bad.text);
    EXPECT_THAT(message, AllOf(HasSubstr(bad.place), HasSubstr(bad.part), Not(HasSubstr("\n"))))
        << bad.text;
    EXPECT_THAT(message, Not(HasSubstr("\x1b"))) << bad.text;
  }
  EXPECT_EQ(refusal(small + one + "published = [\"none\"]\nsource = \"Nobody 1999\""), "accepted");
}

TEST(Compare, ComparisonsOfManyPointsAreBounded) {
  std::string values;
  for (int i = 0; i < 400; ++i) values += (i ? "," : "") + std::to_string(i);
  std::string const sweeps = "[[sweep]]\nkey = \"seed\"\nvalues = [" + values +
                             "]\n[[sweep]]\nkey = \"workload.jobs\"\nvalues = [1" +
                             std::string(",2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20") +
                             "]\n";
  std::string tables = "policies = [\"drf\"";
  for (int i = 1; i <= 45; ++i) tables += ", \"decayed:half_life=" + std::to_string(i) + "\"";
  tables += "]\n[[compare]]\nagainst = \"drf\"\nours = [\"decayed:half_life=1\"";
  for (int i = 2; i <= 45; ++i) tables += ", \"decayed:half_life=" + std::to_string(i) + "\"";
  EXPECT_THAT(
      refusal(tables + "]\n" + sweeps),
      HasSubstr("compare: 135 comparisons at each of 8000 points (allowed: 1000000 in all)"));
}

}  // namespace
}  // namespace fairslot::scenario
