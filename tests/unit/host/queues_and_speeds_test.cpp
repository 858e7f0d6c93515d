// Queues and speeds of scenarios: the same problems as problem files with the same keys.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "host/error.hpp"
#include "host/problem/problem_json.hpp"
#include "host/queues.hpp"
#include "host/workload/workload.hpp"
#include "kernels/simulation.hpp"
#include "tests/folder.hpp"
#include "tests/unit/host/refusal.hpp"

namespace fairslot::workload {
namespace {

using scenario::refusal;
using scenario::Scenario;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

std::string list_of(std::span<std::int32_t const> numbers) {
  return fmt::format("[{}]", fmt::join(numbers, ","));
}

/// What a job need not say.
std::string terms_of(Problem const& p, int entry) {
  std::string terms;
  if (!p.job_weight.empty() && p.job_weight[entry] > 0)
    terms += fmt::format(",\"weight\":{}", p.job_weight[entry]);
  if (!p.per_server.empty()) terms += fmt::format(",\"per_server\":{}", p.per_server[entry]);
  return terms;
}

/// The entries of a user as a problem file has them, each a job.
std::string jobs_of(Problem const& p, int user) {
  std::vector<std::string> jobs;
  for (int e = p.job_begin[user]; e < p.job_begin[user + 1]; ++e) {
    std::vector<std::int32_t> servers;
    for (int m = 0; m < p.servers; ++m)
      if (p.permits(p.placement[e], m)) servers.push_back(m);
    std::span const demand(&p.demands[std::int64_t(p.demand[e]) * p.resources],
                           static_cast<std::size_t>(p.resources));
    jobs.push_back(fmt::format(
        R"({{"submit":{},"tasks":{},"duration":{},"demand":{},"servers":{}{}}})", p.submit[e],
        p.tasks[e], p.duration[e], list_of(demand), list_of(servers), terms_of(p, e)));
  }
  return fmt::format("[{}]", fmt::join(jobs, ","));
}

/// In the order of indices, as names are.
std::string name_of_queue(Problem const& p, int queue) {
  return (p.outer[queue] < 0 ? "" : name_of_queue(p, p.outer[queue]) + "/") +
         fmt::format("q{:03}", queue);
}

/// The problem as a file.
std::string exported(Problem const& p) {
  std::vector<std::string> servers, queues, users;
  for (int m = 0; m < p.servers; ++m) {
    std::vector<std::int32_t> capacity;
    for (int r = 0; r < p.resources; ++r)
      capacity.push_back(p.capacity[std::int64_t(r) * p.servers + m]);
    servers.push_back(list_of(capacity));
  }
  auto const own = [&](int u) {
    std::vector<std::int32_t> its;
    for (int m = 0; m < p.servers && !p.own.empty() && p.own[u] >= 0; ++m)
      if (p.permits(p.own[u], m)) its.push_back(m);
    bool const given = !p.own.empty() && p.own[u] >= 0;
    return given ? fmt::format("\"own\":{},", list_of(its)) : "";
  };
  for (int u = 0; u < p.users(); ++u) {
    int const queue = p.queue.empty() ? -1 : p.queue[u];
    bool const leaves = !p.leave.empty() && p.leave[u] > 0;
    users.push_back(
        fmt::format(R"({{"weight":{},"min":{},{}{}{}"jobs":{}}})", p.weight[u],
                    p.minimum.empty() ? 0.0 : p.minimum[u],
                    queue < 0 ? "" : fmt::format("\"queue\":\"{}\",", name_of_queue(p, queue)),
                    leaves ? fmt::format("\"leave\":{},", p.leave[u]) : "", own(u), jobs_of(p, u)));
  }
  for (int q = 0; q < static_cast<int>(p.part.size()); ++q)
    queues.push_back(fmt::format("\"{}\":{}", name_of_queue(p, q), p.part[q]));
  return fmt::format(
      R"({{"K":{},"T":{},"servers":[{}],{}"queues":{{{}}},"users":[{}]}})", p.resources, p.horizon,
      fmt::join(servers, ","),
      p.speed.empty() ? "" : fmt::format("\"speeds\":[{}],", fmt::join(p.speed, ",")),
      fmt::join(queues, ","), fmt::join(users, ",\n"));
}

class Exported : public FolderTest {
 protected:
  /// What a policy does with the scenario's sample, and with the same as a file.
  void expect_same_runs(Scenario const& scenario, std::uint64_t sample) const {
    auto const drawn = make_problem(scenario, sample);
    Problem const file = problem::read_problem(put("p.json", exported(*drawn))).problem;
    for (char const* const policy :
         {"capacity", "capacity:elastic=0", "hdrf", "hdrf:rescale=1", "eunomia", "tsf",
          "fair:resource=0", "tvtsf:weights=contribution"}) {
      RunResult const a = simulate(*drawn, parse_policy(policy), {.picks = true});
      RunResult const b = simulate(file, parse_policy(policy), {.picks = true});
      EXPECT_GT(a.started, 0);
      ASSERT_EQ(a.picks.size(), b.picks.size()) << policy;
      for (std::size_t i = 0; i < a.picks.size(); ++i) {
        auto const all = [](Pick const& pick) {
          return std::tuple(pick.slot, pick.user, pick.server);
        };
        ASSERT_EQ(all(a.picks[i]), all(b.picks[i])) << policy << ", pick " << i;
      }
      EXPECT_EQ(a.makespan, b.makespan);
      EXPECT_EQ(a.cancelled, b.cancelled);
    }
  }
};

constexpr char drawn[] = R"(
policies = ["capacity"]
queues = {a = 0.6, "a/x" = 0.5, "a/y" = 0.25, b = 0.4}
[cluster]
name = "table3"
servers = 20
speeds = [1, 2, 0.5, 1.25, 4, 1, 1, 3, 1, 0.75]
[workload]
jobs = 40
users = 25
large_share = 0.2
max_duration = 50
slot_seconds = 10
leave_share = 0.5
leave_within = 30
)";

TEST_F(Exported, DrawnSamplesRunAsTheSameProblemByItself) {
  Scenario const s = scenario::parse_scenario(drawn, "s.toml");
  for (std::uint64_t sample = 0; sample < 3; ++sample) expect_same_runs(s, sample);
}

TEST_F(Exported, WrittenJobsRunAsTheSameProblemByItself) {
  for (char const* const name :
       {"capacity", "eunomia", "fair", "hdrf_nested", "job_weights", "leave", "contribution"}) {
    Scenario const s = scenario::read_scenario(std::string("scenarios/worked/") + name + ".toml");
    expect_same_runs(s, 0);
    auto const ours = make_problem(s, 0);
    Problem const golden =
        problem::read_problem(std::string("tests/golden/problems/") + name + ".json").problem;
    EXPECT_EQ(ours->queue, golden.queue);
    EXPECT_EQ(ours->guarantee, golden.guarantee);
    EXPECT_EQ(ours->part, golden.part);
    EXPECT_EQ(ours->outer, golden.outer);
    EXPECT_EQ(ours->speed, golden.speed);
    EXPECT_EQ(ours->minimum, golden.minimum);
    EXPECT_EQ(ours->leave, golden.leave);
    EXPECT_EQ(ours->job_weight, golden.job_weight);
    EXPECT_EQ(ours->per_server, golden.per_server);
    EXPECT_EQ(ours->capacity, golden.capacity);
    EXPECT_EQ(ours->tasks, golden.tasks);
    EXPECT_EQ(ours->horizon, golden.horizon);
  }
}

TEST(QueuesAndSpeeds, DrawnUsersTakeTurnsInTheInnermostQueues) {
  auto const p = make_problem(scenario::parse_scenario(drawn, "s.toml"), 0);
  EXPECT_THAT(p->guarantee, ElementsAre(0.6, 0.6 * 0.5, 0.6 * 0.25, 0.4));
  ASSERT_EQ(p->queue.size(), 25u);
  for (int u = 0; u < 25; ++u) EXPECT_EQ(p->queue[u], 1 + u % 3) << u;
  auto const plain = make_problem(scenario::parse_scenario("[workload]\njobs = 3", "s.toml"), 0);
  EXPECT_THAT(plain->queue, IsEmpty());
  EXPECT_THAT(plain->speed, IsEmpty());
}

TEST(QueuesAndSpeeds, SpeedsGoWithTheTypesHoweverManyServers) {
  std::string const groups =
      "speeds = [2, 0.5]\ngroups = [{count = 2, capacity = [1]}, {capacity = [1]}]\n";
  std::string const jobs = "[[users]]\njobs = [{demand = [1]}]\n";
  auto const speeds = [&](std::string const& servers) {
    return make_problem(scenario::parse_scenario("[cluster]\n" + servers + groups + jobs, "s.toml"),
                        0)
        ->speed;
  };
  EXPECT_THAT(speeds(""), ElementsAre(2, 2, 0.5));
  EXPECT_THAT(speeds("servers = 6\n"), ElementsAre(2, 2, 2, 2, 0.5, 0.5));
  auto const table =
      make_problem(scenario::parse_scenario(drawn, "s.toml", {"cluster.servers=0"}), 0);
  EXPECT_EQ(table->speed.size(), 100u);
  EXPECT_EQ(table->speed[4], 1);
  EXPECT_EQ(table->speed[5], 2);
  EXPECT_EQ(table->speed[99], 0.75);
}

TEST(QueuesAndSpeeds, WhatIsShownLoadsBackToTheSame) {
  for (std::string const& text :
       {std::string(drawn),
        std::string("queues = {\"O’N \\\"=.\" = 1}\n"
                    "[[cluster.groups]]\ncapacity = [1]\n"
                    "[[users]]\nqueue = \"O’N \\\"=.\"\njobs = [{demand = [1]}]")}) {
    Scenario const first = scenario::parse_scenario(text, "a.toml");
    Scenario const second = scenario::parse_scenario(to_toml(first), "b.toml");
    EXPECT_EQ(to_toml(second), to_toml(first));
    EXPECT_EQ(second.queues, first.queues);
    EXPECT_EQ(second.cluster.speeds, first.cluster.speeds);
    EXPECT_EQ(second.users, first.users);
  }
  for (char const* const set :
       {"queues={}", "queues.b=0.3", "cluster.speeds=[1,1,1,1,1,1,1,1,1,1]"})
    EXPECT_NE(hash_of(scenario::parse_scenario(drawn, "a.toml", {set})),
              hash_of(scenario::parse_scenario(drawn, "a.toml")))
        << set;
}

TEST(QueuesAndSpeeds, WhatIsWrongIsRefusedInOneLine) {
  struct Bad {
    std::string text, place, part;
  };
  std::string const inline_jobs =
      "queues = {a = 0.5, \"a/b\" = 0.5, c = 0.25}\ncluster.groups = [{capacity = [1]}]\n";
  for (Bad const& bad : std::vector<Bad>{
           {"queues = [1]", "s.toml:1:10: queues:", "a list is not allowed (allowed: table"},
           {"queues = {a = 0}",
            "s.toml:1:15: queues.a:", "0 is not allowed (allowed: number, above 0, at most 1)"},
           {"queues = {a = 1.5}", "s.toml:1:15: queues.a:", "1.5 is not allowed"},
           {"queues = {a = nan}", "queues.a:", "nan is not allowed"},
           {"queues = {a = \"x\"}", "queues.a:", "\"x\" is not allowed"},
           {"queues = {a = 0.7, b = 0.4}",
            "s.toml:1:20: queues.b:", "the queues in none sum to 1.1"},
           {"queues = {a = 1, \"a/b\" = 0.7, \"a/c\" = 0.4}", "queues.a/c:", "in \"a\" sum to 1.1"},
           {"queues = {\"a/b\" = 0.5}", "queues.a/b:", "is in no queue of \"queues\""},
           {"queues = {\"/b\" = 0.5}", "queues./b:", "is in no queue"},
           {"queues = {\"a/\" = 0.5}", "queues.a/:", "names of 1 to 64 bytes"},
           {"queues = {\"\" = 0.5}", "queues.:", "names of 1 to 64 bytes"},
           {"queues = {\"a\\u001B[2J\" = 0.5}", "queues.a", "no control characters"},
           {inline_jobs + "[[users]]\nqueue = \"a\"\njobs = []",
            "s.toml:4:9: users.0.queue:", "\"a\" has queues in it"},
           {inline_jobs + "[[users]]\nqueue = \"cc\"\njobs = []",
            "s.toml:4:9: users.0.queue:", "\"cc\" is no name in \"queues\" (did you mean \"c\"?)"},
           {inline_jobs + "[[users]]\nqueue = \"\"\njobs = []",
            "users.0.queue:", "a name in queues"},
           {inline_jobs + "[[users]]\nqueue = 3\njobs = []", "users.0.queue:", "3 is not allowed"},
           {"[[sweep]]\nkey = \"queues\"\nvalues = [1]", "sweep.0.key:", "is not allowed"},
           {"cluster.speeds = [1, 2]",
            "s.toml:1:18: cluster.speeds:", "2 numbers (allowed: 10, one a type of Table 3)"},
           {inline_jobs + "cluster.speeds = [1, 2]\n[[users]]\njobs = []",
            "cluster.speeds:", "2 numbers (allowed: 1, one a group)"},
           {inline_jobs + "cluster.speeds = [0]\n[[users]]\njobs = []",
            "cluster.speeds:", "0 is not allowed"},
           {inline_jobs + "cluster.speeds = [1e4]\n[[users]]\njobs = []",
            "cluster.speeds:", "is not allowed (allowed: number, 0.0009765625 .. 1024)"},
           {"cluster.speeds = []", "s.toml:1:18: cluster.speeds:", "an empty list (allowed: list"},
           {"cluster.speeds = 2",
            "cluster.speeds:", "2 is not allowed (allowed: list of numbers"}}) {
    std::string const message = refusal(bad.text);
    EXPECT_THAT(message, AllOf(HasSubstr(bad.place), HasSubstr(bad.part), Not(HasSubstr("\n"))))
        << bad.text;
    EXPECT_THAT(message, Not(HasSubstr("\x1b"))) << bad.text;
  }
  EXPECT_EQ(refusal("queues = {a = 0.3, b = 0.3, c = 0.4}"), "accepted");
}

}  // namespace
}  // namespace fairslot::workload
