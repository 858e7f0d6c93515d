// Each property on allocations made by hand: some keep it, some break it by what is known.
#include "host/pool/properties.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "host/pool/solver.hpp"

namespace fairslot::pool {
namespace {

Instance const same = one_pool({10, 10}, {1, 1, 1, 1});
Instance const thesis = one_pool({9, 18}, {1, 4, 3, 1});

std::optional<Shortfall> shortfall(std::string_view name, Divide const& divide,
                                   Instance const& in) {
  auto const all = properties();
  auto const own = std::ranges::find(all, name, &Property::name);
  if (own == all.end()) throw std::logic_error("no such property");
  return own->shortfall(divide, in, divide(in));
}

Divide mechanism(std::string_view text) {
  return [solver = Solver(text)](Instance const& in) { return solver.solve(in, Steps::none); };
}

/// Of every resource each user has a part that `weigh` tells of: of an instance and a user.
Divide in_parts(std::function<double(Instance const&, std::size_t)> const& weigh) {
  return [weigh](Instance const& in) {
    std::vector<double> allocation;
    for (std::size_t i = 0; i < in.N(); ++i)
      for (double const capacity : in.capacity) allocation.push_back(weigh(in, i) * capacity);
    return answer_of_allocation(in, std::move(allocation));
  };
}
/// The same of all users.
Divide each(double part) {
  return in_parts([part](Instance const&, std::size_t) { return part; });
}
/// The first user has so much, the others share the rest.
Divide first_has(double part) {
  return in_parts([part](Instance const& in, std::size_t i) {
    return i == 0 ? part : (1 - part) / static_cast<double>(in.N() - 1);
  });
}
/// As they ask: who asks for more has more.
Divide by_demand() {
  return [](Instance const& in) {
    std::vector<double> allocation;
    for (std::size_t i = 0; i < in.N(); ++i)
      for (std::size_t r = 0; r < in.K(); ++r) {
        double sum = 0;
        for (std::size_t j = 0; j < in.N(); ++j) sum += in.demand_of(j)[r];
        allocation.push_back(sum > 0 ? in.capacity[r] * in.demand_of(i)[r] / sum : 0.0);
      }
    return answer_of_allocation(in, std::move(allocation));
  };
}

void expect_kept(std::string_view property, Divide const& divide, Instance const& in) {
  auto const found = shortfall(property, divide, in);
  ASSERT_TRUE(found) << property;
  EXPECT_LE(found->part(), least_shortfall) << property << ": " << found->how;
}

void expect_broken(std::string_view property, Divide const& divide, Instance const& in,
                   std::size_t user, double have, double due) {
  auto const found = shortfall(property, divide, in);
  ASSERT_TRUE(found) << property;
  EXPECT_EQ(found->user, user) << found->how;
  EXPECT_NEAR(found->have, have, 1e-9) << found->how;
  EXPECT_NEAR(found->due, due, 1e-9) << found->how;
  EXPECT_GT(found->part(), least_shortfall);
  EXPECT_NE(found->how.find(std::to_string(user)), std::string::npos) << found->how;
}

TEST(Properties, SharingIncentive) {
  expect_kept("sharing_incentive", mechanism("equal_split"), thesis);
  expect_kept("sharing_incentive", mechanism("drf"), thesis);
  expect_broken("sharing_incentive", first_has(0.6), same, 1, 4, 5);
  expect_broken("sharing_incentive", mechanism("asset_fairness"), one_pool({30, 30}, {1, 3, 1, 1}),
                1, 12, 15);
}

TEST(Properties, StrategyProofness) {
  expect_kept("strategy_proofness", each(0.25), thesis);
  expect_kept("strategy_proofness", mechanism("drf"), thesis);
  // Alone with 1 of 2 it has half; of 8 it asks for eight times as much and has 8/9.
  expect_broken("strategy_proofness", by_demand(), same, 0, 5, 80.0 / 9);
  // The largest lie is not the best: who asks for just twice its demand has most.
  Divide const for_twice = in_parts([](Instance const& in, std::size_t i) {
    return i == 1 && in.demand_of(1)[0] == 2 && in.demand_of(1)[1] == 0.5 ? 0.5 : 0.25;
  });
  expect_broken("strategy_proofness", for_twice, same, 1, 2.5, 5);
  expect_broken("strategy_proofness", mechanism("ceei"), one_pool({28, 27}, {3, 6, 8, 2}), 1,
                29.0 / 14, 29.0 / 11);
}

TEST(Properties, ALieOfOneResource) {
  // What it gets of the first resource depends on what it says of the second.
  Divide const divide = [](Instance const& in) {
    double const part = in.demand_of(0)[1] == 0 ? 0.75 : 0.25;
    return answer_of_allocation(in,
                                {10 * part, 10 * part, 10 * (1 - part) / 2, 10 * (1 - part) / 2});
  };
  expect_broken("strategy_proofness", divide, same, 0, 2.5, 7.5);
}

TEST(Properties, EnvyFreeness) {
  expect_kept("envy_freeness", mechanism("drf"), thesis);
  expect_kept("envy_freeness", each(0.1), same);
  expect_broken("envy_freeness", first_has(0.6), same, 1, 4, 6);
  // Others may have more, if of no use to one: 6 CPU and 2 GB are half a task of <1, 4>.
  expect_kept(
      "envy_freeness",
      [](Instance const& in) {
        return answer_of_tasks(in, {3, 2});
      },
      thesis);
}

TEST(Properties, ParetoEfficiency) {
  expect_kept("pareto_efficiency", mechanism("drf"), thesis);
  expect_kept("pareto_efficiency", first_has(1), same);
  expect_broken("pareto_efficiency", each(0.25), same, 0, 2.5, 7.5);
  // One resource is used up, and who does not need it could have more.
  Instance const other = one_pool({10, 10}, {1, 1, 0, 1});
  expect_broken(
      "pareto_efficiency",
      [](Instance const& in) {
        return answer_of_tasks(in, {5, 3});
      },
      other, 1, 3, 5);
  expect_broken(
      "pareto_efficiency",
      [](Instance const& in) {
        return answer_of_tasks(in, {9, 0});
      },
      other, 1, 0, 1);
}

TEST(Properties, SingleResourceFairness) {
  for (auto const* const own : {"drf", "asset_fairness", "ceei", "drfh", "max_min"})
    expect_kept("single_resource_fairness", mechanism(own), thesis);
  // Nobody is limited, and the second has less than half.
  expect_broken("single_resource_fairness", first_has(0.75), same, 1, 2.5, 7.5);
  // Equal parts are fair unless somebody wants less.
  expect_broken("single_resource_fairness", mechanism("equal_split"), same, 1, 5, 7.5);
  EXPECT_FALSE(
      shortfall("single_resource_fairness", mechanism("drf"), one_pool({10, 10}, {1, 1, 0, 1})));
}

TEST(Properties, BottleneckFairness) {
  Instance const crowded = one_pool({30, 30}, {1, 3, 1, 1});
  expect_kept("bottleneck_fairness", mechanism("drf"), crowded);
  expect_kept("bottleneck_fairness", mechanism("ceei"), crowded);
  expect_broken("bottleneck_fairness", mechanism("asset_fairness"), crowded, 1, 12, 15);
  EXPECT_FALSE(shortfall("bottleneck_fairness", mechanism("drf"), thesis));
}

TEST(Properties, PopulationMonotonicity) {
  expect_kept("population_monotonicity", mechanism("drf"), one_pool({30, 38}, {2, 6, 7, 4, 6, 4}));
  expect_kept("population_monotonicity", each(0.1), same);
  // The more there are, the more each has.
  Divide const social =
      in_parts([](Instance const& in, std::size_t) { return static_cast<double>(in.N()) / 10; });
  expect_broken("population_monotonicity", social, one_pool({10, 10}, {1, 1, 1, 1, 1, 1}), 1, 2, 3);
  // Users behind the one who goes move up, and the last of three has half as much once the first is
  // gone.
  Divide const last = in_parts([](Instance const& in, std::size_t i) {
    double const crowd = in.demand_of(0)[0] == 2 ? 0.4 : 0.2;
    return i + 1 == in.N() ? crowd : 0.2;
  });
  expect_broken("population_monotonicity", last, one_pool({10, 10}, {2, 2, 1, 1, 1, 1}), 2, 2, 4);
  EXPECT_FALSE(shortfall("population_monotonicity", mechanism("drf"), one_pool({10, 10}, {1, 1})));
}

TEST(Properties, ResourceMonotonicity) {
  expect_kept("resource_monotonicity", mechanism("equal_split"), thesis);
  // Doubling the CPU takes from the first, doubling the other takes more from the second.
  Instance const in = one_pool({28, 27}, {3, 6, 8, 2});
  expect_broken("resource_monotonicity", mechanism("drf"), in, 1, 98.0 / 55, 196.0 / 83);
  Divide const shy = in_parts([](Instance const& of, std::size_t) { return 2 / of.capacity[1]; });
  expect_kept("resource_monotonicity", shy, one_pool({10, 10}, {0, 1, 0, 1}));
  expect_broken("resource_monotonicity", shy, same, 0, 1, 2);
}

TEST(Properties, NoJustifiedComplaints) {
  expect_kept("no_justified_complaints", mechanism("ceei"), thesis);
  expect_kept("no_justified_complaints", mechanism("equal_split"), thesis);
  expect_broken("no_justified_complaints", mechanism("drf"), thesis, 0, 1.0 / 3, 0.5);
  // Nothing is used up: everybody may complain.
  expect_broken("no_justified_complaints", each(0.25), same, 0, 0, 0.5);
}

TEST(Properties, NamesDiffer) {
  std::map<std::string_view, int> names;
  for (Property const& own : properties()) ++names[own.name];
  EXPECT_EQ(names.size(), 9U);
  EXPECT_EQ(properties().size(), 9U);
}

}  // namespace
}  // namespace fairslot::pool
