/// make_results FILE [ORDER]: simulates a small sweep and records it, runs added in a shuffled
/// order.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <stdexcept>

#include "host/record/recorder.hpp"

namespace fairslot {
namespace {

using record::ResultHeader;

constexpr int points = 5, samples = 4;

Problem draw_problem(int point, int sample) {
  std::mt19937 random(static_cast<unsigned>(1 + point * samples + sample));
  auto const one_of = [&](int count) {
    return 1 + static_cast<int>(random() % static_cast<unsigned>(count));
  };
  ProblemBuilder builder(2);
  std::vector<std::int32_t> const small{4, 8}, large{16, 32};
  for (int m = 0; m < 6; ++m) builder.add_server(m < 4 ? small : large);
  int const all = builder.placement(std::nullopt);
  int const some = builder.placement(std::vector<std::int32_t>{0, 5});
  int const none = builder.placement(std::vector<std::int32_t>{});
  for (int u = 0; u < 12; ++u) {
    int const user = builder.add_user();
    if (u == 10) builder.set_leave(user, 12);
    for (int j = 0; j < 1 + u % 3; ++j) {
      std::vector<std::int32_t> const demand{1 + static_cast<int>(random() % 3),
                                             1 + static_cast<int>(random() % 6)};
      int const group = u == 11 ? none : u % 4 == 0 ? some : all;
      builder.add_job(user, one_of(20), one_of(10 * (point + 1)), one_of(9), demand, group);
    }
  }
  return std::move(builder).build();
}

ResultHeader header() {
  ResultHeader h;
  h.name = "small", h.text = "name = \"small\"\n", h.hash = "hash", h.seed = 1, h.samples = samples;
  for (int point = 0; point < points; ++point) {
    std::string const kind = point % 2 == 0 ? "\"even\"" : "\"odd\"";
    statistics::SweepPoint& at = h.points.emplace_back();
    at.set = {{"workload.jobs", std::to_string(point + 1), point == 2 ? "three" : ""},
              {"kind", kind}};
    at.policies = {0, 1, 2, 3, 4};
    at.comparisons = {{statistics::Metric::queueing, 0, {1, 3}, 2.5, "A $\\frac and B 2024"},
                      {statistics::Metric::waiting, 0, {4}}};
  }
  h.policies = {"tvtsf", "tsf", "tsf:memory=slot", "cdrf", "fifo"};
  h.resources = {"cpu", "mem"};
  h.version = "test", h.commit = "none", h.device = Runtime::device(),
  h.threads = Runtime::threads();
  return h;
}

struct Run {
  int point, sample, policy;
};

std::vector<Run> runs_in_order(unsigned order, int policies) {
  std::vector<Run> runs;
  for (int point = 0; point < points; ++point)
    for (int sample = 0; sample < samples; ++sample)
      for (int policy = 0; policy < policies; ++policy) runs.push_back({point, sample, policy});
  if (order > 0) std::shuffle(runs.begin(), runs.end(), std::mt19937(order));
  return runs;
}

void write(std::string const& path, unsigned order, bool complete) {
  ResultHeader const h = header();
  record::Recorder recorder(path, h, {.slots = true, .picks = true});
  auto runs = runs_in_order(order, static_cast<int>(h.policies.size()));
  if (!complete) runs.resize(runs.size() / 3);
  for (auto const& [point, sample, policy] : runs) {
    auto const problem = std::make_shared<Problem const>(draw_problem(point, sample));
    RunResult run =
        simulate(*problem, parse_policy(h.policies[policy]), {.slots = true, .picks = true});
    if (run.status != RunStatus::complete) throw std::runtime_error("a run did not complete");
    recorder.add(point, sample, policy, problem, std::move(run));
  }
  recorder.finish(complete);
}

}  // namespace
}  // namespace fairslot

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  fairslot::Runtime const runtime;
  bool const cut = argc > 2 && std::string(argv[2]) == "cut";
  fairslot::write(argv[1], argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : 0, !cut);
}
