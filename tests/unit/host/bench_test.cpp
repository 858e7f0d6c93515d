// The benchmark's problems are what their cases say, and what it measures is what ran.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "host/bench/cases.hpp"
#include "host/bench/measure.hpp"
#include "host/bench/naive.hpp"
#include "host/bench/scaling.hpp"
#include "host/bench/table.hpp"
#include "host/error.hpp"
#include "host/memory.hpp"
#include "kernels/search/choice.hpp"

namespace fairslot::bench {
namespace {

using testing::AllOf;
using testing::Each;
using testing::Ge;
using testing::HasSubstr;
using testing::Le;

Case case_named(std::string const& name) { return chosen_cases({name}, Extent::quick).front(); }

std::vector<Case> small_cases() {
  std::vector<Case> cases;
  for (Case const& c : bench_cases())
    if (c.servers <= 1000 && c.load != Load::study && !is_of_trace(c.load)) cases.push_back(c);
  return cases;
}

std::vector<std::int32_t> demand_of_user(Problem const& p, int user) {
  std::int64_t const at = std::int64_t(p.demand[p.job_begin[user]]) * p.resources;
  return {p.demands.begin() + at, p.demands.begin() + at + p.resources};
}

int permitted_servers(Problem const& p, int user) {
  int servers = 0;
  for (int w = 0; w < p.words(); ++w)
    servers +=
        std::popcount(p.placements[std::int64_t(p.placement[p.job_begin[user]]) * p.words() + w]);
  return servers;
}

void expect_sizes(Problem const& p, Case const& c) {
  EXPECT_EQ(p.servers, c.servers);
  EXPECT_EQ(p.users(), c.users);
  EXPECT_EQ(p.resources, c.resources);
  EXPECT_EQ(p.horizon, c.end);
}

TEST(BenchCases, HaveTheSizesTheySay) {
  ASSERT_GE(small_cases().size(), 9u);
  for (Case const& c : small_cases()) {
    SCOPED_TRACE(c.name);
    auto const p = make_problem(c, 0);
    expect_sizes(*p, c);
    EXPECT_EQ(p->demand_classes(), c.classes);
    EXPECT_THAT(p->demands, Each(AllOf(Ge(unit), Le(unit * largest_demand))));
    EXPECT_THAT(p->duration, Each(AllOf(Ge(1), Le(longest_task))));
    EXPECT_THAT(p->capacity, Each(AllOf(Ge(unit * largest_demand), Le(unit * 300))));
    EXPECT_THAT(p->submit, Each(AllOf(Ge(1), Le(c.end))));
    for (int u = 0; u + c.classes < c.users; ++u)
      EXPECT_EQ(demand_of_user(*p, u), demand_of_user(*p, u + c.classes));
  }
}

TEST(BenchCases, OfATraceHaveTheSizesTheySay) {
  std::map<double, double> permitted;  // share of the servers, by the types' probability
  for (Case const& c : bench_cases()) {
    if (c.servers > 1000 || !is_of_trace(c.load)) continue;
    SCOPED_TRACE(c.name);
    auto const p = make_problem(c, 0);
    expect_sizes(*p, c);
    double const probability = c.constraint == Constraint::each_type ? c.type_probability : 1.0;
    permitted[probability] = std::max(permitted[probability], mean_permitted(*p) / c.servers);
  }
  ASSERT_EQ(permitted.size(), 4u);
  EXPECT_LT(permitted[0.1], permitted[0.3]);
  EXPECT_LT(permitted[0.3], permitted[0.6]);
  EXPECT_LT(permitted[0.6], 1.0);
  EXPECT_EQ(permitted[1.0], 1.0);
}

/// With four resources as with the trace's two.
TEST(BenchCases, EachTypeIsPermittedWithItsProbability) {
  for (int const percent : {10, 30, 60})
    for (char const* const load : {"", "-light"}) {
      Case const c = case_named("s1k-u100-types" + std::to_string(percent) + load + "-k4");
      EXPECT_EQ(c.resources, 4);
      EXPECT_EQ(c.extent, Extent::full);
      auto const p = make_problem(c, 0);
      double servers = 0;
      for (int u = 0; u < p->users(); ++u) servers += permitted_servers(*p, u);
      // Who would have none draws again.
      double const probability = percent / 100.0 / (1 - std::pow(1 - percent / 100.0, 10));
      EXPECT_NEAR(servers / p->users() / p->servers, probability, 0.05) << c.name;
    }
}

TEST(BenchCases, ServersAreOfTenTypes) {
  auto const p = make_problem(case_named("s1k-u100-k2"), 0);
  std::set<std::pair<int, int>> types;
  for (int m = 0; m < p->servers; ++m) types.insert({p->capacity[m], p->capacity[p->servers + m]});
  EXPECT_EQ(types.size(), 10u);
}

TEST(BenchCases, AreAFunctionOfTheSample) {
  Case const c = case_named("s100-u50");
  auto const first = make_problem(c, 3), again = make_problem(c, 3), other = make_problem(c, 4);
  EXPECT_EQ(first->capacity, again->capacity);
  EXPECT_EQ(first->demands, again->demands);
  EXPECT_EQ(first->placements, again->placements);
  EXPECT_EQ(first->tasks, again->tasks);
  EXPECT_EQ(first->duration, again->duration);
  EXPECT_NE(first->capacity, other->capacity);
  EXPECT_NE(first->demands, other->demands);
  EXPECT_NE(first->duration, other->duration);
}

/// Over the sweep's problems: how many users are constrained, and to what share of the servers.
std::pair<double, double> constrained(Case const& c) {
  int users = 0, constrained_users = 0;
  double servers = 0;
  for (int sample = 0; sample < c.problems; ++sample) {
    auto const p = make_problem(c, static_cast<std::uint64_t>(sample));
    for (int u = 0; u < p->users(); ++u) {
      ++users;
      int const permitted = permitted_servers(*p, u);
      if (permitted == p->servers) continue;
      ++constrained_users;
      servers += static_cast<double>(permitted) / p->servers;
    }
  }
  return {static_cast<double>(constrained_users) / users, servers / constrained_users};
}

TEST(BenchCases, AFifthOfTheUsersIsConstrained) {
  auto const [users, half] = constrained(case_named("s100-u50"));
  EXPECT_NEAR(users, 0.2, 0.04);
  EXPECT_NEAR(half, 0.5, 0.04);
  auto const [as_many, third] = constrained(case_named("s100-u50-sets"));
  EXPECT_NEAR(as_many, 0.2, 0.04);
  EXPECT_NEAR(third, 0.3, 0.02);
}

TEST(BenchCases, ALightLoadIsAsSaid) {
  Case const c = case_named("s100-u50-light");
  auto const p = make_problem(c, 0);
  double largest = 0;
  for (int r = 0; r < p->resources; ++r) {
    double offered = 0, capacity = 0;
    for (int e = 0; e < p->entries(); ++e)
      offered += static_cast<double>(p->tasks[e]) * p->demands[p->demand[e] * p->resources + r] *
                 (longest_task + 1) / 2;
    for (int m = 0; m < p->servers; ++m) capacity += p->capacity[r * p->servers + m];
    largest = std::max(largest, offered / capacity / c.end);
  }
  EXPECT_NEAR(largest, 0.7, 0.005);
  RunResult const run = simulate(*p, parse_policy("tvtsf"), {.slots = false});
  EXPECT_GT(run.started, 0.97 * static_cast<double>(p->total_tasks()));
}

/// Everybody has tasks waiting at the end, and the cluster turns over as in the steady state.
TEST(BenchCases, AnOverloadNeverDrains) {
  for (char const* const name : {"s100-u20", "s100-u50", "s100-u300", "s100-u100-d10",
                                 "s100-u50-sets", "s1k-u100-k2", "s1k-u300-k2"}) {
    SCOPED_TRACE(name);
    Case const c = case_named(name);
    auto const p = make_problem(c, 0);
    for (char const* const policy : {"tvtsf", "tsf", "cdrf"}) {
      SCOPED_TRACE(policy);
      RunResult const run = simulate(*p, parse_policy(policy), {.slots = false, .picks = true});
      for (int u = 0; u < p->users(); ++u) {
        int const last = p->job_begin[u + 1] - 1;
        EXPECT_LT(run.entry_started[last], p->tasks[last]) << "user " << u;
      }
      auto const later =
          std::ranges::count_if(run.picks, [&](Pick const& pick) { return pick.slot > c.warm; });
      double const rate = static_cast<double>(later) / (c.end - c.warm) / c.servers;
      EXPECT_GT(rate, 0.15);
      EXPECT_LT(rate, 0.4);
    }
  }
}

TEST(BenchCases, AreChosenByPatterns) {
  EXPECT_EQ(chosen_cases({"s100-u100*"}, Extent::quick).size(), 4u);
  EXPECT_EQ(chosen_cases({"*-10m", "study"}, Extent::quick).size(), 3u);
  std::size_t const quick = chosen_cases({}, Extent::quick).size(),
                    standard = chosen_cases({}, Extent::standard).size();
  EXPECT_LT(quick, standard);
  EXPECT_EQ(chosen_cases({}, Extent::full).size(), bench_cases().size());
  EXPECT_LT(standard, bench_cases().size());
  EXPECT_THROW(chosen_cases({"nothing"}, Extent::full), InputError);
}

Measured measured() {
  Case c = case_named("s100-u20");
  c.problems = 2, c.end = c.recorded = 120;
  return measure(c, {.policy = parse_policy("tvtsf"), .runs = 3});
}

TEST(BenchMeasure, CountsWhatRan) {
  Measured const m = measured();
  EXPECT_EQ(m.repetitions.size(), 3u);
  EXPECT_EQ(m.slots, 2 * 60);
  EXPECT_EQ(m.compared, m.picks);  // the naive simulator's window is all of it
  EXPECT_LT(m.picks, m.whole_picks);
  for (Repetition const& r : m.repetitions) {
    EXPECT_EQ(r.naive_picks, m.picks);
    EXPECT_EQ(r.naive_slots, m.slots);
    EXPECT_GT(r.naive, 0);
    EXPECT_GT(r.warm, 0);
    EXPECT_GT(r.whole, 0);
  }
}

TEST(BenchMeasure, GivesTheNaiveSimulatorNoMoreThanItsTime) {
  Case c = case_named("s1k-u100-k2");
  c.reach = Reach::picks;
  c.recorded = c.warm + 20;
  Measured const m =
      measure(c, {.policy = parse_policy("tvtsf"), .runs = 1, .naive_seconds = 0.01});
  EXPECT_GT(m.compared, 0);
  EXPECT_LT(m.compared, m.picks);
}

TEST(BenchMeasure, RatesAreMediansAndRatiosARepetition) {
  Measured m;
  m.picks = 100, m.slots = 10;
  m.repetitions = {{.naive = 1, .warm = 1, .whole = 2, .naive_picks = 10, .naive_slots = 1},
                   {.naive = 2, .warm = 1, .whole = 3, .naive_picks = 10, .naive_slots = 1},
                   {.naive = 4, .warm = 1, .whole = 1.5, .naive_picks = 10, .naive_slots = 1}};
  EXPECT_EQ(m.naive_rate(), 5);
  EXPECT_EQ(m.fairslot_rate(), 100);
  EXPECT_EQ(m.slot_rate(), 10);
  EXPECT_EQ(m.whole_seconds(), 2);
  EXPECT_THAT(m.ratios(), testing::ElementsAre(10, 10, 80));
  EXPECT_EQ(m.ratio(), 10);
  EXPECT_EQ(median({4, 1, 3, 2}), 2.5);
}

/// Memory that no allocator keeps.
void touch(std::size_t bytes) {
  void* const pages =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(pages, MAP_FAILED);
  std::memset(pages, 1, bytes);
  munmap(pages, bytes);
}

TEST(BenchMeasure, MemoryIsTheLargestSinceTheReset) {
  if (!reset_peak_memory()) GTEST_SKIP() << "/proc/self/clear_refs cannot be written";
  std::int64_t const before = peak_memory().value();
  touch(std::size_t{64} << 20);
  EXPECT_GT(peak_memory().value(), before + (60 << 20));
  ASSERT_TRUE(reset_peak_memory());
  EXPECT_LT(peak_memory().value(), before + (30 << 20));
}

TEST(BenchScaling, ASweepIsToldInALine) {
  Case c = case_named("study-threads");
  c.problems = 1;
  SweepTime const sweep = time_sweep(c, {.policy = parse_policy("tvtsf")});
  EXPECT_GT(sweep.picks, 0);
  SweepTime const told = from_line(to_line(sweep));
  EXPECT_EQ(told.picks, sweep.picks);
  EXPECT_EQ(told.checksum, sweep.checksum);
  EXPECT_DOUBLE_EQ(told.seconds, sweep.seconds);
  EXPECT_NE(time_sweep(c, {.policy = parse_policy("tsf")}).checksum, sweep.checksum);
  EXPECT_THROW(from_line(""), std::runtime_error);
  EXPECT_THROW(from_line("1.5 3 x"), std::runtime_error);
  EXPECT_THROW(from_line("1.5 3 4 5"), std::runtime_error);
}

TEST(BenchTable, JsonHasEveryTime) {
  Measured const m = measured();
  nlohmann::json const json = to_json(m);
  EXPECT_EQ(json["case"], "s100-u20");
  EXPECT_EQ(json["repetitions"].size(), 3u);
  EXPECT_EQ(json["repetitions"][1]["naive_seconds"], m.repetitions[1].naive);
  EXPECT_EQ(json["median"]["ratio"], m.ratio());
  EXPECT_THAT(table_row(m), HasSubstr("overload, types"));
}

TEST(BenchTable, UnknownMemoryIsADash) {
  Measured m = measured();
  m.peak_bytes.reset();
  EXPECT_THAT(table_row(m), HasSubstr(" -\n"));
  EXPECT_TRUE(to_json(m)["peak_bytes"].is_null());
}

}  // namespace
}  // namespace fairslot::bench
