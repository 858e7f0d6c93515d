#include "host/statistics/notes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "host/number_of.hpp"

namespace fairslot::statistics {
namespace {

std::int64_t planned(Summary const& summary) {
  return summary.shard.pairs(static_cast<std::int64_t>(summary.points.size()) * summary.samples);
}

std::int64_t counted(Summary const& summary) {
  std::int64_t sum = 0;
  for (auto const& samples : summary.counted) sum += static_cast<std::int64_t>(samples.size());
  return sum;
}

std::int64_t failed(Summary const& summary) {
  std::int64_t samples = 0;
  for (std::size_t i = 0; i < summary.failed.size(); ++i) {
    FailedRun const &run = summary.failed[i], &before = summary.failed[i > 0 ? i - 1 : 0];
    samples += i == 0 || run.point != before.point || run.sample != before.sample;
  }
  return samples;
}

std::string part_of_a_sweep(Summary const& summary) {
  if (!summary.shard.is_part()) return "";
  return fmt::format("Shard {} of {}, counted from 0: {} of the sweep's {} samples.\n",
                     summary.shard.index, summary.shard.count, planned(summary),
                     static_cast<std::int64_t>(summary.points.size()) * summary.samples);
}

std::string failed_run(Summary const& summary, FailedRun const& run) {
  return fmt::format("{}: sample {}, {}: {}", point_name(summary, run.point), run.sample,
                     summary.policies[run.policy], status_message(run.status));
}

std::string how_many_failed(Summary const& summary) {
  return fmt::format("{} of {} samples left out: runs of theirs came to no end", failed(summary),
                     planned(summary));
}

std::string failed_runs(Summary const& summary) {
  if (summary.failed.empty()) return "";
  constexpr std::size_t most = 3;
  std::string text = how_many_failed(summary) + " (all: status in /policies/NAME/runs):\n";
  for (std::size_t i = 0; i < std::min(most, summary.failed.size()); ++i)
    text += fmt::format("  {}\n", failed_run(summary, summary.failed[i]));
  if (summary.failed.size() > most)
    text +=
        fmt::format("  and {}\n", number_of(summary.failed.size() - most, "more run", "more runs"));
  return text;
}

std::string interruption(Summary const& summary) {
  if (!is_interrupted(summary)) return "";
  constexpr std::size_t most = 3;
  std::string text = "Interrupted: " + completeness(summary) + ", and only they count.\n";
  for (std::size_t i = 0; i < std::min(most, summary.in_part.size()); ++i) {
    PartSample const& part = summary.in_part[i];
    text += fmt::format("  {}: sample {} waits for {}\n", point_name(summary, part.point),
                        part.sample, fmt::join(awaited(summary, part), ", "));
  }
  if (summary.in_part.size() > most)
    text += fmt::format("  and {} for some policy\n",
                        number_of(summary.in_part.size() - most, "more waits", "more wait"));
  return text;
}

std::string blocked_line(Summary const& summary, Blocked const& blocked) {
  std::string const& policy = summary.policies[blocked.policy];
  bool const one = blocked.users == 1;
  return fmt::format("  {}, {}: {} a task that cannot run ({}sample {}, user {}, job {})\n",
                     point_name(summary, blocked.point), policy,
                     number_of(blocked.users, "user has", "users have"),
                     one ? "" : "the first: ", blocked.sample, blocked.user, blocked.job);
}

std::string blocked_users(Summary const& summary) {
  if (summary.blocked.empty()) return "";
  constexpr std::size_t most = 10;
  std::string text = "Blocked (all of them: blocked_job in /policies/NAME/users):\n";
  for (std::size_t i = 0; i < std::min(most, summary.blocked.size()); ++i)
    text += blocked_line(summary, summary.blocked[i]);
  if (summary.blocked.size() > most)
    text += fmt::format("  and under {} of point and policy\n",
                        number_of(summary.blocked.size() - most, "more pair", "more pairs"));
  return text;
}

std::string losses(Summary const& summary) {
  std::int64_t cancelled = 0, lost = 0;
  for (Losses const& own : summary.losses) cancelled += own.cancelled, lost += own.lost;
  std::string text;
  if (cancelled > 0)
    text += fmt::format("Cancelled as their users left: {} of those not started.\n",
                        number_of(cancelled, "task", "tasks"));
  if (lost > 0)
    text += fmt::format("Lost as servers went down, and queued again: {}.\n",
                        number_of(lost, "task", "tasks"));
  return text;
}

}  // namespace

std::string point_name(Summary const& summary, int point) {
  std::string text;
  for (Setting const& setting : summary.points[point].set)
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", setting.key, setting.value);
  return text.empty() ? summary.scenario : text;
}

bool is_interrupted(Summary const& summary) {
  return counted(summary) + failed(summary) < planned(summary);
}

std::string failures(Summary const& summary) {
  if (summary.failed.empty()) return "";
  return fmt::format("{} (the first: {})", how_many_failed(summary),
                     failed_run(summary, summary.failed.front()));
}

std::vector<std::string> awaited(Summary const& summary, PartSample const& part) {
  std::vector<std::string> names;
  for (int const policy : summary.points[part.point].policies)
    if (!std::ranges::count(part.ended, policy)) names.push_back(summary.policies[policy]);
  return names;
}

std::string completeness(Summary const& summary) {
  return fmt::format("{} of {} samples are complete under all policies", counted(summary),
                     planned(summary));
}

std::string notes(Summary const& summary) {
  return part_of_a_sweep(summary) + interruption(summary) + failed_runs(summary) +
         blocked_users(summary) + losses(summary);
}

}  // namespace fairslot::statistics
