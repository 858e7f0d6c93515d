#include "host/cli/estimate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <thread>

#include "host/scenario/cluster.hpp"
#include "host/workload/workload.hpp"

namespace fairslot {
namespace {

// Measured on the study: bytes in the file and in memory.
constexpr double job_in_file = 12, slot_in_file = 11, pick_in_file = 1, policy_in_file = 25e3,
                 summary_in_file = 20e3;
constexpr double program = 60e6, entry = 100, server = 200, slot_waiting = 200, job_counted = 250,
                 runs_a_thread = 32;

double entries(Scenario const& s) {
  bool const apart =
      s.workload.kind == Scenario::Kind::alibaba && s.workload.submit == Scenario::Submit::per_task;
  auto const jobs = static_cast<double>(job_count(s));
  return apart ? std::min(expected_tasks(s), jobs * static_cast<double>(s.workload.submit_slots))
               : jobs;
}

/// Slots in which something happens: how full the cluster is decides it, so this is a guess.
double eventful_slots(Scenario const& s) {
  if (!s.record.slots) return 0;
  double const tasks = expected_tasks(s);
  double const slots = std::min(2 * tasks, 1.3 * entries(s) + 0.02 * tasks);
  return s.horizon ? std::min(slots, static_cast<double>(s.horizon)) : slots;
}

double file_bytes(Scenario const& s) {
  double const picks = s.record.picks ? expected_tasks(s) * pick_in_file : 0;
  return static_cast<double>(job_count(s)) * job_in_file + eventful_slots(s) * slot_in_file + picks;
}

double run_bytes(Scenario const& s) {
  auto const servers = static_cast<double>(server_count(s.cluster));
  auto const users =
      s.workload.users ? static_cast<double>(s.workload.users) : static_cast<double>(job_count(s));
  double const permitted = users * servers / 8;
  return entries(s) * entry + servers * server + permitted + eventful_slots(s) * slot_waiting;
}

}  // namespace

Estimate estimate(std::vector<Point> const& points, std::int64_t policies) {
  auto const each = static_cast<double>(policies);
  double const threads = std::max(1u, std::thread::hardware_concurrency());
  Estimate sum{0, program, each * policy_in_file};
  double largest = 0, all = 0;
  for (Point const& point : points) {
    Scenario const& s = point.scenario;
    double const runs = each * static_cast<double>(s.samples);
    all += runs;
    sum.tasks += runs * expected_tasks(s);
    sum.file += runs * file_bytes(s) + each * summary_in_file;
    sum.memory += runs * static_cast<double>(job_count(s)) * job_counted;
    largest = std::max(largest, run_bytes(s));
  }
  sum.memory += largest * std::min(all, runs_a_thread * threads);
  return sum;
}

std::string rounded(double number) {
  constexpr std::string_view steps[] = {"", "k", "M", "G", "T", "P"};
  std::size_t step = 0;
  while (number >= 999.5 && step + 1 < std::size(steps)) number /= 1000, ++step;
  return fmt::format("{:.{}f}{}{}", number, step > 0 && number < 99.95 ? 1 : 0, step ? " " : "",
                     steps[step]);
}

}  // namespace fairslot
