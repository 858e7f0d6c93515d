#include "host/sweep/plan.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "host/workload/workload.hpp"
#include "kernels/shown.hpp"

namespace fairslot::sweep {
namespace {

std::int64_t all_pairs(Plan const& plan) {
  return static_cast<std::int64_t>(plan.points.size()) * plan.scenario.samples;
}

}  // namespace

Plan read_plan(std::string const& path, PlanChanges const& changes) {
  std::vector<std::string> sets = changes.sets;
  if (!changes.policies.empty()) sets.push_back(fmt::format("policies={}", changes.policies));
  auto [scenario, points] = scenario::read_sweep(path, sets);
  Plan plan{std::move(scenario), std::move(points), {}, changes.out};
  for (scenario::Point const& point : plan.points)
    for (std::string const& name : point.scenario.policies)
      if (!std::ranges::count(plan.policies, name)) plan.policies.push_back(name);
  std::string const folder = std::filesystem::absolute(path).parent_path().string();
  if (is_utf8(folder)) plan.folder = folder;  // as a text in a file has to be
  if (plan.out.empty()) plan.out = "results/" + plan.scenario.name + ".h5";
  return plan;
}

std::int64_t samples_of(Plan const& plan) { return plan.shard.pairs(all_pairs(plan)); }

double expected_tasks(Plan const& plan) {
  double tasks = 0.0;
  for (scenario::Point const& point : plan.points)
    tasks += workload::expected_tasks(point.scenario) *
             static_cast<double>(point.scenario.samples) *
             static_cast<double>(point.scenario.policies.size());
  return tasks * static_cast<double>(samples_of(plan)) / static_cast<double>(all_pairs(plan));
}

}  // namespace fairslot::sweep
