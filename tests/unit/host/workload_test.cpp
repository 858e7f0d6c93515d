// Samples drawn from the trace's counts: their statistics, their independence, their bits.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <set>

#include "host/data/tables.hpp"
#include "host/error.hpp"
#include "host/random.hpp"
#include "host/scenario/scenario.hpp"
#include "host/sha256.hpp"
#include "host/workload/constraints.hpp"
#include "host/workload/trace_jobs.hpp"
#include "host/workload/workload.hpp"
#include "kernels/list.hpp"

namespace fairslot::workload {
namespace {

using data::Counts;
using data::Row;
using scenario::Scenario;
using scenario::ServerType;

Scenario with(std::vector<std::string> const& sets) {
  return scenario::parse_scenario("", "t.toml", sets);
}

/// Mean and its standard error.
struct Mean {
  double mean, error;
};
template <class Of>
Mean mean_of(std::vector<TraceJob> const& jobs, Of const& of) {
  double sum = 0, squares = 0;
  for (TraceJob const& job : jobs) sum += of(job);
  double const n = static_cast<double>(jobs.size()), mean = sum / n;
  for (TraceJob const& job : jobs) squares += (of(job) - mean) * (of(job) - mean);
  return {mean, std::sqrt(squares / (n - 1) / n)};
}

std::vector<TraceJob> many_jobs(std::vector<std::string> sets) {
  sets.push_back("workload.jobs=200000");
  return draw_jobs(with(sets).workload, Random(1, 0));
}

double tasks_of(TraceJob const& job) { return static_cast<double>(job.tasks); }
double duration_of(TraceJob const& job) { return static_cast<double>(job.duration); }

void expect_mean(Mean const& m, double expected) {
  EXPECT_NEAR(m.mean, expected, 4 * m.error) << "standard error " << m.error;
}

TEST(Tables, HoldTheTracesPopulations) {
  EXPECT_EQ(data::instances_per_task().total(), 9'673'063u);
  EXPECT_EQ(data::instance_durations().total(), 416'476'935u);
  EXPECT_EQ(data::task_plan_cpu().total(), 9'673'063u);
  EXPECT_EQ(data::task_plan_mem().total(), 9'673'063u);
  EXPECT_EQ(data::cpu_mem_pairs().total(), 67'634u);
  EXPECT_EQ(data::task_rows().total(), 67'634u);
  EXPECT_EQ(data::google_jobs_per_user().total(), 933u);
  EXPECT_EQ(data::instance_durations().rows().back()[0], 142'574);
  for (Counts const* const counts : {&data::instances_per_task(), &data::instance_durations(),
                                     &data::task_plan_mem(), &data::task_rows()})
    EXPECT_TRUE(std::ranges::is_sorted(counts->rows()));
}

TEST(Tables, DrawInvertsTheCumulativeCounts) {
  Counts const counts({{3, 2}, {5, 1}, {9, 3}}, 1);
  std::vector<std::int64_t> observed;
  for (std::uint64_t i = 0; i < counts.total(); ++i) observed.push_back(counts.observation(i)[0]);
  EXPECT_THAT(observed, testing::ElementsAre(3, 3, 5, 9, 9, 9));
  EXPECT_EQ(counts.below(3), 0u);
  EXPECT_EQ(counts.below(6), 3u);
  EXPECT_EQ(counts.below(10), 6u);
  EXPECT_EQ(counts.draw(0)[0], 3);
  EXPECT_EQ(counts.draw(~std::uint64_t{0})[0], 9);
  EXPECT_EQ(counts.draw(0, 2, 3)[0], 5);
  EXPECT_EQ(counts.draw(~std::uint64_t{0}, 2, 3)[0], 5);
}

TEST(Random, IsPhilox4x32WithTenRounds) {
  // Known answer of Random123 for counter and key 0: 6627e8d5 e169c58d bc57ac4c 9b00dbd8.
  EXPECT_EQ(Random(0, 0).bits(Draw{0}, 0, 0, 0), 0xe169c58d'6627e8d5u);
}

TEST(Random, HappensWithItsProbability) {
  EXPECT_FALSE(happens(0, 0.0));
  EXPECT_TRUE(happens(~std::uint64_t{0}, 1.0));
  EXPECT_TRUE(happens((std::uint64_t{1} << 62) - 1, 0.25));
  EXPECT_FALSE(happens(std::uint64_t{1} << 62, 0.25));
}

TEST(Workload, TasksHaveTheCountsMeans) {
  expect_mean(mean_of(many_jobs({"workload.large_share=1"}), tasks_of), 1427.2745);
  expect_mean(mean_of(many_jobs({"workload.large_share=0"}), tasks_of), 17.3979);
  expect_mean(mean_of(many_jobs({}), tasks_of), 43.0553);
  EXPECT_NEAR(mean_tasks(with({"workload.large_share=1"}).workload), 1427.2745, 1e-4);
  EXPECT_NEAR(mean_tasks(with({"workload.large_share=0"}).workload), 17.3979, 1e-4);
  EXPECT_NEAR(mean_tasks(with({}).workload), 43.0553, 1e-4);
  EXPECT_NEAR(expected_tasks(with({"workload.large_share=0.5"})), 300 * (1427.2745 + 17.3979) / 2,
              0.1);
}

TEST(Workload, SubmissionsAreForetold) {
  for (std::string const share : {"-1", "0.5"}) {
    Scenario const s =
        with({"workload.jobs=5000", "workload.large_share=" + share, "workload.submit=per_task"});
    EXPECT_NEAR(make_problem(s, 0)->entries() / expected_submissions(s), 1, 0.1);  // heavy tails
  }
  EXPECT_EQ(expected_submissions(with({"workload.jobs=20000"})), 20000);
}

TEST(Workload, SizesKeepToTheThreshold) {
  auto const jobs = many_jobs({"workload.large_share=0.25"});
  auto const large = std::ranges::count_if(jobs, [](TraceJob const& j) { return j.tasks >= 500; });
  EXPECT_NEAR(static_cast<double>(large) / 200000, 0.25, 4 * std::sqrt(0.25 * 0.75 / 200000));
  auto const normal = many_jobs({});
  auto const natural =
      std::ranges::count_if(normal, [](TraceJob const& j) { return j.tasks >= 500; });
  EXPECT_NEAR(static_cast<double>(natural) / 200000, 0.018198, 4 * std::sqrt(0.0182 / 200000));
}

TEST(Workload, DurationsAreRoundedUpToSlots) {
  expect_mean(mean_of(many_jobs({}), duration_of), 35.5);
  expect_mean(mean_of(many_jobs({"workload.slot_seconds=10"}), duration_of), 4.1);
  auto const one = many_jobs({}), ten = many_jobs({"workload.slot_seconds=10"}),
             cut = many_jobs({"workload.max_duration=7"});
  for (std::size_t j = 0; j < one.size(); ++j) {
    EXPECT_GE(one[j].duration, 1);
    EXPECT_EQ(ten[j].duration, (one[j].duration + 9) / 10);
    EXPECT_EQ(cut[j].duration, std::min<std::int64_t>(one[j].duration, 7));
  }
}

TEST(Workload, DemandsAreThoseOfThePairs) {
  std::set<std::array<std::int32_t, 2>> valid;
  for (Row const& row : data::cpu_mem_pairs().rows())
    valid.insert({static_cast<std::int32_t>(row[0] * 10),
                  std::max(1, static_cast<std::int32_t>(
                                  std::lround(static_cast<double>(row[1]) / 100 * 3.84 * 1024)))});
  std::int64_t common = 0;
  auto const jobs = many_jobs({});
  for (TraceJob const& job : jobs) {
    EXPECT_TRUE(valid.contains(job.demand)) << job.demand[0] << "," << job.demand[1];
    common +=
        job.demand == std::array{500, 786};  // plan_cpu 50, plan_mem 0.2: 18,343 of 67,634 tasks
  }
  EXPECT_NEAR(static_cast<double>(common) / 200000, 18343.0 / 67634, 4 * std::sqrt(0.2 / 200000));
  for (TraceJob const& job : many_jobs({"workload.gb_per_percent=0.001"}))
    EXPECT_GE(job.demand[1], 1);
}

TEST(Workload, IndependentColumnsComeFromTheirOwnCounts) {
  auto const jobs = many_jobs({"workload.demand=independent"});
  double const half = static_cast<double>(
      std::ranges::count_if(jobs, [](TraceJob const& j) { return j.demand[0] == 500; }));
  EXPECT_NEAR(half / 200000, 4051891.0 / 9673063, 4 * std::sqrt(0.25 / 200000));
}

TEST(Workload, RowsKeepColumnsTogether) {
  std::set<std::array<std::int64_t, 4>> valid;
  for (Row const& row : data::task_rows().rows())
    valid.insert({row[0], std::max<std::int64_t>(1, row[1]), row[2] * 10,
                  std::lround(static_cast<double>(row[3]) * 39.3216)});
  auto const jobs = many_jobs({"workload.demand=rows", "workload.large_share=0.5"});
  for (TraceJob const& job : jobs)
    EXPECT_TRUE(valid.contains({job.tasks, job.duration, job.demand[0], job.demand[1]}));
  auto const large = std::ranges::count_if(jobs, [](TraceJob const& j) { return j.tasks >= 500; });
  EXPECT_NEAR(static_cast<double>(large) / 200000, 0.5, 4 * std::sqrt(0.25 / 200000));
}

TEST(Workload, SubmitSlotsAreUniform) {
  auto const p = make_problem(with({"workload.jobs=60000"}), 0);
  auto const [least, most] = std::ranges::minmax(p->submit);
  EXPECT_EQ(least, 1);
  EXPECT_EQ(most, 600);
  double sum = 0;
  for (std::int32_t const slot : p->submit) sum += slot;
  EXPECT_NEAR(sum / 60000, 300.5, 4 * 173.2 / std::sqrt(60000.0));
}

// Common random numbers: what one parameter changes leaves all other draws as they are.
TEST(Workload, ParametersDoNotDisturbOtherDraws) {
  auto const base = draw_jobs(with({}).workload, Random(1, 3));
  auto const large = draw_jobs(with({"workload.large_share=0.5"}).workload, Random(1, 3));
  auto const heavier = draw_jobs(with({"workload.large_share=0.8"}).workload, Random(1, 3));
  auto const fewer = draw_jobs(with({"workload.jobs=100"}).workload, Random(1, 3));
  auto const shared = draw_jobs(with({"workload.users=20"}).workload, Random(1, 3));
  for (std::size_t j = 0; j < base.size(); ++j) {
    EXPECT_EQ(large[j].duration, base[j].duration);
    EXPECT_EQ(large[j].demand, base[j].demand);
    EXPECT_EQ(shared[j].tasks, base[j].tasks);
    EXPECT_EQ(shared[j].demand, base[j].demand);
    if (large[j].tasks >= 500) {
      EXPECT_EQ(heavier[j].tasks, large[j].tasks);
    }
    if (j < 100) {
      EXPECT_EQ(fewer[j].tasks, base[j].tasks);
    }
  }
  auto const a = make_problem(with({}), 3),
             b = make_problem(with({"workload.placement_probability=0.6"}), 3),
             c = make_problem(with({"workload.large_share=0.5"}), 3);
  EXPECT_EQ(a->submit, b->submit);
  EXPECT_EQ(a->tasks, b->tasks);
  EXPECT_EQ(a->duration, b->duration);
  EXPECT_EQ(a->submit, c->submit);
  EXPECT_EQ(a->duration, c->duration);
  for (int j = 0; j < 300; ++j)  // the sets' numbers may differ, not the sets
    for (int w = 0; w < a->words(); ++w)
      EXPECT_EQ(a->placements[a->placement[j] * a->words() + w],
                c->placements[c->placement[j] * c->words() + w]);
}

TEST(Workload, SamplesAndSeedsDiffer) {
  auto const a = make_problem(with({}), 0), b = make_problem(with({}), 1),
             c = make_problem(with({"seed=2"}), 0);
  EXPECT_NE(a->submit, b->submit);
  EXPECT_NE(a->submit, c->submit);
  EXPECT_NE(b->submit, c->submit);
}

TEST(Workload, TasksSubmittedApartAreTheSameJobs) {
  std::vector<std::string> const some = {"workload.jobs=100", "workload.users=10",
                                         "workload.large_share=0.3"};
  auto apart = some;
  apart.push_back("workload.submit=per_task");
  auto const whole = make_problem(with(some), 5), split = make_problem(with(apart), 5);
  EXPECT_EQ(split->total_tasks(), whole->total_tasks());
  EXPECT_GT(split->entries(), whole->entries());
  EXPECT_EQ(*std::ranges::max_element(split->submit), 600);
  for (int u = 0; u < 10; ++u) {
    EXPECT_EQ(split->jobs(u), whole->jobs(u));
    auto const totals = [u](Problem const& p) {
      List<std::pair<std::int64_t, std::int32_t>> out(
          static_cast<std::size_t>(p.jobs(u)));  // tasks, duration
      for (int e = p.job_begin[u]; e < p.job_begin[u + 1]; ++e) {
        out[p.job[e]].first += p.tasks[e];
        out[p.job[e]].second = p.duration[e];
      }
      return out;
    };
    EXPECT_EQ(totals(*split), totals(*whole));
  }
}

TEST(Workload, UsersShareJobsWithASkew) {
  auto const p = make_problem(with({"workload.users=30"}), 0);
  EXPECT_EQ(p->users(), 30);
  std::vector<int> jobs;
  for (int u = 0; u < 30; ++u) jobs.push_back(p->jobs(u));
  EXPECT_EQ(std::accumulate(jobs.begin(), jobs.end(), 0), 300);
  EXPECT_GE(*std::ranges::min_element(jobs), 1);
  EXPECT_GT(*std::ranges::max_element(jobs), 60) << "a few users of Google's trace have most jobs";
  for (int u = 0; u < 30; ++u)
    EXPECT_TRUE(
        std::is_sorted(&p->submit[p->job_begin[u]],
                       &p->submit[p->job_begin[u]] + p->job_begin[u + 1] - p->job_begin[u]));
  EXPECT_EQ(make_problem(with({"workload.users=300"}), 0)->jobs(299), 1);
}

int permitted_servers(Problem const& p, int entry) {
  int servers = 0;
  for (int w = 0; w < p.words(); ++w)
    servers += std::popcount(p.placements[std::int64_t(p.placement[entry]) * p.words() + w]);
  return servers;
}

TEST(Constraints, EachTypeIsPermittedWithItsProbability) {
  auto const p = make_problem(with({"workload.jobs=20000"}), 0);
  double servers = 0;
  for (int e = 0; e < p->entries(); ++e) servers += permitted_servers(*p, e);
  // Given that one of ten types at least is permitted: 30 / (1 - 0.7^10).
  EXPECT_NEAR(servers / 20000, 30 / (1 - std::pow(0.7, 10)), 0.5);
}

TEST(Constraints, ShareOfUsersThatAreConstrained) {
  auto const all_free = make_problem(with({"workload.constrained_share=0"}), 0);
  auto const certain = make_problem(with({"workload.placement_probability=1"}), 0);
  for (Problem const* const p : {all_free.get(), certain.get()}) {
    EXPECT_EQ(p->placement_groups(), 1);
    EXPECT_EQ(permitted_servers(*p, 0), 100);
  }
  auto const half = make_problem(with({"workload.jobs=4000", "workload.constrained_share=0.5"}), 0);
  int unconstrained = 0;
  for (int e = 0; e < half->entries(); ++e) unconstrained += permitted_servers(*half, e) == 100;
  EXPECT_NEAR(unconstrained / 4000.0, 0.5, 4 * std::sqrt(0.25 / 4000));
}

TEST(Constraints, EveryJobThatSomeTypeHostsHasAPermittedHost) {
  std::vector<ServerType> const types = {{5, {1000, 1000}}, {1, {8000, 1000}}, {1, {1000, 8000}}};
  Scenario::Workload w;
  std::vector<std::int32_t> const cpu{5000, 10}, memory{10, 5000}, giant{9000, 9000};
  for (std::uint32_t user = 0; user < 200; ++user) {
    auto const permitted = draw_permitted(w, Random(1, 0), user, types, {cpu, memory, giant});
    EXPECT_TRUE(permitted[1] && permitted[2]) << user;
  }
  EXPECT_THAT(draw_permitted(w, Random(1, 0), 0, types, {giant}), testing::Each(true));
  std::vector<ServerType> const gone = {{5, {1000, 1000}}, {0, {8000, 8000}}};
  EXPECT_THAT(draw_permitted(w, Random(1, 0), 0, gone, {cpu}), testing::Each(true));
}

TEST(Constraints, LookAtEveryResource) {
  Scenario::Workload w;
  std::vector<ServerType> const three = {{9, {8, 8, 0}}, {1, {8, 8, 4}}},
                                one = {{9, {4}}, {1, {8}}};
  for (std::uint32_t user = 0; user < 100; ++user) {
    EXPECT_TRUE(draw_permitted(w, Random(1, 0), user, three, {{1, 1, 2}})[1]) << user;
    EXPECT_TRUE(draw_permitted(w, Random(1, 0), user, one, {{5}})[1]) << user;
  }
}

/// Server types of Table 3 in other resources, or the same in another order.
Scenario on(std::string const& resources, std::string const& capacities) {
  return scenario::parse_scenario("[cluster]\nresources = [" + resources + "]\ngroups = [" +
                                      capacities + "]\n[workload]\njobs = 40\n",
                                  "t.toml");
}

TEST(Workload, TheTraceIsDrawnForAnyNumberOfResources) {
  auto const plain = make_problem(
      on("'cpu_milli', 'mem_mib'", "{capacity = [64000, 262144]}, {capacity = [2000, 8192]}"), 0);
  auto const turned = make_problem(
      on("'mem_mib', 'cpu_milli'", "{capacity = [262144, 64000]}, {capacity = [8192, 2000]}"), 0);
  auto const three =
      make_problem(on("'mem_mib', 'gpu', 'cpu_milli'",
                      "{capacity = [262144, 8, 64000]}, {capacity = [8192, 0, 2000]}"),
                   0);
  auto const memory =
      make_problem(on("'mem_mib'", "{capacity = [262144]}, {capacity = [8192]}"), 0);
  auto const amounts = [](Problem const& p, int resource) {
    std::vector<std::int32_t> all;
    for (int e = 0; e < p.entries(); ++e)
      all.push_back(p.demands[std::int64_t(p.demand[e]) * p.resources + resource]);
    return all;
  };
  auto const cpu = amounts(*plain, 0), mem = amounts(*plain, 1);
  EXPECT_EQ(amounts(*turned, 1), cpu);
  EXPECT_EQ(amounts(*turned, 0), mem);
  ASSERT_EQ(three->resources, 3);
  EXPECT_EQ(amounts(*three, 2), cpu);
  EXPECT_EQ(amounts(*three, 0), mem);
  EXPECT_THAT(amounts(*three, 1), testing::Each(0));
  EXPECT_EQ(memory->resources, 1);
  EXPECT_EQ(amounts(*memory, 0), mem);
  for (Problem const* const p : {turned.get(), three.get()}) {
    EXPECT_EQ(p->submit, plain->submit);
    EXPECT_EQ(p->tasks, plain->tasks);
    for (int e = 0; e < p->entries(); ++e)
      EXPECT_EQ(permitted_servers(*p, e), permitted_servers(*plain, e)) << e;
  }
}

TEST(Workload, ResourcesThatTheTraceMightMeanAreNamed) {
  for (auto const& [names, capacity] :
       std::vector<std::pair<std::string, std::string>>{{"'cpu_mili', 'mem_mib'", "1, 1"},
                                                        {"'cpu_milli', 'gpu'", "1, 1"},
                                                        {"'gpu'", "1"},
                                                        {"'cpu_milli', 'gpu', 'mem'", "1, 1, 1"}})
    EXPECT_THROW(on(names, "{capacity = [" + capacity + "]}"), InputError) << names;
}

TEST(Workload, InlineJobsAreTakenAsGiven) {
  Scenario const s = scenario::parse_scenario(
      "horizon = 9\n[[cluster.groups]]\ncount = 2\ncapacity = [4, 8]\n[[cluster.groups]]\ncapacity "
      "= [8, 8]\n"
      "[[users]]\nweight = 2\njobs = [{submit = 3, tasks = 10, demand = [1, 2], duration = 2, "
      "servers = [0, 2]}, "
      "{demand = [0, 1], servers = []}]\n[[users]]\n",
      "t.toml");
  auto const p = make_problem(s, 0);
  EXPECT_EQ(p->horizon, 9);
  EXPECT_EQ(p->servers, 3);
  EXPECT_THAT(p->capacity, testing::ElementsAre(4, 4, 8, 8, 8, 8));
  EXPECT_THAT(p->weight, testing::ElementsAre(2, 1));
  EXPECT_THAT(p->job_begin, testing::ElementsAre(0, 2, 2));
  EXPECT_THAT(p->submit, testing::ElementsAre(1, 3));
  EXPECT_THAT(p->job, testing::ElementsAre(1, 0));
  EXPECT_EQ(permitted_servers(*p, 0), 0);
  EXPECT_EQ(permitted_servers(*p, 1), 2);
  EXPECT_EQ(expected_tasks(s), 11);
  EXPECT_EQ(job_count(s), 2);
}

std::string digest(Problem const& p) {
  std::string text;
  auto const add = [&text](auto const& values) {
    for (auto const value : values) text += std::to_string(value) + ",";
    text += ";";
  };
  add(p.capacity), add(p.job_begin), add(p.submit), add(p.tasks), add(p.duration), add(p.demand);
  add(p.placement), add(p.job), add(p.demands), add(p.placements);
  return sha256(text);
}

// The samples of a published seed are part of the results: they must never change unnoticed.
TEST(Workload, SamplesAreTheSameEverywhere) {
  EXPECT_EQ(digest(*make_problem(with({"workload.large_share=0.5"}), 0)),
            "fedb149de209cb465a5c01881c9ccbd34dd6ad2f1fa16841ea157d753eb0ff48");
  EXPECT_EQ(digest(*make_problem(with({"workload.demand=rows", "workload.submit=per_task",
                                       "workload.users=20", "workload.constrained_share=0.5"}),
                                 99)),
            "20e290753a4210a391f6f6cd475b64170fec96179b1caecfbf2298356388666c");
}

}  // namespace
}  // namespace fairslot::workload
