// fairslot against two simulators without its ideas, on equal problems, in one run, results
// compared first:
//   paper  the oracle: loops as in the paper, every share computed anew for every pick
//   naive  what a competent programmer writes for speed: cached shares, linear scans
//   (host/bench/naive.hpp)
// Both have one thread; fairslot has OMP_NUM_THREADS, so that two runs give the scaling.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "host/bench/measure.hpp"
#include "host/bench/naive.hpp"
#include "host/scenario/scenario.hpp"
#include "host/workload/workload.hpp"
#include "kernels/simulation.hpp"
#include "tests/oracle/oracle.hpp"

namespace fairslot {
namespace {

using bench::Naive;

using Problems = std::vector<std::shared_ptr<Problem const>>;

struct StudyCase {
  std::string name, workload;  ///< TOML
};

std::vector<StudyCase> const cases = {
    {"study-normal", ""},
    {"study-large25", "large_share = 0.25"},
    {"study-large50", "large_share = 0.5"},
    {"study-large80", "large_share = 0.8"},
    {"users-100", "large_share = 0.8\njobs = 100"},
    {"users-50", "large_share = 0.8\njobs = 50"},
    {"users-20", "large_share = 0.8\njobs = 20"},
    {"users-100-anywhere", "large_share = 0.8\njobs = 100\nplacement_probability = 1.0"},
    {"users-50-anywhere", "large_share = 0.8\njobs = 50\nplacement_probability = 1.0"},
    {"light-20", "large_share = 0.1\njobs = 20"},
};

std::vector<std::string> policy_names = {"tvtsf", "tsf", "cdrf:memory=slot", "fifo"};

Problems problems_of(StudyCase const& c, int samples) {
  scenario::Scenario const scenario = scenario::parse_scenario(
      "name = \"bench\"\nseed = 7\n[workload]\n" + c.workload + "\n", "bench.toml");
  Problems problems;
  for (int s = 0; s < samples; ++s)
    problems.push_back(workload::make_problem(scenario, static_cast<std::uint64_t>(s)));
  return problems;
}

std::int64_t run_fairslot(Problems const& problems, Engine engine) {
  Simulator simulator({.engine = engine, .resident = 0});
  std::int64_t picks = 0;
  std::size_t next = 0;
  std::size_t const runs = problems.size() * policy_names.size();
  while (next < runs || !simulator.idle()) {
    for (; next < runs && simulator.has_room(); ++next)
      simulator.add(next, problems[next / policy_names.size()],
                    parse_policy(policy_names[next % policy_names.size()]), {.slots = false});
    for (RunResult const& run : simulator.advance()) picks += run.started;
  }
  return picks;
}

/// Picks a second of `simulate(problem, policy)`, which returns its picks.
template <class F>
double rate(Problems const& problems, F simulate) {
  std::int64_t picks = 0;
  double const took = bench::seconds([&] {
    for (auto const& problem : problems)
      for (std::string const& name : policy_names) picks += simulate(*problem, parse_policy(name));
  });
  return static_cast<double>(picks) / took;
}

double fairslot_rate(Problems const& problems, Engine engine) {
  std::int64_t picks = 0;
  double const took = bench::seconds([&] { picks = run_fairslot(problems, engine); });
  return static_cast<double>(picks) / took;
}

void require_equal(Problems const& problems, Engine engine) {
  for (auto const& problem : problems)
    for (std::string const& name : policy_names) {
      Policy const policy = parse_policy(name);
      RunResult const run = simulate(*problem, policy, {.slots = false, .picks = true}, engine);
      Naive(*problem, policy, &run.picks).run();
    }
}

nlohmann::json measure_case(StudyCase const& c, int runs, int samples, Engine engine) {
  Problems const problems = problems_of(c, samples);
  require_equal({problems.front()}, engine);
  std::vector<double> paper, naive, ours, over_paper, over_naive;
  for (int i = 0; i < runs; ++i) {
    paper.push_back(rate({problems.front()}, [](Problem const& problem, Policy const& policy) {
      return oracle(problem, policy, {.slots = false, .picks = false}).started;
    }));
    naive.push_back(rate(problems, [](Problem const& problem, Policy const& policy) {
      return Naive(problem, policy).run().picks;
    }));
    ours.push_back(fairslot_rate(problems, engine));
    over_paper.push_back(fairslot_rate({problems.front()}, engine) / paper.back());
    over_naive.push_back(ours.back() / naive.back());
  }
  fmt::print("{:<18} {:>9.3f} {:>9.3f} {:>9.3f} {:>8.1f} {:>8.2f}\n", c.name,
             bench::median(paper) / 1e6, bench::median(naive) / 1e6, bench::median(ours) / 1e6,
             bench::median(over_paper), bench::median(over_naive));
  std::fflush(stdout);
  return {{"case", c.name},           {"threads", Runtime::threads()},
          {"picks_per_second", ours}, {"paper", paper},
          {"naive", naive},           {"over_paper", over_paper},
          {"over_naive", over_naive}};
}

int run(int argc, char** argv) {
  CLI::App app("fairslot against two plain simulators, results compared first");
  int runs = 5, samples = 4;
  std::string json, engine = "auto";
  std::vector<std::string> wanted;
  app.add_option("--runs", runs, "interleaved repetitions, the median is shown")
      ->check(CLI::PositiveNumber);
  app.add_option("--samples", samples, "problems a case")->check(CLI::PositiveNumber);
  app.add_option("--case", wanted, "only these cases");
  app.add_option("--engine", engine, "as fairslot list engines tells");
  app.add_option("--policy", policy_names, "these policies");
  app.add_option("--json", json, "write all times there");
  CLI11_PARSE(app, argc, argv);

  Runtime const runtime;
  fmt::print("{}; {} runs of {} problems x {} policies, medians\n", Runtime::device(), runs,
             samples, policy_names.size());
  fmt::print("{:<18} {:>9} {:>9} {:>9} {:>8} {:>8}\n{:<18} {:>29} {:>17}\n", "case", "paper",
             "naive", "fairslot", "/paper", "/naive", "", "million picks a second", "ratios");
  nlohmann::json results = nlohmann::json::array();
  for (StudyCase const& c : cases)
    if (wanted.empty() || std::find(wanted.begin(), wanted.end(), c.name) != wanted.end())
      results.push_back(measure_case(c, runs, samples, parse_engine(engine)));
  if (!json.empty()) std::ofstream(json) << results.dump(1) << '\n';
  return 0;
}

}  // namespace
}  // namespace fairslot

int main(int argc, char** argv) {
  try {
    return fairslot::run(argc, argv);
  } catch (std::exception const& error) {
    fmt::print(stderr, "speed: {}\n", error.what());
    return 1;
  }
}
