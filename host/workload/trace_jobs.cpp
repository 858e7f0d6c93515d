#include "host/workload/trace_jobs.hpp"

#include <algorithm>
#include <cmath>

#include "host/data/tables.hpp"

namespace fairslot::workload {
namespace {

using data::Counts;
using data::Row;
using scenario::Scenario;

/// Where instances per task are drawn from.
Counts const& size_counts(Scenario::Workload const& w) {
  return w.demand == Scenario::Demand::rows ? data::task_rows() : data::instances_per_task();
}

/// A row whose first column, the tasks, keeps to the job's class of size.
Row const& draw_size(Scenario::Workload const& w, Random const& random, std::uint32_t job) {
  Counts const& counts = size_counts(w);
  std::uint64_t const bits = random.bits(Draw::tasks, 0, job);
  if (w.large_share < 0) return counts.draw(bits);
  std::uint64_t const small = counts.below(w.large_threshold);
  bool const large = happens(random.bits(Draw::is_large, 0, job), w.large_share);
  return large ? counts.draw(bits, small, counts.total()) : counts.draw(bits, 0, small);
}

/// plan_cpu (100 = 1 core) and plan_mem (hundredths of a per cent) as milli-cores and MiB. The
/// memory is one product, rounded half up: (plan_mem_x100 * (gb_per_percent * 10.24)) + 0.5.
std::array<std::int32_t, 2> demand_of(Scenario::Workload const& w, std::int64_t plan_cpu,
                                      std::int64_t plan_mem) {
  double const mib_per_hundredth = w.gb_per_percent * 10.24;
  double const mib = static_cast<double>(plan_mem) * mib_per_hundredth;
  auto const rounded = static_cast<std::int32_t>(mib + 0.5);
  return {static_cast<std::int32_t>(plan_cpu * 10), std::max(rounded, 1)};
}

TraceJob draw_job(Scenario::Workload const& w, Random const& random, std::uint32_t job) {
  Row const& size = draw_size(w, random, job);
  if (w.demand == Scenario::Demand::rows)
    return {job, size[0], w.slots_of(size[1]), demand_of(w, size[2], size[3])};

  std::uint64_t const duration_bits = random.bits(Draw::duration, 0, job);
  std::uint64_t const demand_bits = random.bits(Draw::demand, 0, job);
  std::int64_t const duration = w.slots_of(data::instance_durations().draw(duration_bits)[0]);
  if (w.demand == Scenario::Demand::pairs) {
    Row const& pair = data::cpu_mem_pairs().draw(demand_bits);
    return {job, size[0], duration, demand_of(w, pair[0], pair[1])};
  }
  std::uint64_t const memory_bits = random.bits(Draw::memory, 0, job);
  Row const& cpu = data::task_plan_cpu().draw(demand_bits);
  Row const& memory = data::task_plan_mem().draw(memory_bits);
  return {job, size[0], duration, demand_of(w, cpu[0], memory[0])};
}

/// Job j < users is user j's; further ones go to users in proportion to their activity.
void draw_owners(Scenario::Workload const& w, Random const& random, Check const& check,
                 std::vector<TraceJob>& jobs) {
  auto const users = static_cast<std::uint32_t>(w.users);
  std::vector<std::uint64_t> upto;  // cumulative activity
  std::uint64_t total = 0;
  for (std::uint32_t user = 0; user < users; ++user) {
    std::uint64_t const bits = random.bits(Draw::activity, user, 0);
    total += static_cast<std::uint64_t>(data::google_jobs_per_user().draw(bits)[0]);
    upto.push_back(total);
  }
  for (std::uint32_t job = users; job < jobs.size(); ++job) {
    check();
    std::uint64_t const at = scaled(random.bits(Draw::owner, 0, job), total);
    jobs[job].user = static_cast<std::uint32_t>(std::ranges::upper_bound(upto, at) - upto.begin());
  }
}

/// As drawn.
double large_share(Scenario::Workload const& w) {
  if (w.large_share >= 0) return w.large_share;
  Counts const& counts = size_counts(w);
  return 1.0 -
         static_cast<double>(counts.below(w.large_threshold)) / static_cast<double>(counts.total());
}

double mean(Counts const& counts, bool large, std::int64_t threshold) {
  std::uint64_t const count = counts.below(threshold), sum = counts.sum_below(threshold);
  return large
             ? static_cast<double>(counts.sum() - sum) / static_cast<double>(counts.total() - count)
             : static_cast<double>(sum) / static_cast<double>(count);
}

}  // namespace

std::vector<TraceJob> draw_jobs(Scenario::Workload const& w, Random const& random,
                                Check const& check) {
  std::vector<TraceJob> jobs;
  jobs.reserve(static_cast<std::size_t>(w.jobs));
  for (std::uint32_t job = 0; job < w.jobs; ++job) {
    check();
    jobs.push_back(draw_job(w, random, job));
  }
  if (w.users) draw_owners(w, random, check, jobs);
  return jobs;
}

std::vector<std::int32_t> demand_on(std::vector<std::string> const& resources,
                                    TraceJob const& job) {
  std::vector<std::int32_t> demand;
  for (std::string const& name : resources) {
    auto const at = std::ranges::find(scenario::trace_resources, name);
    bool const known = at != scenario::trace_resources.end();
    demand.push_back(known ? job.demand[std::size_t(at - scenario::trace_resources.begin())] : 0);
  }
  return demand;
}

std::int64_t draw_submit(Scenario::Workload const& w, Random const& random, std::uint32_t job,
                         std::uint32_t task) {
  std::uint64_t const bits = random.bits(Draw::submit, 0, job, task);
  return 1 + static_cast<std::int64_t>(scaled(bits, static_cast<std::uint64_t>(w.submit_slots)));
}

std::optional<std::int64_t> draw_leave(Scenario::Workload const& w, Random const& random,
                                       std::uint32_t user, std::int64_t first) {
  if (!happens(random.bits(Draw::leaves, user, 0), w.leave_share)) return std::nullopt;
  std::uint64_t const bits = random.bits(Draw::leave, user, 0);
  auto const after = scaled(bits, static_cast<std::uint64_t>(w.leave_within));
  return std::min(first + 1 + static_cast<std::int64_t>(after), limits::count);
}

double mean_tasks(Scenario::Workload const& w) {
  Counts const& counts = size_counts(w);
  double const share = large_share(w);
  return share * mean(counts, true, w.large_threshold) +
         (1.0 - share) * mean(counts, false, w.large_threshold);
}

double mean_submissions(Scenario::Workload const& w) {
  if (w.submit == Scenario::Submit::per_job) return 1;
  Counts const& counts = size_counts(w);
  auto const small = static_cast<double>(counts.below(w.large_threshold));
  auto const large = static_cast<double>(counts.total()) - small;
  auto const slots = static_cast<double>(w.submit_slots);
  double const share = large_share(w);
  double mean = 0;
  for (std::size_t row = 0; row < counts.rows().size(); ++row) {
    std::int64_t const tasks = counts.rows()[row][0];
    double const chance = tasks < w.large_threshold ? (1 - share) / small : share / large;
    double const missed = std::pow(1 - 1 / slots, static_cast<double>(tasks));  // a slot, by all
    mean += chance * static_cast<double>(counts.count(row)) * slots * (1 - missed);
  }
  return mean;
}

}  // namespace fairslot::workload
