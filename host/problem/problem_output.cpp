#include "host/problem/problem_output.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "kernels/shown.hpp"

namespace fairslot::problem {
namespace {

using statistics::ProblemOutcome;
using statistics::RunMetrics;
using statistics::RunSummary;

using json = nlohmann::ordered_json;

template <class T>
json or_null(std::optional<T> const& value) {
  return value ? json(*value) : json(nullptr);
}

json jobs_json(RunMetrics const& metrics) {
  json jobs = json::array();
  for (statistics::JobMetrics const& job : metrics.jobs)
    jobs.push_back(
        {job.user, job.job, or_null(job.first_start), or_null(job.completion), job.queue_sum});
  return jobs;
}

json users_json(RunMetrics const& metrics) {
  json users = json::array();
  for (std::size_t u = 0; u < metrics.users.size(); ++u) {
    statistics::UserMetrics const& user = metrics.users[u];
    users.push_back({u, or_null(user.waiting), user.queue_sum, user.started});
  }
  return users;
}

/// Labels, ascending.
std::vector<std::int32_t> blocked_jobs(statistics::UserMetrics const& user) {
  std::vector<std::int32_t> jobs = user.also_blocked;
  if (user.blocked) jobs.insert(jobs.begin(), *user.blocked);
  return jobs;
}

json blocked_json(RunMetrics const& metrics) {
  json blocked = json::array();
  for (std::size_t u = 0; u < metrics.users.size(); ++u)
    for (std::int32_t const job : blocked_jobs(metrics.users[u])) blocked.push_back({u, job});
  return blocked;
}

json summary_json(RunSummary const& summary) {
  return {{"started", summary.started},
          {"makespan", or_null(summary.makespan)},
          {"mean_waiting", or_null(summary.mean_waiting)},
          {"mean_queueing", or_null(summary.mean_queueing)},
          {"mean_completion", or_null(summary.mean_completion)},
          {"unstarted", summary.unstarted_tasks},
          {"unstarted_users", summary.unstarted_users},
          {"unstarted_jobs", summary.unstarted_jobs}};
}

template <class T>
std::string cell(std::optional<T> const& value) {
  return value ? fmt::format("{:.6g}", static_cast<double>(*value)) : "-";
}

std::string blocked_text(RunMetrics const& metrics) {
  std::string text;
  int more = 0;
  for (std::size_t u = 0; u < metrics.users.size(); ++u)
    for (std::int32_t const job : blocked_jobs(metrics.users[u])) {
      if (text.size() > 60)
        ++more;
      else
        text += fmt::format("{}user {} job {}", text.empty() ? "" : ", ", u, job);
    }
  return more > 0 ? text + fmt::format(", and {} more", more) : text;
}

}  // namespace

std::string to_json(ProblemOutcome const& outcome) {
  json policies = json::array();
  for (auto const& [policy, metrics] : outcome.policies)
    policies.push_back({{"name", policy},
                        {"jobs", jobs_json(metrics)},
                        {"users", users_json(metrics)},
                        {"blocked", blocked_json(metrics)},
                        {"summary", summary_json(metrics.summary)}});
  json all{{"policies", std::move(policies)}};
  if (!outcome.waiting.empty()) all["interrupted"] = true, all["waiting"] = outcome.waiting;
  return all.dump() + "\n";
}

std::string to_table(ProblemOutcome const& outcome) {
  if (!outcome.waiting.empty())
    return fmt::format("Interrupted: it waits for {}, and only what is complete counts.\n",
                       fmt::join(outcome.waiting, ", "));
  std::vector<statistics::PolicyOutcome> const& outcomes = outcome.policies;
  std::size_t width = 6;
  for (auto const& each : outcomes) width = std::max(width, each.policy.size());
  std::string text =
      fmt::format("{:<{}}  {:>12}  {:>12}  {:>12}  {:>13}  {:>15}\n", "policy", width, "started",
                  "makespan", "mean waiting", "mean queueing", "mean completion");
  bool const unstarted = std::ranges::any_of(
      outcomes, [](auto const& each) { return each.metrics.summary.unstarted_tasks > 0; });
  if (unstarted) text.insert(text.size() - 1, fmt::format("  {:>12}", "unstarted"));
  for (auto const& [policy, metrics] : outcomes) {
    RunSummary const& s = metrics.summary;
    text += fmt::format("{:<{}}  {:>12}  {:>12}  {:>12}  {:>13}  {:>15}\n", policy, width,
                        s.started, s.makespan ? fmt::format("{}", *s.makespan) : "-",
                        cell(s.mean_waiting), cell(s.mean_queueing), cell(s.mean_completion));
    if (unstarted) text.insert(text.size() - 1, fmt::format("  {:>12}", s.unstarted_tasks));
  }
  for (auto const& [policy, metrics] : outcomes)
    if (std::string const blocked = blocked_text(metrics); !blocked.empty())
      text += fmt::format("{}: can never run: {}\n", policy, blocked);
  return text;
}

PicksFile::PicksFile(std::string path, Problem const& problem)
    : path_(std::move(path)),
      problem_(problem),
      existing_(std::filesystem::exists(path_) ? Existing::replace : Existing::keep),
      file_(path_) {
  file_.write(picks_head);
}

void PicksFile::put(std::span<Pick const> picks) {
  constexpr std::size_t chunk = std::size_t{1} << 16;
  std::string lines;
  for (Pick const& pick : picks) {
    fmt::format_to(std::back_inserter(lines), "{},{},{},{}\n", pick.slot, pick.user,
                   problem_.job[pick.entry], pick.server);
    if (lines.size() < chunk) continue;
    file_.write(lines);
    lines.clear();
  }
  file_.write(lines);
}

void PicksFile::publish() {
  std::string const name = file_.publish(existing_);
  if (name != path_)
    throw std::runtime_error(
        fmt::format("{}: another program has taken this name meanwhile; the picks are in {}",
                    shown_path(path_), shown_path(name)));
}

}  // namespace fairslot::problem
