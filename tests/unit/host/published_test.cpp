// The published gains stand beside the main study's points only.
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "host/scenario/scenario.hpp"
#include "host/sweep/published.hpp"

namespace fairslot::sweep {
namespace {

scenario::Scenario study_with(std::string const& set) {
  return scenario::sweep_points(scenario::read_scenario("scenarios/study.toml", {set}))
      .back()
      .scenario;
}

TEST(Published, BesideTheStudyAndTheSameLoadsAFile) {
  for (char const* const file : {"study", "tvtsf/normal", "tvtsf/large25", "tvtsf/large50"})
    for (scenario::Point const& point : scenario::sweep_points(
             scenario::read_scenario(std::string("scenarios/") + file + ".toml")))
      EXPECT_TRUE(is_study(point.scenario)) << file;
  EXPECT_FALSE(is_study(scenario::read_scenario("scenarios/worked/t1.toml")));
}

/// Each key of a scenario from the trace: these may differ from the study's ...
std::map<std::string, std::string> const free_keys = {{"name", "other"},
                                                      {"description", "other"},
                                                      {"policies", "[\"fifo\"]"},
                                                      {"samples", "7"},
                                                      {"seed", "7"},
                                                      {"workload.large_share", "0.25"},
                                                      {"record.slots", "false"},
                                                      {"record.picks", "true"}};
/// ... and these not.
std::map<std::string, std::string> const held_keys = {{"horizon", "1000"},
                                                      {"cluster.servers", "50"},
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
                                                      {"workload.constrained_share", "0.5"}};

TEST(Published, NotWhereAnyOtherKeyDiffers) {
  for (auto const& [key, value] : free_keys)
    EXPECT_TRUE(is_study(study_with(key + "=" + value))) << key;
  for (auto const& [key, value] : held_keys)
    EXPECT_FALSE(is_study(study_with(key + "=" + value))) << key;
  EXPECT_FALSE(
      is_study(study_with("cluster={resources=[\"cpu_milli\",\"mem_mib\"],groups=[{count=100,"
                          "capacity=[9000,9000]}]}")));
}

TEST(Published, EveryKeyIsOneOfThem) {
  std::set<std::string> const of_other_kinds = {"cluster.name", "cluster.resources",
                                                "workload.kind"};
  for (scenario::KeyInfo const& key : scenario::keys()) {
    bool const in_a_list = key.type == "list of tables" || key.key.find("[]") != std::string::npos;
    if (!in_a_list && !of_other_kinds.contains(key.key)) {
      EXPECT_EQ(free_keys.count(key.key) + held_keys.count(key.key), 1u) << key.key;
    }
  }
}

}  // namespace
}  // namespace fairslot::sweep
