// Mechanisms of pools against their plain twins and against themselves, in one run, answers
// compared first: ratios, which a machine's load does not change much.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <random>
#include <thread>

#include "host/bench/measure.hpp"
#include "host/pool/solver.hpp"
#include "tests/oracle/pool/twins.hpp"

namespace fairslot::pool {
namespace {

using Instances = std::vector<Instance>;

/// Users of random demands; some do not need a resource. About half come to their limits.
Instance random_instance(std::mt19937_64& random, std::size_t users, std::size_t resources) {
  std::uniform_real_distribution<double> number(0, 1);
  Instance in;
  for (std::size_t r = 0; r < resources; ++r) {
    in.resources.push_back(fmt::format("r{}", r));
    in.capacity.push_back(100 + 900 * number(random));
  }
  for (std::size_t i = 0; i < users; ++i) {
    for (std::size_t r = 0; r < resources; ++r)
      in.demand.push_back(r > 0 && number(random) < 0.1 ? 0 : 0.1 + number(random));
    in.weight.insert(in.weight.end(), resources, 1 + 3 * number(random));
    in.tasks.push_back(10 * number(random));
  }
  return in;
}

Instances random_instances(std::size_t count) {
  std::mt19937_64 random(22);
  Instances all;
  for (std::size_t i = 0; i < count; ++i) all.push_back(random_instance(random, 100, 4));
  return all;
}

/// Seconds for all instances, shared among threads.
double solve_all(Solver const& solver, Instances const& all, std::size_t threads) {
  return bench::seconds([&] {
    std::vector<std::thread> workers;
    for (std::size_t t = 0; t < threads; ++t)
      workers.emplace_back([&, t] {
        for (std::size_t i = t; i < all.size(); i += threads) solver.solve(all[i], Steps::none);
      });
    for (std::thread& worker : workers) worker.join();
  });
}

std::vector<double> twin_of_drf(Instance const& in) {
  std::vector<double> cost(in.N());
  for (std::size_t i = 0; i < in.N(); ++i) cost[i] = dominant_share(in, i) / in.weight_of(i);
  return twins::fill(in, cost, in.tasks);
}

void require_equal(std::string_view what, std::vector<double> const& have,
                   std::vector<double> const& want) {
  for (std::size_t i = 0; i < want.size(); ++i)
    if (std::abs(have[i] - want[i]) > 1e-6 * std::max(1.0, want[i]))
      throw std::runtime_error(
          fmt::format("{}: user {}: {} instead of {}", what, i, have[i], want[i]));
}

void drf(std::size_t count, int runs) {
  Instances const all = random_instances(count);
  Solver const solver("drf");
  for (std::size_t i = 0; i < std::min<std::size_t>(count, 1000); ++i)
    require_equal("drf", solver.solve(all[i]).tasks, twin_of_drf(all[i]));
  for (int run = 0; run < runs; ++run) {
    double const twin = bench::seconds([&] {
      for (Instance const& in : all) answer_of_tasks(in, twin_of_drf(in));
    });
    double const one = solve_all(solver, all, 1), two = solve_all(solver, all, 2);
    fmt::print(
        "drf, {} instances: {:.0f} instances/s, {:.1f} times the twin; two threads {:.2f} times "
        "one\n",
        count, static_cast<double>(count) / one, twin / one, one / two);
  }
}

void ceei(std::size_t count, int runs) {
  Instances const all = random_instances(count);
  Solver const solver("ceei");
  for (int run = 0; run < runs; ++run)
    fmt::print("ceei: {:.0f} instances/s on one core\n",
               static_cast<double>(count) / solve_all(solver, all, 1));
}

Instance arrivals(std::size_t users) {
  std::mt19937_64 random(22);
  Instance in = random_instance(random, users, 4);
  in.tasks.assign(users, unlimited);
  in.weight.assign(users * 4, 1);
  in.contribution.assign(users, 1 / static_cast<double>(users));
  in.leave_after.assign(users, 0);
  for (double& demand : in.demand) demand = std::max(demand, 0.05);
  return in;
}

double ddrf_seconds(std::size_t users) {
  Instance const in = arrivals(users);
  Solver const solver("ddrf");
  return bench::seconds([&] { solver.solve(in, Steps::none); });
}

void ddrf(std::size_t users, int runs) {
  std::size_t const few = std::min<std::size_t>(users, 300);
  require_equal("ddrf", Solver("ddrf").solve(arrivals(few), Steps::none).tasks,
                twins::ddrf(arrivals(few)).back().tasks);
  for (int run = 0; run < runs; ++run) {
    double const tenth = ddrf_seconds(users / 10), whole = ddrf_seconds(users);
    fmt::print("ddrf: {} users in {:.3f} s, {:.1f} times a tenth of them\n", users, whole,
               whole / tenth);
  }
}

int run(int argc, char** argv) {
  CLI::App app("Mechanisms of pools against their plain twins");
  std::size_t instances = 100'000, users = 100'000;
  int runs = 3;
  app.add_option("--instances", instances, "of 100 users and 4 resources")->capture_default_str();
  app.add_option("--users", users, "who come one by one")->capture_default_str();
  app.add_option("--runs", runs)->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  drf(instances, runs);
  ceei(instances, runs);
  ddrf(users, runs);
  return 0;
}

}  // namespace
}  // namespace fairslot::pool

int main(int argc, char** argv) { return fairslot::pool::run(argc, argv); }
