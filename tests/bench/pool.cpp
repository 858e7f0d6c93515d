// Mechanisms of pools against their plain twins, the batch kernel against the host's path, and each
// against itself, in one run and in turns, answers compared first: medians of processor
// time, which a machine's load does not change much.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <atomic>
#include <ctime>
#include <random>
#include <thread>

#include "host/bench/measure.hpp"
#include "host/pool/batch_kernel.hpp"
#include "host/pool/servers.hpp"
#include "host/pool/solver.hpp"
#include "kernels/simulation.hpp"
#include "tests/oracle/pool/leveling.hpp"
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

/// Of all threads' processors, which other programs do not lengthen much; and of the clock.
struct Seconds {
  double busy, passed;
};
template <class F>
Seconds seconds(F const& f) {
  std::clock_t const start = std::clock();
  double const passed = bench::seconds(f);
  return {static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC, passed};
}

/// For f(instance) of all, shared among threads.
template <class F>
Seconds of_all(Instances const& all, std::size_t threads, F const& f) {
  return seconds([&] {
    std::atomic<std::size_t> next = 0;
    std::vector<std::thread> workers;
    for (std::size_t t = 0; t < threads; ++t)
      workers.emplace_back([&] {
        constexpr std::size_t some = 64;
        for (std::size_t from; (from = next.fetch_add(some)) < all.size();)
          for (std::size_t i = from; i < std::min(from + some, all.size()); ++i) f(all[i]);
      });
    for (std::thread& worker : workers) worker.join();
  });
}

Seconds solve_all(Solver const& solver, Instances const& all, std::size_t threads) {
  return of_all(all, threads, [&](Instance const& in) { solver.solve(in, Steps::none); });
}

/// One repetition after the other; the median of each number that they give.
template <class F>
auto medians(int runs, F const& repetition) {
  std::vector<decltype(repetition())> all;
  for (int run = 0; run < runs; ++run) all.push_back(repetition());
  auto middle = all.front();
  for (std::size_t k = 0; k < middle.size(); ++k) {
    std::vector<double> own;
    for (auto const& one : all) own.push_back(one[k]);
    middle[k] = bench::median(own);
  }
  return middle;
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

void drf(Instances const& all, int runs) {
  Solver const solver("drf");
  for (std::size_t i = 0; i < std::min<std::size_t>(all.size(), 1000); ++i)
    require_equal("drf", solver.solve(all[i]).tasks, twin_of_drf(all[i]));
  auto const count = static_cast<double>(all.size());
  auto const [rate, ratio, passed, busy] = medians(runs, [&] {
    Seconds const twin =
        of_all(all, 1, [](Instance const& in) { answer_of_tasks(in, twin_of_drf(in)); });
    Seconds const one = solve_all(solver, all, 1), two = solve_all(solver, all, 2);
    return std::array{count / one.busy, twin.busy / one.busy, one.passed / two.passed,
                      two.busy / one.busy};
  });
  fmt::print(
      "drf, {} instances: {:.0f} instances/s, {:.1f} times the twin; two threads {:.2f} times one "
      "by the clock, with {:.2f} times its processor time\n",
      all.size(), rate, ratio, passed, busy);
}

/// Answers by blocks of a command's size, and tasks alone of all at once.
void kernel(Instances const& all, int runs) {
  constexpr std::size_t block_instances = 128;
  auto const threads = static_cast<std::size_t>(Runtime::threads());
  std::vector<std::vector<BatchInstance>> blocks;
  DrfBlock whole;
  whole.resources = static_cast<int>(all.front().K());
  for (Instance const& in : all) {
    if (blocks.empty() || blocks.back().size() == block_instances) blocks.emplace_back();
    blocks.back().emplace_back().instance = in;
    add_to(whole, in);
  }
  Solver const solver("drf");
  BatchKernel kernel;
  for (auto const& answer : kernel.solve(solver, blocks.front()))
    if (!answer) throw std::runtime_error("the kernel takes not all");
  DrfKernel plain;
  auto const count = static_cast<double>(all.size());
  auto const [rate, by_blocks, tasks] = medians(runs, [&] {
    double const host = solve_all(solver, all, threads).busy;
    Seconds const own = seconds([&] {
      for (auto const& block : blocks) kernel.solve(solver, block);
    });
    Seconds const once = seconds([&] { plain.tasks(whole); });
    return std::array{count / once.busy, host / own.busy, host / once.busy};
  });
  fmt::print(
      "drf by the kernel, {}: answers of blocks {:.2f} times the host's; tasks alone {:.0f} "
      "instances/s, {:.2f} times the host's answers\n",
      Runtime::device(), by_blocks, rate, tasks);
}

void ceei(Instances const& all, int runs) {
  Solver const solver("ceei");
  auto const [rate] = medians(runs, [&] {
    return std::array{static_cast<double>(all.size()) / solve_all(solver, all, 1).busy};
  });
  fmt::print("ceei: {:.0f} instances/s on one core\n", rate);
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
  return seconds([&] { solver.solve(in, Steps::none); }).busy;
}

void ddrf(std::size_t users, int runs) {
  std::size_t const few = std::min<std::size_t>(users, 300);
  require_equal("ddrf", Solver("ddrf").solve(arrivals(few), Steps::none).tasks,
                twins::ddrf(arrivals(few)).back().tasks);
  auto const [whole, ratio] = medians(runs, [&] {
    double const tenth = ddrf_seconds(users / 10), all = ddrf_seconds(users);
    return std::array{all, all / tenth};
  });
  fmt::print("ddrf: {} users in {:.3f} s, {:.1f} times a tenth of them\n", users, whole, ratio);
}

/// Servers of ten types, ten of each; a user may use the servers of about half of the types.
Instance on_servers(std::size_t users) {
  constexpr std::size_t types = 10, each = 10, resources = 4;
  std::mt19937_64 random(22);
  Instance in = random_instance(random, users, resources);
  std::uniform_real_distribution<double> number(0, 1);
  in.capacity.assign(resources, 0.0);
  for (std::size_t type = 0; type < types; ++type) {
    std::vector<double> server(resources);
    for (double& own : server) own = 1 + 9 * number(random);
    for (std::size_t copy = 0; copy < each; ++copy) {
      in.servers.insert(in.servers.end(), server.begin(), server.end());
      in.speed.push_back(1);
      for (std::size_t r = 0; r < resources; ++r) in.capacity[r] += server[r];
    }
  }
  in.permitted.resize(users);
  for (auto& own : in.permitted)
    for (std::size_t type = 0; type < types; ++type)
      if (number(random) < 0.5)
        for (std::size_t copy = 0; copy < each; ++copy) own.push_back(type * each + copy);
  return in;
}

/// A repetition of the twin takes minutes: there is one.
void programs(std::size_t users, int runs) {
  Instance const in = on_servers(users);
  Measure drfh;
  for (std::size_t i = 0; i < in.N(); ++i)
    drfh.unit.push_back(in.weight_of(i) / dominant_share(in, i));
  Measure const tsf{.unit = weighted(in, alone(in, {.floor = false}))};
  for (auto const& [name, measure] : {std::pair("drfh", drfh), std::pair("tsf", tsf)}) {
    Solver const solver(name);
    std::vector<double> want;
    double const twin = seconds([&] { want = twins::levels(in, measure); }).busy;
    require_equal(name, solver.solve(in).level, want);
    auto const [own] = medians(
        runs, [&] { return std::array{seconds([&] { solver.solve(in, Steps::none); }).busy}; });
    fmt::print("{}: {} users on {} servers in {:.3f} s, {:.0f} times the twin\n", name, users,
               in.M(), own, twin / own);
  }
}

int run(int argc, char** argv) {
  CLI::App app("Mechanisms of pools against their plain twins");
  std::size_t instances = 100'000, users = 100'000, placed = 100;
  int runs = 5, threads = 1;
  app.add_option("--instances", instances, "of 100 users and 4 resources")->capture_default_str();
  app.add_option("--users", users, "who come one by one")->capture_default_str();
  app.add_option("--placed", placed, "users on 100 servers; 0: none")->capture_default_str();
  app.add_option("--threads", threads, "of the kernel and of the host beside it")
      ->capture_default_str();
  app.add_option("--runs", runs)->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  Instances const all = random_instances(instances);
  drf(all, runs);
  Runtime const runtime(threads);  // binds this thread, and those that it starts, to a core
  kernel(all, runs);
  ceei(all, runs);
  ddrf(users, runs);
  if (placed > 0) programs(placed, runs);
  return 0;
}

}  // namespace
}  // namespace fairslot::pool

int main(int argc, char** argv) { return fairslot::pool::run(argc, argv); }
