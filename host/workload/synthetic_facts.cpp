#include "host/workload/synthetic_facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "host/workload/synthetic_jobs.hpp"
#include "kernels/primitives/numbers.hpp"

namespace fairslot::workload {
namespace {

using scenario::Scenario;
using Values = std::vector<std::int64_t>;

/// A value a job.
template <class Of>
Values values_of(std::vector<SyntheticJob> const& jobs, Of const& of) {
  Values values;
  values.reserve(jobs.size());
  for (SyntheticJob const& job : jobs) values.push_back(of(job));
  return values;
}

/// How often each of 0 .. size-1 occurs.
Values counts_of(Values const& values, std::int64_t size) {
  Values counts(static_cast<std::size_t>(size), 0);
  for (std::int64_t const value : values) ++counts[static_cast<std::size_t>(value)];
  return counts;
}

/// Of ascending values the one at this part of them, counted up.
std::int64_t at_part(Values const& sorted, double part) {
  auto const place = std::ceil(part * static_cast<double>(sorted.size())) - 1;
  return sorted[static_cast<std::size_t>(std::max(place, 0.0))];
}

Quantity quantity(std::string name, std::string unit, std::string drawn_from, Values values) {
  Quantity q{std::move(name), std::move(unit), std::move(drawn_from), 0, {}, {}};
  sort_numbers(values);
  auto const sum = std::accumulate(values.begin(), values.end(), std::int64_t{0});
  q.mean = static_cast<double>(sum) / static_cast<double>(values.size());
  std::ranges::transform(quantile_parts, q.quantiles.begin(),
                         [&](double part) { return at_part(values, part); });
  for (int step = 0; step <= curve_steps; ++step)
    q.curve[static_cast<std::size_t>(step)] =
        at_part(values, static_cast<double>(step) / curve_steps);
  return q;
}

ArrivalsOverTime arrivals_over_time(std::vector<SyntheticJob> const& jobs, std::int64_t slots) {
  constexpr std::int64_t most_stretches = 96;  // quarters of an hour of a day
  ArrivalsOverTime over{(slots + most_stretches - 1) / most_stretches, {}, {}};
  auto const stretches = static_cast<std::size_t>((slots + over.slots - 1) / over.slots);
  over.jobs.resize(stretches), over.tasks.resize(stretches);
  for (SyntheticJob const& job : jobs) {
    auto const at = static_cast<std::size_t>((job.submit - 1) / over.slots);
    ++over.jobs[at], over.tasks[at] += job.tasks;
  }
  return over;
}

SyntheticJobs draw(Scenario const& s, std::uint64_t sample) {
  return draw_synthetic_jobs(s, Random(static_cast<std::uint64_t>(s.seed), sample));
}

}  // namespace

SyntheticFacts synthetic_facts(Scenario const& s, std::uint64_t sample) {
  Scenario::Workload const& w = s.workload;
  auto const [jobs, demands, load] = draw(s, sample);
  auto const tasks = values_of(jobs, [](SyntheticJob const& job) { return job.tasks; });
  auto const users = counts_of(values_of(jobs, [](SyntheticJob const& job) { return job.user; }),
                               scenario::user_count(s));
  auto const slots = counts_of(
      values_of(jobs, [](SyntheticJob const& job) { return job.submit - 1; }), w.submit_slots);
  SyntheticFacts facts{.jobs = std::ssize(jobs),
                       .tasks = std::accumulate(tasks.begin(), tasks.end(), std::int64_t{0}),
                       .users = std::ssize(users) - std::ranges::count(users, 0),
                       .load = load,
                       .quantities = {},
                       .arrivals = arrivals_over_time(jobs, w.submit_slots)};
  facts.quantities.push_back(quantity("tasks", "tasks a job", w.tasks, tasks));
  facts.quantities.push_back(
      quantity("duration", "slots", w.duration,
               values_of(jobs, [](SyntheticJob const& job) { return job.duration; })));
  for (std::size_t r = 0; r < w.demands.size(); ++r)
    facts.quantities.push_back(
        quantity(s.cluster.resources[r], "a task", w.demands[r],
                 values_of(jobs, [&demands = demands, r](SyntheticJob const& job) {
                   return demands[static_cast<std::size_t>(job.demand)][r];
                 })));
  facts.quantities.push_back(quantity("users", "jobs a user", "", users));
  facts.quantities.push_back(quantity("arrivals", "jobs a slot", "", slots));
  return facts;
}

std::string load_text(Scenario const& s, std::vector<double> const& load) {
  std::vector<std::size_t> order(load.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater{}, [&](std::size_t r) { return load[r]; });
  std::string text;
  for (std::size_t const r : order)
    text += fmt::format("{}{:.4f} of {}", text.empty() ? "load " : ", ", load[r],
                        s.cluster.resources[r]);
  return text;
}

std::string drawn_load_text(Scenario const& s, std::uint64_t sample) {
  return load_text(s, draw(s, sample).load);
}

}  // namespace fairslot::workload
