#include "host/workload/workload.hpp"

#include <algorithm>

#include "host/error.hpp"
#include "host/events.hpp"
#include "host/queues.hpp"
#include "host/scenario/cluster.hpp"
#include "host/workload/constraints.hpp"
#include "host/workload/failures.hpp"
#include "host/workload/replayed_jobs.hpp"
#include "host/workload/synthetic_jobs.hpp"
#include "host/workload/synthetic_users.hpp"
#include "host/workload/trace_jobs.hpp"

namespace fairslot::workload {
namespace {

using scenario::Scenario;
using scenario::ServerType;
using Demand = std::vector<std::int32_t>;  // [K]

void add_servers(ProblemBuilder& builder, std::vector<ServerType> const& types) {
  for (ServerType const& type : types) {
    std::vector<std::int32_t> const capacity(type.capacity.begin(), type.capacity.end());
    for (std::int64_t i = 0; i < type.count; ++i) builder.add_server(capacity, type.speed);
  }
}

/// Adds one entry for each submit slot of the job and counts them.
class JobAdder {
 public:
  JobAdder(Scenario::Workload const& w, Random const& random, ProblemBuilder& builder)
      : w_(w), random_(random), builder_(builder) {}

  /// `number`: the job's in the sample. Returns the slot of its first tasks.
  std::int64_t add(int user, int label, TraceJob const& job, Demand const& demand,
                   std::uint32_t number, int placement) {
    auto const add_entry = [&](std::int64_t submit, std::int64_t tasks) {
      require_room();
      builder_.add_job(user, submit, tasks, job.duration, demand, placement, label);
      return submit;
    };
    if (w_.submit == Scenario::Submit::per_job)
      return add_entry(draw_submit(w_, random_, number, 0), job.tasks);
    std::vector<std::int64_t> submits;
    for (std::uint32_t task = 0; task < job.tasks; ++task)
      submits.push_back(draw_submit(w_, random_, number, task));
    std::ranges::sort(submits);
    for (auto first = submits.begin(); first != submits.end();) {
      auto const last = std::upper_bound(first, submits.end(), *first);
      add_entry(*first, last - first);
      first = last;
    }
    return submits.front();
  }

 private:
  void require_room() {
    if (++entries_ > limits::count)
      w_.written.refuse("workload.jobs",
                        "more than 2147483647 submissions (allowed: fewer jobs, or submit = "
                        "\"per_job\")");
  }

  Scenario::Workload const& w_;
  Random const& random_;
  ProblemBuilder& builder_;
  std::int64_t entries_ = 0;
};

/// Those that have no queues in them.
std::vector<int> queues_of_users(std::vector<Queue> const& queues) {
  std::vector<int> found;
  for (std::size_t q = 0; q < queues.size(); ++q)
    if (!queues[q].has_queues) found.push_back(static_cast<int>(q));
  return found;
}

/// They take turns in `queues`.
void add_trace_users(ProblemBuilder& builder, Scenario const& scenario,
                     std::vector<ServerType> const& types, std::vector<int> const& queues,
                     Random const& random, Check const& check) {
  Scenario::Workload const& w = scenario.workload;
  auto const jobs = draw_jobs(w, random, check);
  std::vector<std::vector<TraceJob const*>> jobs_of(
      static_cast<std::size_t>(w.users ? w.users : w.jobs));
  for (TraceJob const& job : jobs) jobs_of[job.user].push_back(&job);

  JobAdder adder(w, random, builder);
  PermittedServers servers(types);
  for (std::uint32_t u = 0; u < jobs_of.size(); ++u) {
    check();
    int const user = builder.add_user(1.0, queues.empty() ? -1 : queues[u % queues.size()]);
    std::vector<Demand> demands;
    for (TraceJob const* const job : jobs_of[u])
      demands.push_back(demand_on(scenario.cluster.resources, *job));
    int const placement = servers.group(builder, draw_permitted(w, random, u, types, demands));
    std::int64_t first = limits::count;
    for (std::size_t label = 0; label < demands.size(); ++label) {
      TraceJob const& job = *jobs_of[u][label];
      first = std::min(first, adder.add(user, static_cast<int>(label), job, demands[label],
                                        static_cast<std::uint32_t>(&job - jobs.data()), placement));
    }
    if (auto const leave = draw_leave(w, random, u, first)) builder.set_leave(user, *leave);
  }
}

JobTerms terms_of(Scenario::Job const& job) {
  return {.weight = job.weight.value_or(0.0),
          .per_server = static_cast<std::int32_t>(job.per_server.value_or(limits::count))};
}

/// `placed`: the servers that jobs name are there.
void add_inline_users(ProblemBuilder& builder, Scenario const& scenario,
                      std::vector<Queue> const& queues, bool placed) {
  for (Scenario::User const& given : scenario.users) {
    int const queue = given.queue.empty() ? -1 : find_queue(queues, given.queue);
    int const user = builder.add_user(given.weight, queue, given.min);
    if (given.leave) builder.set_leave(user, *given.leave);
    if (given.own && placed)
      builder.set_own(
          user, builder.placement(std::vector<std::int32_t>(given.own->begin(), given.own->end())));
    for (Scenario::Job const& job : given.jobs) {
      std::vector<std::int32_t> const demand(job.demand.begin(), job.demand.end());
      std::optional<std::vector<std::int32_t>> servers;
      if (job.servers && placed) servers.emplace(job.servers->begin(), job.servers->end());
      builder.add_job(user, job.submit, job.tasks, job.duration, demand, builder.placement(servers),
                      std::nullopt, terms_of(job));
    }
  }
}

std::shared_ptr<Problem const> make_problem(Scenario const& scenario, std::uint64_t sample,
                                            std::vector<ServerType> const& types, bool placed,
                                            Check const& check) {
  Random const random(static_cast<std::uint64_t>(scenario.seed), sample);
  bool const replays = scenario.workload.is_trace();
  auto const replayed =
      replays ? replayed_jobs(scenario, random, check) : std::vector<ReplayedJob>();
  ProblemBuilder builder(static_cast<int>(scenario.cluster.resources.size()),
                         replays ? replay_horizon(scenario, replayed) : scenario.horizon);
  add_servers(builder, types);
  auto const queues = read_queues(scenario.queues);
  for (Queue const& queue : queues) builder.add_queue(queue.part, queue.outer);
  if (scenario.workload.kind == Scenario::Kind::alibaba)
    add_trace_users(builder, scenario, types, queues_of_users(queues), random, check);
  else if (scenario.workload.kind == Scenario::Kind::synthetic)
    add_synthetic_users(builder, scenario, types, queues_of_users(queues), random, check);
  else if (replays)
    add_replayed_users(builder, scenario, types, queues_of_users(queues), replayed, random, check);
  else
    add_inline_users(builder, scenario, queues, placed);
  if (placed) {
    std::int64_t const servers = scenario::server_count(scenario.cluster);
    Named const named = {servers, scenario::user_count(scenario), queues};
    Changes const changes = changes_of(*scenario.events, named);
    for (Policy const& policy : changes.policies)
      builder.add_policy(in_sample(policy, static_cast<std::int64_t>(sample)));
    for (Change const& change : changes.by_slot) builder.add_change(change);
    add_failures(builder, scenario.cluster, servers, random);
  }
  return std::make_shared<Problem const>(std::move(builder).build(check));
}

}  // namespace

std::shared_ptr<Problem const> make_problem(Scenario const& scenario, std::uint64_t sample,
                                            Check const& check) {
  return make_problem(scenario, sample, scenario::server_types(scenario.cluster), true, check);
}

std::shared_ptr<Problem const> make_sketch(Scenario const& scenario, std::uint64_t sample) {
  auto types = scenario::server_types(scenario.cluster);
  for (ServerType& type : types) type.count = std::min<std::int64_t>(type.count, 1);
  return make_problem(scenario, sample, types, false, no_check);
}

std::int64_t job_count(Scenario const& scenario) {
  if (scenario.workload.kind == Scenario::Kind::synthetic) return expected_jobs(scenario);
  if (scenario.workload.kind == Scenario::Kind::alibaba) return scenario.workload.jobs;
  if (scenario.workload.is_trace()) return replay_facts(scenario).jobs;
  std::int64_t jobs = 0;
  for (Scenario::User const& user : scenario.users)
    jobs += static_cast<std::int64_t>(user.jobs.size());
  return jobs;
}

double expected_submissions(Scenario const& scenario) {
  auto const jobs = static_cast<double>(job_count(scenario));
  bool const drawn = scenario.workload.kind == Scenario::Kind::alibaba;
  return drawn ? mean_submissions(scenario.workload) * jobs : jobs;
}

double expected_tasks(Scenario const& scenario) {
  if (scenario.workload.kind == Scenario::Kind::synthetic)
    return mean_synthetic_tasks(scenario.workload) * static_cast<double>(expected_jobs(scenario));
  if (scenario.workload.kind == Scenario::Kind::alibaba)
    return mean_tasks(scenario.workload) * static_cast<double>(scenario.workload.jobs);
  if (scenario.workload.is_trace()) return static_cast<double>(replay_facts(scenario).tasks);
  double tasks = 0;
  for (Scenario::User const& user : scenario.users)
    for (Scenario::Job const& job : user.jobs) tasks += static_cast<double>(job.tasks);
  return tasks;
}

}  // namespace fairslot::workload
