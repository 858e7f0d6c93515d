#include "host/stages/drawn_jobs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "host/scenario/document.hpp"
#include "host/stages/draws.hpp"

namespace fairslot::stages {
namespace {

constexpr double mib = 1048576;
constexpr std::int64_t most_maps = 1'000'000;  // of a job

DrawnTasks tasks_of(double bytes, double block, std::int64_t most) {
  double const all = bytes / block;
  auto const whole = static_cast<std::int64_t>(std::ceil(all));
  DrawnTasks tasks{std::clamp<std::int64_t>(whole, 1, most), 1, {}};
  if (whole <= most) tasks.last = std::max(all - static_cast<double>(tasks.count - 1), 0.0);
  return tasks;
}

[[noreturn]] void refuse(std::string_view key, std::string const& problem) {
  throw scenario::KeyError(fmt::format("{}: {}", key, problem), key);
}

}  // namespace

DrawnJobs::DrawnJobs(Scenario const& scenario, std::uint64_t sample,
                     std::vector<SwimRow> const& rows)
    : scenario_(scenario),
      random_(static_cast<std::uint64_t>(scenario.seed), sample),
      number_(static_cast<std::uint32_t>(scenario.services)),
      tasks_(scenario.services) {
  for (SwimRow const& row : rows)
    if (static_cast<double>(row.input) <= scenario.largest_job * total()) rows_.push_back(row);
  if (rows_.empty())
    refuse("largest_job", fmt::format("no row of {} is that small", shown(scenario.swim.name)));
}

std::optional<DrawnJob> DrawnJobs::next() {
  if (bytes_ >= total()) return std::nullopt;
  SwimRow const row = rows_[scaled(bits(Draw::stage_row), rows_.size())];
  double const input = std::min(static_cast<double>(row.input), total() - bytes_);
  if (scenario_.arrivals == Scenario::Arrivals::online)
    time_ += exponential(bits(Draw::stage_gap), scenario_.mean_gap);
  bytes_ += std::max(input, 1.0);
  std::size_t const family = drawn_family();
  auto const which =
      scaled(bits(Draw::stage_variant), static_cast<std::uint64_t>(scenario_.applications));
  DrawnJob job{time_, fmt::format("{}/{}", family, which), {}, {}};
  job.maps = tasks_of(input, scenario_.block_mib * mib, most_maps);
  if (row.shuffle > 0)
    job.reduces =
        tasks_of(static_cast<double>(row.shuffle), scenario_.reduce_mib * mib, job.maps.count);
  job.maps.stages = variant(scenario_.families[family].map, family, which, 0);
  job.reduces.stages = variant(scenario_.families[family].reduce, family, which, 1u << 16);
  count(job.maps), count(job.reduces);
  ++number_;
  return job;
}

std::size_t DrawnJobs::drawn_family() const {
  double at = uniform(bits(Draw::stage_family));
  std::size_t family = 0;
  while (family + 1 < scenario_.families.size() && at >= scenario_.families[family].share)
    at -= scenario_.families[family++].share;
  return family;
}

/// The stages of a variant: each amount times a factor of its own.
StageRows DrawnJobs::variant(StageRows const& rows, std::size_t family, std::uint64_t variant,
                             std::uint32_t first) const {
  double const most = 1 + scenario_.variant_range, least = 1 / most;
  StageRows stages = rows;
  for (std::size_t i = 0; i < stages.size(); ++i)
    for (std::size_t r = 0; r < stages[i].size(); ++r) {
      auto const number = first + static_cast<std::uint32_t>(i * (most_resources + 1) + r);
      double const u = uniform(random_.bits(Draw::stage_factor, static_cast<std::uint32_t>(family),
                                            static_cast<std::uint32_t>(variant), number));
      stages[i][r] *= least + (most - least) * u;
    }
  return stages;
}

/// Sums of amounts fit, and memory is not filled with jobs of a few bytes.
void DrawnJobs::count(DrawnTasks const& tasks) {
  double most = 0;
  for (auto const& row : tasks.stages)
    most = std::max(most, *std::max_element(row.begin(), row.end() - 1));  // but for seconds
  tasks_ += tasks.count;
  needed_ += static_cast<double>(tasks.count) * most * (1 + scenario_.noise);
  if (tasks_ > most_tasks || needed_ > largest_sum)
    refuse("total_gb",
           fmt::format("{:g} GB of {} are more than {} tasks, or they need more than "
                       "{:g} of a resource",
                       scenario_.total_gb, shown(scenario_.swim.name), most_tasks, largest_sum));
}

}  // namespace fairslot::stages
