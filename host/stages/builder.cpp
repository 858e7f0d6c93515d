#include "host/stages/builder.hpp"

#include <algorithm>
#include <numeric>

#include "host/stages/draws.hpp"

namespace fairslot::stages {

Builder::Builder(Scenario const& scenario, std::uint64_t sample)
    : scenario_(scenario), random_(static_cast<std::uint64_t>(scenario.seed), sample) {
  in_.resources = scenario.resources;
  for (Scenario::Worker const& worker : scenario.workers)
    in_.workers.insert(in_.workers.end(), static_cast<std::size_t>(worker.count),
                       amounts(worker.capacity));
  for (Scenario::Load const& load : scenario.load)
    in_.background.push_back(
        {load.time, static_cast<std::int32_t>(load.worker), amounts(load.amounts)});
  std::stable_sort(in_.background.begin(), in_.background.end(), [](auto const& a, auto const& b) {
    return std::pair(a.time, a.worker) < std::pair(b.time, b.worker);
  });
}

Amounts Builder::amounts(std::vector<double> const& numbers) const {
  Amounts result = {};
  for (std::size_t r = 0; r < numbers.size(); ++r) result[r] = amount_of(numbers[r]);
  return result;
}

Stage Builder::stage(std::vector<double> const& row) const {
  Stage result{{}, row.back()};
  for (std::size_t r = 0; r + 1 < row.size(); ++r) result.need[r] = amount_of(row[r]);
  return result;
}

Amounts Builder::request_for(std::vector<Stage> const& stages) const {
  Amounts most = {};
  for (Stage const& stage : stages) raise(most, stage.need);
  for (std::size_t r = 0; r < most_resources; ++r) {
    most[r] = amount_of(to_number(most[r]) * scenario_.request_factor);
    Amount const grain =
        r < scenario_.request_grain.size() ? amount_of(scenario_.request_grain[r]) : 0;
    if (grain > 0) most[r] = (most[r] + grain - 1) / grain * grain;
  }
  return most;
}

std::int32_t Builder::drawn_queue() const {
  double at = uniform(random_.bits(Draw::stage_queue, 0, job_number()));
  auto const& queues = scenario_.settings.queues;
  std::size_t queue = 0;
  while (queue + 1 < queues.size() && at >= queues[queue]) at -= queues[queue++];
  return static_cast<std::int32_t>(queue);
}

void Builder::add_job(double submit, std::int64_t queue, bool service) {
  auto const groups = static_cast<std::int32_t>(in_.groups.size());
  std::int32_t const own = queue < 0 ? drawn_queue() : static_cast<std::int32_t>(queue);
  in_.jobs.push_back({service, submit, own, groups, groups});
}

void Builder::add_group(int after) {
  Job& job = in_.jobs.back();
  in_.groups.push_back(
      {in_.task_count(), in_.task_count(), after < 0 ? -1 : job.first_group + after});
  ++job.last_group;
}

void Builder::add_task(std::vector<Stage> const& stages, Amounts const& request,
                       std::string const& logic, double input, double deadline) {
  auto const family =
      families_.emplace(std::pair(logic, input), static_cast<std::int32_t>(families_.size()))
          .first->second;
  bool const service = in_.jobs.back().service;
  auto const [kind, fresh] = kinds_.emplace(std::tuple(family, request, service),
                                            static_cast<std::int32_t>(in_.kinds.size()));
  if (fresh) in_.kinds.push_back({family, request, service});
  Task task;
  task.job = static_cast<std::int32_t>(in_.jobs.size()) - 1, task.kind = kind->second;
  task.group = static_cast<std::int32_t>(in_.groups.size()) - 1;
  task.first_stage = place_of(stages, service);
  task.stages = static_cast<std::uint32_t>(stages.size());
  task.deadline = deadline;
  in_.tasks.push_back(task);
  ++in_.groups.back().last;
  if (scenario_.settings.locality) draw_replicas(input);
}

/// Of a task equal to the one before those of that.
std::uint32_t Builder::place_of(std::vector<Stage> stages, bool service) {
  if (service) stages.back().seconds = for_ever;
  auto& all = in_.stages;
  if (all.size() < stages.size() ||
      !std::equal(stages.begin(), stages.end(), all.end() - std::ssize(stages)))
    all.insert(all.end(), stages.begin(), stages.end());
  return static_cast<std::uint32_t>(all.size() - stages.size());
}

/// Distinct workers: each is drawn from those that are left.
void Builder::draw_replicas(double input) {
  auto& all = in_.replicas.emplace_back();
  if (input <= 0 || in_.groups.back().after >= 0 || in_.jobs.back().service) return;
  std::size_t const count =
      std::min(in_.workers.size(), static_cast<std::size_t>(scenario_.settings.replicas));
  auto const task = static_cast<std::uint32_t>(in_.tasks.size()) - 1;
  while (all.size() < count) {
    auto const bits = random_.bits(Draw::stage_replica, task, job_number(),
                                   static_cast<std::uint32_t>(all.size()));
    auto worker = static_cast<std::int32_t>(scaled(bits, in_.workers.size() - all.size()));
    for (std::int32_t const other : all) worker += other <= worker;
    all.insert(std::ranges::upper_bound(all, worker), worker);
  }
}

namespace {

/// Tasks and groups of the jobs in their new order.
Instance in_order(Instance&& in, std::vector<std::size_t> const& order) {
  Instance out = in;
  out.jobs.clear(), out.groups.clear(), out.tasks.clear(), out.replicas.clear();
  for (std::size_t const j : order) {
    Job job = in.jobs[j];
    auto const first = static_cast<std::int32_t>(out.groups.size());
    for (std::int32_t g = job.first_group; g < job.last_group; ++g) {
      Group group = in.groups[static_cast<std::size_t>(g)];
      Group moved{out.task_count(), out.task_count(),
                  group.after < 0 ? -1 : group.after - job.first_group + first};
      for (std::int32_t t = group.first; t < group.last; ++t, ++moved.last) {
        Task& task = out.tasks.emplace_back(in.tasks[static_cast<std::size_t>(t)]);
        task.job = static_cast<std::int32_t>(out.jobs.size());
        task.group = static_cast<std::int32_t>(out.groups.size());
        if (!in.replicas.empty())
          out.replicas.push_back(std::move(in.replicas[static_cast<std::size_t>(t)]));
      }
      out.groups.push_back(moved);
    }
    job.last_group = first + job.last_group - job.first_group, job.first_group = first;
    out.jobs.push_back(job);
  }
  return out;
}

}  // namespace

Instance Builder::finish() {
  in_.families = static_cast<std::int32_t>(families_.size());
  std::vector<std::size_t> order(in_.jobs.size());
  std::iota(order.begin(), order.end(), 0);
  auto const submit = [this](std::size_t j) { return in_.jobs[j].submit; };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return submit(a) < submit(b); });
  if (std::ranges::is_sorted(order)) return std::move(in_);
  return in_order(std::move(in_), order);
}

}  // namespace fairslot::stages
