// The kernel that divides many instances by drf comes to the bits of the mechanism, which takes one
// at a time, whatever the lanes of a team. scripts/gpu-check runs the same on a GPU.
#include "kernels/pool/drf.hpp"

#include <algorithm>
#include <bit>

#include "gtest/gtest.h"
#include "host/pool/batch_kernel.hpp"
#include "host/pool/solver.hpp"
#include "rapidcheck/gtest.h"
#include "tests/pool/random_instance.hpp"

namespace fairslot::pool {
namespace {

/// Nothing is there of a resource, which nobody needs.
void take_away(Instance& in, std::size_t resource) {
  in.capacity[resource] = 0;
  for (std::size_t i = 0; i < in.N(); ++i) {
    in.demand[i * in.K() + resource] = 0;
    in.demand[i * in.K() + (resource + 1) % in.K()] += 1;
  }
}

Instance draw_of(std::size_t resources, std::size_t most_users) {
  Instance in =
      draw({.most_users = most_users, .most_resources = resources, .least_resources = resources});
  if (resources > 1 && *rc::gen::inRange(0, 4) == 0)
    take_away(in, *rc::gen::inRange<std::size_t>(0, resources));
  // Sums of such numbers depend on their order.
  double const unit = *rc::gen::element(1.0, 0.1, 1e-12, 1e9);
  for (double& demand : in.demand) demand *= unit;
  return in;
}

std::vector<Instance> draw_block(std::size_t resources, std::size_t most_users) {
  std::vector<Instance> all;
  for (int count = *rc::gen::inRange(1, 7); count > 0; --count)
    all.push_back(draw_of(resources, most_users));
  return all;
}

std::vector<std::uint64_t> bits(std::vector<double> const& numbers) {
  std::vector<std::uint64_t> all;
  for (double const number : numbers) all.push_back(std::bit_cast<std::uint64_t>(number));
  return all;
}

void expect_the_mechanisms_bits(std::vector<Instance> const& all, int lanes) {
  Solver const solver("drf");
  DrfBlock block{.resources = static_cast<int>(all.front().K())};
  std::vector<double> expected;
  for (Instance const& in : all) {
    add_to(block, in);
    auto const tasks = solver.solve(in, Steps::none).tasks;
    expected.insert(expected.end(), tasks.begin(), tasks.end());
  }
  DrfKernel kernel(lanes);
  auto const have = kernel.tasks(block);
  RC_ASSERT(bits(have) == bits(expected));
  RC_ASSERT(bits(kernel.tasks(block)) == bits(have));  // nothing is left of the block before
}

std::size_t draw_resources() { return *rc::gen::inRange<std::size_t>(1, most_resources + 1); }

RC_GTEST_PROP(DrfKernel, ComesToTheMechanismsBits, ()) {
  auto const most_users = *rc::gen::element<std::size_t>(3, 40, 300);
  expect_the_mechanisms_bits(draw_block(draw_resources(), most_users), 0);
}

RC_GTEST_PROP(DrfKernel, ComesToTheMechanismsBitsByAnyLanes, ()) {
  auto const all = draw_block(draw_resources(), 20);
  for (int const lanes : {1, 2, 4}) expect_the_mechanisms_bits(all, lanes);
}

TEST(DrfKernel, DividesTheWorkedExample) {
  DrfBlock block{.resources = 2};
  Instance in = one_pool({9, 18}, {1, 4, 3, 1});
  add_to(block, in);
  in.weight = {2, 2, 1, 1};
  add_to(block, in);
  in = one_pool({9, 18}, {1, 4, 3, 1});
  in.tasks[0] = 2;
  add_to(block, in);
  in.tasks = {0, 0};
  add_to(block, in);
  auto const tasks = DrfKernel().tasks(block);
  std::vector<double> const expected = {3, 2, 54.0 / 13, 18.0 / 13, 2, 7.0 / 3, 0, 0};
  ASSERT_EQ(tasks.size(), expected.size());
  for (std::size_t i = 0; i < tasks.size(); ++i) EXPECT_NEAR(tasks[i], expected[i], 1e-12);
}

TEST(DrfKernel, TakesABlockLargerThanTheOneBefore) {
  DrfKernel kernel;
  for (unsigned const count : {1u, 200u, 3u}) {
    DrfBlock block{.resources = 2};
    for (unsigned i = 0; i < count; ++i) add_to(block, one_pool({9, 18}, {1, 4, 3, 1}));
    EXPECT_EQ(kernel.tasks(block).size(), 2 * count);
  }
}

/// What the kernel has no code for is the host's.
TEST(BatchKernel, LeavesToTheHostWhatItDoesNotTake) {
  BatchInstance plain, bad, two_weights, weightless, without;
  for (BatchInstance* own : {&plain, &bad, &two_weights, &weightless, &without})
    own->instance = one_pool({9, 18}, {1, 4, 3, 1});
  bad.problem.text = "bad";
  two_weights.instance.weight = {1, 1, 3, 1};
  weightless.instance.weight = {0, 0, 1, 1};
  without.instance.capacity[0] = 0;
  std::vector<BatchInstance> const all = {plain, bad, two_weights, weightless, without, plain};
  BatchKernel kernel;
  auto const answers = kernel.solve(Solver("drf"), all);
  ASSERT_EQ(answers.size(), all.size());
  for (std::size_t i = 0; i < all.size(); ++i)
    EXPECT_EQ(answers[i].has_value(), i == 0 || i + 1 == all.size()) << i;
  Answer const expected = Solver("drf").solve(plain.instance);
  EXPECT_EQ(answers[5]->tasks, expected.tasks);
  EXPECT_EQ(answers[5]->level, expected.level);
  EXPECT_EQ(answers[5]->allocation, expected.allocation);
  EXPECT_EQ(answers[5]->saturated, expected.saturated);
  for (char const* other : {"drf:discrete=skip", "asset_fairness", "ddrf"})
    for (auto const& answer : kernel.solve(Solver(other), all)) EXPECT_FALSE(answer.has_value());
}

}  // namespace
}  // namespace fairslot::pool
