// Scenarios that are read, written, set and swept.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <sstream>

#include "host/distributions/distribution.hpp"
#include "host/scenario/cluster.hpp"
#include "host/scenario/scenario.hpp"
#include "host/sha256.hpp"
#include "tests/instances.hpp"

namespace fairslot::scenario {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

std::string const worked = R"(
description = "tab\there, \"quoted\", new\nline, ünïcode"
policies = ["tvtsf", "tsf:memory=slot"]
samples = 1
horizon = 7
[cluster]
resources = ["cpu", "mem"]
groups = [{capacity = [4, 8]}, {count = 2, capacity = [8, 8]}]
[[users]]
weight = 2
jobs = [{submit = 3, tasks = 10, demand = [1, 2], duration = 2, servers = [0, 2]}, {demand = [0, 1], servers = []}]
[[users]]
)";

TEST(Scenario, AnEmptyFileIsTheStudysNormalLoad) {
  Scenario const s = parse_scenario("", "somewhere/normal load.toml");
  EXPECT_EQ(s.name, "normal_load");
  EXPECT_EQ(s.samples, 100);
  EXPECT_EQ(s.workload.jobs, 300);
  EXPECT_EQ(s.workload.large_share, -1.0);
  EXPECT_THAT(s.cluster.resources, ElementsAre("cpu_milli", "mem_mib"));
}

TEST(Scenario, InlineJobsAreRead) {
  Scenario const s = parse_scenario(worked, "t.toml");
  EXPECT_EQ(s.workload.kind, Scenario::Kind::inline_jobs);
  EXPECT_EQ(s.cluster.name, Scenario::ClusterName::groups);
  EXPECT_EQ(server_count(s.cluster), 3);
  ASSERT_EQ(s.users.size(), 2u);
  EXPECT_EQ(s.users[0].weight, 2.0);
  EXPECT_EQ(s.users[0].jobs[0].duration, 2);
  EXPECT_THAT(*s.users[0].jobs[0].servers, ElementsAre(0, 2));
  EXPECT_TRUE(s.users[0].jobs[1].servers->empty());
  EXPECT_TRUE(s.users[1].jobs.empty());
}

TEST(Scenario, WhatIsShownLoadsBackToTheSame) {
  std::string const swept =
      "[[sweep]]\nkey = \"workload.large_share\"\nvalues = [-1, 0.25, 1e-3]\n"
      "[[sweep]]\nkey = \"workload.submit\"\nvalues = [\"per_job\", \"per_task\"]\n";
  for (std::string const& text :
       {std::string(), worked, swept,
        std::string("seed = 4294967295\n[workload]\nlarge_share = 0.1")}) {
    Scenario const first = parse_scenario(text, "a.toml");
    std::string const shown = to_toml(first);
    Scenario const second = parse_scenario(shown, "elsewhere.toml");
    EXPECT_EQ(to_toml(second), shown);
    EXPECT_EQ(hash_of(second), hash_of(first));
  }
}

TEST(Scenario, HashTellsScenariosApart) {
  EXPECT_NE(hash_of(parse_scenario("", "a.toml")), hash_of(parse_scenario("seed = 2", "a.toml")));
  EXPECT_EQ(hash_of(parse_scenario("", "a.toml")), hash_of(parse_scenario("seed = 1", "a.toml")));
  // Other data in the program, another hash, where the scenario draws from them.
  data::embedded::Hashes const data{"a", "b"}, trace{"x", "b"}, table3{"a", "x"};
  Scenario const study = parse_scenario("", "a.toml");
  EXPECT_NE(hash_of(study, trace), hash_of(study, data));
  EXPECT_NE(hash_of(study, table3), hash_of(study, data));
  EXPECT_EQ(hash_of(study, {"a", "b"}), hash_of(study, data));
  Scenario const own = parse_scenario(
      "cluster.groups = [{capacity = [4]}]\nusers = [{jobs = [{demand = [1]}]}]\n", "a.toml");
  EXPECT_EQ(hash_of(own, {"x", "x"}), hash_of(own, data));
  EXPECT_EQ(data::embedded::hashes().trace.size(), 64u);
  EXPECT_EQ(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256(std::string(1'000'000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  for (std::size_t length : {55u, 56u, 63u, 64u, 119u})
    EXPECT_EQ(sha256(std::string(length, 'x')).size(), 64u);
}

TEST(Scenario, HashesDoNotDependOnThePieces) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += static_cast<char>(i * 7);
  for (std::size_t piece : {1u, 3u, 63u, 64u, 65u, 130u}) {
    Sha256 hash;
    for (std::size_t at = 0; at < text.size(); at += piece)
      hash.add(std::string_view(text).substr(at, piece));
    EXPECT_EQ(hash.hex(), sha256(text)) << piece;
  }
}

TEST(Scenario, SetOverridesAndIsTomlElseAString) {
  Scenario const s =
      parse_scenario("cluster = \"table3\"\n[workload]\njobs = 5", "a.toml",
                     {"workload.jobs=7", "workload.large_share=1", "cluster.servers=1000",
                      "workload.submit=per_task", "workload.demand=\"rows\"", "policies=[\"fifo\"]",
                      "description=two words"});
  EXPECT_EQ(s.workload.jobs, 7);
  EXPECT_EQ(s.workload.large_share, 1.0);
  EXPECT_EQ(s.cluster.servers, 1000);
  EXPECT_EQ(s.workload.submit, Scenario::Submit::per_task);
  EXPECT_EQ(s.workload.demand, Scenario::Demand::rows);
  EXPECT_THAT(s.policies, ElementsAre("fifo"));
  EXPECT_EQ(s.description, "two words");
  EXPECT_EQ(parse_scenario(worked, "t.toml", {"users.1.weight=3", "users.0.jobs.1.tasks=9"})
                .users[1]
                .weight,
            3.0);
}

TEST(Scenario, PoliciesAreKeptByCanonicalName) {
  Scenario const s =
      parse_scenario("policies = [\"tsf:memory=running\", \"tsf:memory=slot\"]", "a.toml");
  EXPECT_THAT(s.policies, ElementsAre("tsf", "tsf:memory=slot"));
}

TEST(Sweep, WithoutOneThereIsOnePoint) {
  auto const points = sweep_points(parse_scenario("", "a.toml"));
  ASSERT_EQ(points.size(), 1u);
  EXPECT_TRUE(points[0].set.empty());
}

TEST(Sweep, IsCartesianInFileOrderWithTheLastFastest) {
  Scenario const s = parse_scenario(
      "[[sweep]]\nkey = \"workload.submit\"\nvalues = [\"per_task\", \"per_job\"]\n"
      "[[sweep]]\nkey = \"horizon\"\nvalues = [9]\n"
      "[[sweep]]\nkey = \"workload.large_share\"\nvalues = [-1, 0.25, 1]\n",
      "a.toml");
  auto const points = sweep_points(s);
  ASSERT_EQ(points.size(), 6u);
  EXPECT_THAT(points[0].set, ElementsAre(Pair("workload.submit", "\"per_task\""),
                                         Pair("horizon", "9"), Pair("workload.large_share", "-1")));
  EXPECT_THAT(points[1].set[2], Pair("workload.large_share", "0.25"));
  EXPECT_THAT(points[3].set[0], Pair("workload.submit", "\"per_job\""));
  EXPECT_EQ(points[5].scenario.workload.large_share, 1.0);
  EXPECT_EQ(points[5].scenario.horizon, 9);
  EXPECT_EQ(points[5].scenario.name, "a");
  EXPECT_TRUE(points[5].scenario.sweep.empty());
}

TEST(Sweep, AKeySetByHandIsSweptNoLonger) {
  std::string const text =
      "[[sweep]]\nkey = \"workload.large_share\"\nvalues = [0.25, 0.5]\n"
      "[[sweep]]\nkey = \"seed\"\nvalues = [1, 2]\n";
  auto const points = sweep_points(parse_scenario(text, "a.toml", {"workload.large_share=0.8"}));
  ASSERT_EQ(points.size(), 2u);
  EXPECT_EQ(points[1].scenario.workload.large_share, 0.8);
  EXPECT_THAT(points[1].set, ElementsAre(Pair("seed", "2")));
}

TEST(Sweep, ReachesElementsOfLists) {
  auto const points = sweep_points(
      parse_scenario(worked + "[[sweep]]\nkey = \"users.0.weight\"\nvalues = [1, 4]\n", "t.toml"));
  ASSERT_EQ(points.size(), 2u);
  EXPECT_EQ(points[1].scenario.users[0].weight, 4.0);
}

TEST(Cluster, Table3HasThePapersTotals) {
  std::int64_t servers = 0, cores = 0, gb = 0;
  for (ServerType const& type : server_types({})) {
    servers += type.count;
    cores += type.count * type.capacity[0] / 1000;
    gb += type.count * type.capacity[1] / 1024;
  }
  EXPECT_EQ(servers, 100);
  EXPECT_EQ(cores, 3150);
  EXPECT_EQ(gb, 12120);
}

TEST(Cluster, ScalesTypesInProportion) {
  auto const counts = [](std::int64_t servers) {
    std::vector<std::int64_t> out;
    Scenario::Cluster cluster;
    cluster.servers = servers;
    for (ServerType const& type : server_types(cluster)) out.push_back(type.count);
    return out;
  };
  EXPECT_THAT(counts(1000), ElementsAre(50, 50, 100, 100, 100, 100, 200, 200, 50, 50));
  EXPECT_THAT(counts(20), ElementsAre(1, 1, 2, 2, 2, 2, 4, 4, 1, 1));
  EXPECT_THAT(counts(1), ElementsAre(1, 0, 0, 0, 0, 0, 0, 0, 0, 0));
  for (std::int64_t const n : {1, 7, 33, 101, 12345}) {
    auto const c = counts(n);
    EXPECT_EQ(std::accumulate(c.begin(), c.end(), std::int64_t{0}), n);
  }
}

std::string text_of(std::filesystem::path const& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

// Tests run in the repository's root.
TEST(ScenarioReadme, HoldsTheGeneratedKeyTable) {
  EXPECT_THAT(text_of("scenarios/README.md"), HasSubstr(keys_markdown()))
      << "put the output of `fairslot list keys --markdown` into scenarios/README.md";
}

TEST(ScenarioReadme, HoldsTheGeneratedTableOfDistributions) {
  EXPECT_THAT(text_of("scenarios/README.md"), HasSubstr(distributions::laws_markdown()))
      << "put the output of `fairslot list distributions --markdown` into scenarios/README.md";
}

TEST(ScenarioFiles, AreAllValidAndNamedAsTheirFiles) {
  int count = 0;
  for (auto const& entry : std::filesystem::recursive_directory_iterator("scenarios")) {
    if (entry.path().extension() != ".toml") continue;
    if (is_instance(entry.path()) || is_experiment(entry.path())) continue;
    auto const folder = entry.path().parent_path().filename();
    if (folder == "traces") continue;  // their files are not shipped
    if (folder == "stages") continue;  // of another kind: tests/stages/document_test.cpp
    Scenario const s = read_scenario(entry.path().string());
    EXPECT_EQ(s.name, entry.path().stem().string());
    EXPECT_EQ(hash_of(parse_scenario(to_toml(s), "x.toml")), hash_of(s));
    ++count;
  }
  EXPECT_GE(count, 9);
}

}  // namespace
}  // namespace fairslot::scenario
