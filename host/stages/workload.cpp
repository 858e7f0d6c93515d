#include "host/stages/workload.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "host/error.hpp"
#include "host/stages/builder.hpp"
#include "host/stages/draws.hpp"
#include "host/stages/groups.hpp"

namespace fairslot::stages {
namespace {

constexpr double mib = 1048576, shortest_block = 0.1;

Instance written_out(Scenario const& scenario, std::uint64_t sample) {
  Builder builder(scenario, sample);
  for (std::size_t j = 0; j < scenario.jobs.size(); ++j) {
    Scenario::Job const& job = scenario.jobs[j];
    builder.add_job(job.submit, job.queue.value_or(-1), job.tasks.front().service);
    std::string const logic = job.logic.empty() ? fmt::format("job {}", j) : "logic " + job.logic;
    for (std::size_t t = 0; t < job.tasks.size(); ++t) {
      Scenario::JobTasks const& tasks = job.tasks[t];
      std::vector<Stage> stages;
      for (auto const& row : tasks.stages) stages.push_back(builder.stage(row));
      Amounts const request =
          tasks.request.empty() ? builder.request_for(stages) : builder.amounts(tasks.request);
      double const deadline = tasks.deadline ? job.submit + *tasks.deadline : for_ever;
      builder.add_group(after_of(job, t));
      for (std::int64_t i = 0; i < tasks.count; ++i)
        builder.add_task(stages, request, logic + "/" + name_of(job, t), tasks.input, deadline);
    }
  }
  return builder.finish();
}

/// Map or reduce tasks of a job: so many of a full block, then a part of one.
struct Blocks {
  std::int64_t count = 0;
  double last = 1;  ///< part of a block
};

Blocks blocks_of(double bytes, double block, std::int64_t least, std::int64_t most) {
  double const all = bytes / block;
  auto const whole = static_cast<std::int64_t>(std::ceil(all));
  Blocks blocks{std::clamp(whole, least, most), 1};
  if (whole <= most) blocks.last = std::max(all - static_cast<double>(blocks.count - 1), 0.0);
  return blocks;
}

class Drawer {
 public:
  Drawer(Scenario const& scenario, std::uint64_t sample, std::vector<SwimRow> const& rows)
      : scenario_(scenario), builder_(scenario, sample) {
    for (SwimRow const& row : rows)
      if (static_cast<double>(row.input) <= scenario.largest_job * total()) rows_.push_back(row);
    if (rows_.empty())
      throw InputError(fmt::format("largest_job: no row of {} is that small", scenario.swim));
  }

  Instance instance() && {
    for (std::int64_t i = 0; i < scenario_.services; ++i) add_service();
    double bytes = 0, time = 0;
    while (bytes < total()) {
      SwimRow const row = rows_[scaled(bits(Draw::stage_row), rows_.size())];
      double const input = std::min(static_cast<double>(row.input), total() - bytes);
      if (scenario_.arrivals == Scenario::Arrivals::online)
        time += exponential(bits(Draw::stage_gap), scenario_.mean_gap);
      add_job(time, input, static_cast<double>(row.shuffle));
      bytes += std::max(input, 1.0);
    }
    return builder_.finish();
  }

 private:
  double total() const { return scenario_.total_gb * 1e9; }
  std::uint64_t bits(Draw what) const {
    return builder_.random().bits(what, 0, builder_.job_number());
  }

  void add_service() {
    Amounts const request = builder_.amounts(scenario_.service_request);
    builder_.add_job(0, -1, true);
    builder_.add_group(-1);
    builder_.add_task({{request, for_ever}}, request, "service", 0, for_ever);
  }

  std::size_t drawn_family() const {
    double at = uniform(bits(Draw::stage_family));
    std::size_t family = 0;
    while (family + 1 < scenario_.families.size() && at >= scenario_.families[family].share)
      at -= scenario_.families[family++].share;
    return family;
  }

  /// The stages of a variant: each amount times a factor of its own.
  std::vector<Stage> variant(StageRows const& rows, std::size_t family, std::uint64_t variant,
                             std::uint32_t first) const {
    double const most = 1 + scenario_.variant_range, least = 1 / most;
    std::vector<Stage> stages;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      auto row = rows[i];
      for (std::size_t r = 0; r < row.size(); ++r) {
        auto const number = first + static_cast<std::uint32_t>(i * (most_resources + 1) + r);
        double const u =
            uniform(builder_.random().bits(Draw::stage_factor, static_cast<std::uint32_t>(family),
                                           static_cast<std::uint32_t>(variant), number));
        row[r] *= least + (most - least) * u;
      }
      stages.push_back(builder_.stage(row));
    }
    return stages;
  }

  /// A task's truth.
  std::vector<Stage> noisy(std::vector<Stage> stages, std::uint32_t task, double block) const {
    std::uint32_t number = 0;
    auto const times = [&](double amount) {
      double const u =
          uniform(builder_.random().bits(Draw::stage_noise, task, builder_.job_number(), number++));
      return amount * (1 + scenario_.noise * (2 * u - 1));
    };
    for (Stage& stage : stages) {
      for (std::size_t r = 0; r < scenario_.resources.size(); ++r)
        stage.need[r] = amount_of(times(to_number(stage.need[r])));
      stage.need[cpu] = std::min(stage.need[cpu], most_cpu());
      stage.seconds = times(stage.seconds) * block;
    }
    return stages;
  }
  Amount most_cpu() const {
    double most = 0;
    for (Scenario::Worker const& worker : scenario_.workers)
      most = std::max(most, worker.capacity.front());
    return amount_of(most);
  }

  void add_tasks(Blocks const& blocks, double block_bytes, std::vector<Stage> const& stages,
                 std::string const& logic, double deadline) {
    Amounts const request = builder_.request_for(stages);
    for (std::int64_t i = 0; i < blocks.count; ++i) {
      count_task(stages);
      double const part = i + 1 == blocks.count ? blocks.last : 1.0;
      builder_.add_task(noisy(stages, task_++, std::max(part, shortest_block)), request, logic,
                        std::max(1.0, std::floor(part * block_bytes)), deadline);
    }
  }

  /// Sums of amounts fit, and memory is not filled with jobs of a few bytes.
  void count_task(std::vector<Stage> const& stages) {
    double most = 0;
    for (Stage const& stage : stages)
      for (Amount const amount : stage.need) most = std::max(most, to_number(amount));
    needed_ += most * (1 + scenario_.noise);
    if (++tasks_ > most_tasks || needed_ > largest_sum)
      throw InputError(
          fmt::format("total_gb: {:g} GB of {} are more than {} tasks, or they need "
                      "more than {:g} of a resource",
                      scenario_.total_gb, scenario_.swim, most_tasks, largest_sum));
  }

  void add_job(double time, double input, double shuffle);

  Scenario const& scenario_;
  Builder builder_;
  std::vector<SwimRow> rows_;
  std::uint32_t task_ = 0;  ///< of the job
  std::int64_t tasks_ = 0;
  double needed_ = 0;  ///< the largest of the resources
};

double seconds_of(std::vector<Stage> const& stages) {
  double seconds = 0;
  for (Stage const& stage : stages) seconds += stage.seconds;
  return seconds;
}

void Drawer::add_job(double time, double input, double shuffle) {
  constexpr std::int64_t no_limit = 1'000'000;
  Blocks const maps = blocks_of(input, scenario_.block_mib * mib, 1, no_limit);
  Blocks const reduces =
      shuffle > 0 ? blocks_of(shuffle, scenario_.reduce_mib * mib, 1, maps.count) : Blocks{};
  std::size_t const family = drawn_family();
  auto const which =
      scaled(bits(Draw::stage_variant), static_cast<std::uint64_t>(scenario_.applications));
  auto const map = variant(scenario_.families[family].map, family, which, 0);
  auto const reduce = variant(scenario_.families[family].reduce, family, which, 1u << 16);
  double const ideal = seconds_of(map) + (reduces.count > 0 ? seconds_of(reduce) : 0.0);
  double const deadline =
      scenario_.deadline_factor > 0 ? time + scenario_.deadline_factor * ideal : for_ever;
  std::string const logic = fmt::format("{}/{}", family, which);
  builder_.add_job(time, -1, false);
  task_ = 0;
  builder_.add_group(-1);
  add_tasks(maps, scenario_.block_mib * mib, map, logic + "/map", deadline);
  if (reduces.count == 0) return;
  builder_.add_group(0);
  add_tasks(reduces, scenario_.reduce_mib * mib, reduce, logic + "/reduce", deadline);
}

}  // namespace

Instance make_instance(Scenario const& scenario, std::uint64_t sample,
                       std::vector<SwimRow> const& rows) {
  if (!scenario.is_drawn()) return written_out(scenario, sample);
  return Drawer(scenario, sample, rows).instance();
}

Settings settings_of(Scenario const& scenario) {
  Settings settings = scenario.settings;
  for (double* const threshold :
       {&settings.fine_threshold, &settings.coarse_threshold, &settings.stop_threshold})
    *threshold *= scenario.threshold_factor;
  return settings;
}

OnOff background_of(Scenario const& scenario, std::uint64_t sample) {
  if (scenario.environment == Scenario::Environment::dedicated) return {};
  return {scenario.background_seconds, scenario.background,
          static_cast<std::uint64_t>(scenario.seed), sample};
}

}  // namespace fairslot::stages
