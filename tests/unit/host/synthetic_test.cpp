// Synthetic samples: the load they hit, who hands in what and when, their bits.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "host/error.hpp"
#include "host/random.hpp"
#include "host/sha256.hpp"
#include "host/workload/arrivals.hpp"
#include "host/workload/synthetic_facts.hpp"
#include "host/workload/synthetic_jobs.hpp"
#include "host/workload/workload.hpp"

namespace fairslot::workload {
namespace {

using scenario::Scenario;

constexpr char base[] = R"(
[cluster]
resources = ["cpu", "mem"]
groups = [{count = 30, capacity = [16, 64], attributes = ["ssd"]},
          {count = 20, capacity = [32, 64]},
          {count = 10, capacity = [64, 256], attributes = ["gpu", "ssd"]}]
[workload]
kind = "synthetic"
load = 0.7
users = 40
submit_slots = 2000
tasks = "pareto:shape=1.1,most=300"
duration = "lognormal:median=20,sigma=1,most=500"
demands = ["lognormal:median=2,sigma=0.7,most=16", "exponential:mean=6,most=64"]
)";

Scenario with(std::vector<std::string> const& sets) {
  return scenario::parse_scenario(base, "t.toml", sets);
}

SyntheticJobs draw(Scenario const& s, std::uint64_t sample = 0) {
  return draw_synthetic_jobs(s, Random(static_cast<std::uint64_t>(s.seed), sample));
}

std::string text_of(SyntheticJobs const& drawn, std::size_t job) {
  SyntheticJob const& j = drawn.jobs[job];
  std::string text = std::to_string(j.user) + " " + std::to_string(j.submit) + " " +
                     std::to_string(j.tasks) + " " + std::to_string(j.duration);
  for (std::int32_t const amount : drawn.demands[std::size_t(j.demand)])
    text += " " + std::to_string(amount);
  return text;
}

/// Of the first so many jobs.
double load_of(SyntheticJobs const& drawn, std::size_t jobs, std::size_t resource,
               double capacity) {
  double held = 0;
  for (std::size_t i = 0; i < jobs; ++i)
    held += double(drawn.jobs[i].tasks) * drawn.jobs[i].duration *
            drawn.demands[std::size_t(drawn.jobs[i].demand)][resource];
  return held / (capacity * 2000);
}

TEST(SyntheticJobs, ReachTheLoadWithTheLast) {
  constexpr double cpu = 30 * 16 + 20 * 32 + 10 * 64, mem = 30 * 64 + 20 * 64 + 10 * 256;
  for (std::string const load : {"0.05", "0.7", "1.5"}) {
    auto const drawn = draw(with({"workload.load=" + load}));
    std::size_t const jobs = drawn.jobs.size();
    for (std::size_t r : {0u, 1u})
      EXPECT_DOUBLE_EQ(drawn.load[r], load_of(drawn, jobs, r, r == 0 ? cpu : mem));
    EXPECT_GE(std::ranges::max(drawn.load), std::stod(load));
    EXPECT_LT(load_of(drawn, jobs - 1, 0, cpu), std::stod(load));
    EXPECT_LT(load_of(drawn, jobs - 1, 1, mem), std::stod(load));
  }
  EXPECT_EQ(draw(with({"workload.load=0", "workload.jobs=77"})).jobs.size(), 77u);
}

TEST(SyntheticJobs, OfTheLeastLoadThereIsOne) {
  Scenario const s = with({"workload.load=1e-12"});
  EXPECT_EQ(draw(s).jobs.size(), 1u);
  EXPECT_EQ(synthetic_facts(s, 0).jobs, 1);
}

TEST(SyntheticJobs, OfALowerLoadAreTheFirst) {
  auto const low = draw(with({"workload.load=0.2"})), high = draw(with({}));
  ASSERT_LT(low.jobs.size(), high.jobs.size());
  for (std::size_t i = 0; i < low.jobs.size(); ++i) EXPECT_EQ(text_of(low, i), text_of(high, i));
}

TEST(SyntheticJobs, MeetAScaledCluster) {
  auto const drawn = draw(with({"cluster.servers=600"}));
  EXPECT_NEAR(std::ranges::max(drawn.load), 0.7, 0.005);
  EXPECT_NEAR(double(drawn.jobs.size()) / double(draw(with({})).jobs.size()), 10, 1.5);
}

TEST(SyntheticJobs, MoreThanTheMostAreRefused) {
  try {
    draw(with({"workload.load=1000", "cluster.servers=1000000", "workload.tasks='constant'",
               "workload.duration='constant'", "workload.demands=['constant','constant']"}));
    FAIL();
  } catch (InputError const& error) {
    EXPECT_THAT(error.what(),
                testing::StartsWith(
                    "--set workload.load=1000: workload.load: 1000 takes more than 10000000"));
  }
}

TEST(SyntheticJobs, OneParameterDoesNotDisturbOtherDraws) {
  std::vector<std::string> const some = {"workload.load=0", "workload.jobs=500"};
  auto const plain = draw(with(some));
  auto const changed = [&](std::string const& set) {
    auto sets = some;
    sets.push_back(set);
    return draw(with(sets));
  };
  auto const tasks = changed("workload.tasks='constant:value=3'"),
             slots = changed("workload.arrivals='bursty'"), users = changed("workload.users=7"),
             memory = changed("workload.demands.1='constant:value=5'");
  for (std::size_t i = 0; i < plain.jobs.size(); ++i) {
    auto const demand = [&](SyntheticJobs const& drawn) {
      return drawn.demands[std::size_t(drawn.jobs[i].demand)];
    };
    EXPECT_EQ(tasks.jobs[i].tasks, 3);
    EXPECT_EQ(tasks.jobs[i].submit, plain.jobs[i].submit);
    EXPECT_EQ(tasks.jobs[i].duration, plain.jobs[i].duration);
    EXPECT_EQ(tasks.jobs[i].user, plain.jobs[i].user);
    EXPECT_EQ(demand(tasks), demand(plain));
    EXPECT_EQ(slots.jobs[i].tasks, plain.jobs[i].tasks);
    EXPECT_EQ(demand(slots), demand(plain));
    EXPECT_EQ(users.jobs[i].submit, plain.jobs[i].submit);
    EXPECT_EQ(demand(memory)[0], demand(plain)[0]);
    EXPECT_EQ(demand(memory)[1], 5);
  }
}

/// Ranks in 0 .. n-1; of fine values, hardly any of which are equal.
std::vector<double> ranks_of(std::vector<std::int32_t> const& values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return values[i]; });
  std::vector<double> ranks(values.size());
  for (std::size_t i = 0; i < order.size(); ++i) ranks[order[i]] = double(i);
  return ranks;
}

double spearman(SyntheticJobs const& drawn, std::size_t a, std::size_t b) {
  std::vector<std::int32_t> first, second;
  for (SyntheticJob const& job : drawn.jobs) {
    first.push_back(drawn.demands[std::size_t(job.demand)][a]);
    second.push_back(drawn.demands[std::size_t(job.demand)][b]);
  }
  auto const x = ranks_of(first), y = ranks_of(second);
  double const n = double(x.size()), mean = (n - 1) / 2, variance = (n * n - 1) / 12;
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += (x[i] - mean) * (y[i] - mean);
  return sum / n / variance;
}

TEST(SyntheticJobs, DemandsHaveTheirRankCorrelation) {
  std::string const demands =
      "workload.demands=['lognormal:median=1e6,sigma=1','exponential:mean=1e6','uniform']";
  std::string const cluster =
      "cluster={groups=[{capacity=[1073741824,1073741824,1073741824]}],resources=['a','b','c']}";
  for (double const wanted : {-1.0, -0.4, 0.0, 0.6, 1.0}) {
    auto const drawn = draw(with({demands, cluster, "workload.load=0", "workload.jobs=40000",
                                  "workload.correlation=" + std::to_string(wanted)}));
    EXPECT_NEAR(spearman(drawn, 0, 1), wanted, 0.015);
    EXPECT_NEAR(spearman(drawn, 0, 2), wanted, 0.015);
    EXPECT_NEAR(spearman(drawn, 1, 2), std::abs(wanted), 0.015);
    double mean = 0;
    for (SyntheticJob const& job : drawn.jobs)
      mean += drawn.demands[std::size_t(job.demand)][1] / 40000.0;
    EXPECT_NEAR(mean, 1e6, 4e6 / 200);
  }
}

TEST(SyntheticJobs, UsersHaveSharesByZipfsLaw) {
  for (double const skew : {0.0, 0.8, 1.5}) {
    auto const drawn = draw(with(
        {"workload.load=0", "workload.jobs=50000", "workload.user_skew=" + std::to_string(skew)}));
    std::vector<double> jobs(40, 0);
    for (SyntheticJob const& job : drawn.jobs) ++jobs[std::size_t(job.user)];
    double total = 0, chi_square = 0;
    for (int k = 1; k <= 40; ++k) total += std::pow(k, -skew);
    for (int k = 1; k <= 40; ++k) {
      double const expected = 50000 * std::pow(k, -skew) / total;
      double const apart = jobs[std::size_t(k - 1)] - expected;
      chi_square += apart * apart / expected;
    }
    EXPECT_LT(chi_square, 73.4) << skew;  // 39 degrees of freedom: one of a thousand is above
  }
}

std::vector<double> jobs_by_slot(Scenario const& s) {
  std::vector<double> jobs(std::size_t(s.workload.submit_slots), 0);
  for (SyntheticJob const& job : draw(s).jobs) ++jobs[std::size_t(job.submit - 1)];
  return jobs;
}

/// Variance over mean: 1 of a Poisson process.
double dispersion(std::vector<double> const& jobs) {
  double const mean = std::accumulate(jobs.begin(), jobs.end(), 0.0) / double(jobs.size());
  double squares = 0;
  for (double const n : jobs) squares += (n - mean) * (n - mean);
  return squares / double(jobs.size()) / mean;
}

std::vector<std::string> arriving(std::string const& how, std::string const& more = "samples=1") {
  return {"workload.load=0", "workload.jobs=40000", "workload.arrivals=" + how, more};
}

TEST(Arrivals, AreAPoissonProcess) {
  EXPECT_NEAR(dispersion(jobs_by_slot(with(arriving("poisson")))), 1, 4 * std::sqrt(2 / 2000.0));
}

TEST(Arrivals, GoByTheHour) {
  std::string rates = "workload.hourly_rates=[0";
  for (int hour = 1; hour < 24; ++hour) rates += ", " + std::to_string(hour) + ".5";
  auto sets = arriving("diurnal", rates + "]");
  sets.insert(sets.end(), {"workload.slot_seconds=300", "workload.submit_slots=577"});  // two days
  auto const jobs = jobs_by_slot(with(sets));
  double by_hour[24] = {};
  for (std::size_t slot = 0; slot < jobs.size(); ++slot) by_hour[slot / 12 % 24] += jobs[slot];
  EXPECT_EQ(by_hour[0], 0);
  double const total = 23 * 24 / 2.0 + 23 * 0.5;
  for (int hour = 1; hour < 24; ++hour) {
    double const expected = 40000 * (hour + 0.5) / total;
    EXPECT_NEAR(by_hour[hour], expected, 4 * std::sqrt(expected)) << hour;
  }
}

TEST(Arrivals, OfASlotHaveTheMeanOfItsHours) {
  std::string rates = "workload.hourly_rates=[0";
  for (int hour = 1; hour < 24; ++hour) rates += ", " + std::to_string(hour);
  for (auto const& [seconds, expected] :
       {std::pair{3600, std::vector<double>{0, 1, 2}},
        {1800, {0, 0, 1, 1, 2}},
        {5400, {1.0 / 3, 5.0 / 3, 10.0 / 3}},
        {86400, {11.5, 11.5}},
        {3 * 86400 + 7200, {(3 * 24 * 11.5 + 1) / 74, (3 * 24 * 11.5 + 5) / 74}}}) {
    auto const w = with({rates + "]", "workload.arrivals=diurnal",
                         "workload.slot_seconds=" + std::to_string(seconds)})
                       .workload;
    for (std::size_t slot = 0; slot < expected.size(); ++slot)
      EXPECT_NEAR(w.mean_rate(static_cast<std::int64_t>(slot) + 1), expected[slot], 1e-12)
          << seconds;
  }
}

TEST(Arrivals, ComeInBursts) {
  auto const strict = jobs_by_slot(with(arriving("bursty")));  // 20 on, 60 off, nothing then
  double const silent = double(std::ranges::count(strict, 0)) / 2000;
  EXPECT_NEAR(silent, 0.75, 0.15);
  EXPECT_GT(strict[0], 0);
  int phases = 0;
  for (std::size_t slot = 1; slot < strict.size(); ++slot)
    phases += (strict[slot] > 0) != (strict[slot - 1] > 0);
  EXPECT_NEAR(phases, 50, 20);  // of 2,000 slots one in 40

  auto const some = jobs_by_slot(with(arriving("bursty", "workload.off_rate=0.25")));
  double on = 0, off = 0;  // a slot
  for (std::size_t slot = 0; slot < some.size(); ++slot)
    (strict[slot] > 0 ? on : off) += some[slot];
  EXPECT_NEAR(off / silent / (on / (1 - silent)), 0.25, 0.02);
  EXPECT_GT(dispersion(strict), 20);
}

TEST(SyntheticUsers, NeedServersWithAnAttribute) {
  Scenario const s = with({"workload.users=2000", "workload.placement_probability=1",
                           "workload.needs={gpu=0.25, ssd=0.5}", "workload.constrained_share=0.8"});
  auto const p = make_problem(s, 0);
  ASSERT_EQ(p->servers, 60);
  std::map<int, int> users;  // with so many servers
  for (int u = 0; u < p->users(); ++u) {
    if (p->job_begin[u] == p->job_begin[u + 1]) continue;
    std::uint64_t const servers = p->placements[std::size_t(p->placement[p->job_begin[u]])];
    int const count = std::popcount(servers);
    ++users[count];
    std::uint64_t const ssd = (std::uint64_t{1} << 30) - 1, gpu = ((std::uint64_t{1} << 10) - 1)
                                                                  << 50;
    EXPECT_TRUE(count == 60 || servers == gpu || servers == (ssd | gpu)) << servers;
  }
  double const all = users[10] + users[40] + users[60];
  EXPECT_EQ(users.size(), 3u);
  EXPECT_NEAR(users[10] / all, 0.8 * 0.25, 0.04);
  EXPECT_NEAR(users[40] / all, 0.8 * 0.75 * 0.5, 0.04);
}

TEST(SyntheticWorkload, IsForetold) {
  for (std::string const load : {"0.3", "0.9"}) {
    Scenario const s = with({"cluster.servers=2000", "workload.load=" + load});
    auto const p = make_problem(s, 0);
    EXPECT_NEAR(double(job_count(s)) / p->entries(), 1, 0.05);
    EXPECT_NEAR(expected_tasks(s) / double(p->total_tasks()), 1, 0.1);
    EXPECT_GE(most_synthetic_demands(s.workload), p->demand_classes());
    auto const sketch = make_sketch(s, 0);
    EXPECT_EQ(sketch->servers, 3);
    EXPECT_EQ(sketch->submit, p->submit);
  }
}

TEST(SyntheticWorkload, FactsAreOfItsJobs) {
  Scenario const s = with({});
  auto const p = make_problem(s, 3);
  SyntheticFacts const facts = synthetic_facts(s, 3);
  EXPECT_EQ(facts.jobs, p->entries());
  EXPECT_EQ(facts.tasks, p->total_tasks());
  EXPECT_GE(facts.load[0], 0.7);
  ASSERT_EQ(facts.quantities.size(), 6u);
  auto tasks = p->tasks;
  std::ranges::sort(tasks);
  Quantity const& q = facts.quantities[0];
  EXPECT_EQ(q.drawn_from, "pareto:shape=1.1,most=300");
  EXPECT_EQ(q.quantiles.back(), tasks.back());
  EXPECT_EQ(q.quantiles[2], tasks[std::size_t((p->entries() + 1) / 2 - 1)]);
  EXPECT_DOUBLE_EQ(q.mean, double(facts.tasks) / double(facts.jobs));
  EXPECT_EQ(facts.quantities[5].name, "arrivals");
  EXPECT_DOUBLE_EQ(facts.quantities[5].mean, double(facts.jobs) / 2000.0);
}

// Of a published seed: never to change unnoticed.
TEST(SyntheticWorkload, SamplesAreTheSameEverywhere) {
  std::string text;
  for (std::string const arrivals : {"poisson", "bursty", "diurnal"}) {
    std::vector<std::string> sets = {"workload.arrivals=" + arrivals, "workload.correlation=0.5",
                                     "workload.user_skew=1.1", "workload.needs={gpu=0.1}"};
    if (arrivals == "diurnal")
      sets.push_back(
          "workload.hourly_rates=[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24]");
    for (std::uint64_t sample : {0u, 9u}) {
      auto const p = make_problem(with(sets), sample);
      for (auto const* const list : {&p->job_begin, &p->submit, &p->tasks, &p->duration, &p->demand,
                                     &p->placement, &p->demands})
        for (std::int32_t const value : *list) text += std::to_string(value) + ",";
      for (std::uint64_t const word : p->placements) text += std::to_string(word) + ",";
    }
  }
  EXPECT_EQ(sha256(text), "b0a4b5e3ee58b660c8f060bdc34d8c86e508f570c342660ff29b980d481d2635");
}

}  // namespace
}  // namespace fairslot::workload
