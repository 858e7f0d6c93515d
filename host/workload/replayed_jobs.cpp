#include "host/workload/replayed_jobs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "host/scenario/describe.hpp"
#include "host/traces/trace.hpp"
#include "host/workload/constraints.hpp"
#include "host/workload/offered_load.hpp"
#include "host/workload/trace_jobs.hpp"

namespace fairslot::workload {
namespace {

using scenario::Scenario;
using scenario::ServerType;
using traces::Trace;
using Numbers = std::vector<std::uint32_t>;  // of jobs of the trace
using Demand = std::vector<std::int32_t>;    // [K]

/// Those that are submitted from from_s on and before to_s.
Numbers jobs_of_the_time(Scenario::Workload const& w) {
  auto const& times = w.log->submit_ms;
  auto const first = std::ranges::lower_bound(times, w.from_s * 1000);
  auto const end = w.to_s ? std::ranges::lower_bound(times, *w.to_s * 1000) : times.end();
  Numbers jobs(static_cast<std::size_t>(end - first));
  std::iota(jobs.begin(), jobs.end(), static_cast<std::uint32_t>(first - times.begin()));
  if (jobs.empty())
    w.written.refuse("workload.from_s",
                     "no job is submitted from then on and before workload.to_s (allowed: at "
                     "least one)");
  return jobs;
}

/// Drawn with replacement; by submission, those of one moment in the order of the trace.
Numbers drawn_again(Scenario::Workload const& w, Random const& random, Numbers const& from) {
  Numbers jobs;
  for (std::uint32_t i = 0; i < w.resample; ++i)
    jobs.push_back(from[scaled(random.bits(Draw::resampled, 0, i), from.size())]);
  std::ranges::sort(jobs);
  return jobs;
}

/// Fisher and Yates.
void shuffle(Random const& random, Numbers& jobs) {
  for (auto i = static_cast<std::uint32_t>(jobs.size()); i > 1; --i)
    std::swap(jobs[i - 1], jobs[scaled(random.bits(Draw::dealt, 0, i - 1), i)]);
}

/// From time to slots.
class SlotOf {
 public:
  explicit SlotOf(Scenario::Workload const& w)
      : written_(w.written), slot_ms_(w.time_scale * static_cast<double>(w.slot_seconds * 1000)) {}
  std::int32_t operator()(std::int64_t ms) const {
    double const slot = std::floor(static_cast<double>(ms) / slot_ms_) + 1;
    if (slot > static_cast<double>(limits::count))
      written_.refuse("workload.time_scale",
                      fmt::format("a job comes in slot {:.0f} (allowed: 1 .. {}; a higher "
                                  "time_scale, or longer slots)",
                                  slot, limits::count));
    return static_cast<std::int32_t>(slot);
  }

 private:
  scenario::Written const& written_;
  double slot_ms_;
};

/// The least integer that is this part of an amount or more; 0.07 of 100 is 7, though the product
/// of doubles is above it.
std::int64_t asked(double factor, std::int64_t amount) {
  constexpr double rounding = 1e-12;
  double const part = factor * static_cast<double>(amount);
  return static_cast<std::int64_t>(std::ceil(part - part * rounding));
}

/// How many of the jobs, over and over again, are handed in.
class Extent {
 public:
  explicit Extent(Scenario const& s, Numbers const& jobs)
      : written_(s.workload.written), trace_(*s.workload.log), most_(jobs.size()) {
    if (!s.workload.inflate) return;
    auto const& [name, factor] = *s.workload.inflate;
    by_demand_ = true;
    auto const& own = trace_.resources;
    resource_ = static_cast<std::size_t>(std::ranges::find(own, name) - own.begin());
    auto const place = std::ranges::find(s.cluster.resources, name) - s.cluster.resources.begin();
    std::int64_t there = 0;
    for (ServerType const& type : scenario::server_types(s.cluster))
      there += type.count * type.capacity[static_cast<std::size_t>(place)];
    left_ = asked(factor, there);
    most_ = scenario::most_jobs;
    if (resource_ == own.size() ||
        std::ranges::all_of(jobs, [&](auto job) { return need(job) == 0; }))
      s.workload.written.refuse(
          "workload.inflate",
          fmt::format("no job needs {} (allowed: a resource that some job needs)", name));
  }

  bool is_reached() const { return by_demand_ ? left_ <= 0 : count_ == most_; }
  void add(std::uint32_t job) {
    if (++count_ > most_)
      written_.refuse("workload.inflate",
                      fmt::format("that takes more than {} jobs (allowed: a lower factor)", most_));
    if (by_demand_) left_ -= need(job);
  }

 private:
  std::int64_t need(std::uint32_t job) const {
    return std::int64_t{trace_.tasks[job]} * trace_.demand_of(job)[resource_];
  }

  scenario::Written const& written_;
  Trace const& trace_;
  std::size_t most_, count_ = 0;
  bool by_demand_ = false;
  std::size_t resource_ = 0;  // of the trace
  std::int64_t left_ = 0;     // of it
};

std::int64_t duration_of(Scenario::Workload const& w, std::int64_t ms) {
  if (!w.departures) return limits::count;
  if (ms < 0) return w.unknown_duration;
  std::int64_t const slot_ms = w.slot_seconds * 1000;
  std::int64_t const slots = std::max<std::int64_t>(1, (ms + slot_ms - 1) / slot_ms);
  return std::min(slots, w.max_duration ? w.max_duration : limits::count);
}

/// [K of the cluster]
Demand demand_in(Scenario const& s, Trace const& trace, std::size_t job) {
  Demand demand;
  for (std::string const& name : s.cluster.resources) {
    auto const at = std::ranges::find(trace.resources, name) - trace.resources.begin();
    bool const known = at < std::ssize(trace.resources);
    demand.push_back(known ? trace.demand_of(job)[at] : 0);
  }
  return demand;
}

/// Of each set of classes the types of servers that are of one of them; of all at the end.
std::vector<std::vector<bool>> permitted_types(Trace const& trace,
                                               std::vector<ServerType> const& types) {
  std::vector<std::vector<bool>> permitted;
  for (auto const& set : trace.sets) {
    auto& own = permitted.emplace_back();
    for (ServerType const& type : types)
      own.push_back(std::ranges::any_of(set, [&](std::int32_t c) {
        return trace.classes[static_cast<std::size_t>(c)] == type.of_class;
      }));
  }
  permitted.emplace_back(types.size(), true);
  return permitted;
}

}  // namespace

std::vector<ReplayedJob> replayed_jobs(Scenario const& s, Random const& random,
                                       Check const& check) {
  Scenario::Workload const& w = s.workload;
  auto const& times = w.log->submit_ms;
  Numbers jobs = jobs_of_the_time(w);
  if (w.resample > 0) jobs = drawn_again(w, random, jobs);
  Numbers const submissions = jobs;
  if (w.order == Scenario::Order::shuffled) shuffle(random, jobs);

  SlotOf const slot_of(w);
  Extent extent(s, jobs);
  std::int64_t const first = w.from_s * 1000;
  std::int64_t const round = times[submissions.back()] - first + w.slot_seconds * 1000;
  std::vector<ReplayedJob> replayed;
  for (std::size_t i = 0; !extent.is_reached(); ++i) {
    check();
    std::uint32_t const job = jobs[i % jobs.size()];
    std::int64_t const time = times[submissions[i % jobs.size()]] - first;
    replayed.push_back({job, slot_of(time + static_cast<std::int64_t>(i / jobs.size()) * round)});
    extent.add(job);
  }
  return replayed;
}

std::int64_t replay_horizon(Scenario const& s, std::vector<ReplayedJob> const& jobs) {
  return s.horizon > 0 || s.workload.departures ? s.horizon : jobs.back().submit;
}

void add_replayed_users(ProblemBuilder& builder, Scenario const& s,
                        std::vector<ServerType> const& types, std::vector<int> const& queues,
                        std::vector<ReplayedJob> const& jobs, Random const& random,
                        Check const& check) {
  Scenario::Workload const& w = s.workload;
  Trace const& trace = *w.log;
  std::vector<std::int64_t> first(trace.weight.size(), limits::count);  // slot of the first job
  for (ReplayedJob const& job : jobs) {
    std::int64_t& slot = first[static_cast<std::size_t>(trace.user[job.job])];
    slot = std::min<std::int64_t>(slot, job.submit);
  }
  for (std::uint32_t u = 0; u < trace.weight.size(); ++u) {
    check();
    int const user =
        builder.add_user(trace.weight[u], queues.empty() ? -1 : queues[u % queues.size()]);
    if (auto const leave = draw_leave(w, random, u, first[u])) builder.set_leave(user, *leave);
  }
  PermittedServers servers(types);
  std::vector<int> groups;
  for (auto const& permitted : permitted_types(trace, types))
    groups.push_back(servers.group(builder, permitted));
  for (auto const& [job, submit] : jobs) {
    check();
    auto const set =
        trace.allowed[job] < 0 ? groups.size() - 1 : static_cast<std::size_t>(trace.allowed[job]);
    JobTerms terms;
    if (trace.per_server[job] > 0) terms.per_server = trace.per_server[job];
    builder.add_job(trace.user[job], submit, trace.tasks[job],
                    duration_of(w, trace.duration_ms[job]), demand_in(s, trace, job), groups[set],
                    std::nullopt, terms);
  }
}

ReplayFacts replay_facts(Scenario const& s) {
  Scenario::Workload const& w = s.workload;
  Trace const& trace = *w.log;
  auto const jobs = replayed_jobs(s, Random(static_cast<std::uint64_t>(s.seed), 0));
  OfferedLoad load(s, w.departures ? jobs.back().submit : 1);
  std::vector<bool> seen(trace.weight.size(), false);
  ReplayFacts facts{.jobs = std::ssize(jobs), .tasks = 0, .users = 0, .load = {}};
  for (auto const& [job, submit] : jobs) {
    facts.tasks += trace.tasks[job];
    seen[static_cast<std::size_t>(trace.user[job])] = true;
    load.add(trace.tasks[job], w.departures ? duration_of(w, trace.duration_ms[job]) : 1,
             demand_in(s, trace, job));
  }
  facts.users = std::ranges::count(seen, true);
  facts.load = load.parts();
  return facts;
}

}  // namespace fairslot::workload
