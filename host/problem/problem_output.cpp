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
using statistics::UserMetrics;

using nlohmann::ordered_json;

template <class T>
ordered_json or_null(std::optional<T> const& value) {
  return value ? ordered_json(*value) : ordered_json(nullptr);
}

ordered_json jobs_json(RunMetrics const& metrics) {
  ordered_json jobs = ordered_json::array();
  for (statistics::JobMetrics const& job : metrics.jobs)
    jobs.push_back(
        {job.user, job.job, or_null(job.first_start), or_null(job.completion), job.queue_sum});
  return jobs;
}

ordered_json users_json(RunMetrics const& metrics) {
  ordered_json users = ordered_json::array();
  for (std::size_t u = 0; u < metrics.users.size(); ++u) {
    UserMetrics const& user = metrics.users[u];
    users.push_back({u, or_null(user.waiting), user.queue_sum, user.started});
  }
  return users;
}

ordered_json blocked_json(RunMetrics const& metrics) {
  ordered_json blocked = ordered_json::array();
  for (statistics::JobMetrics const& job : metrics.jobs)
    if (job.blocked) blocked.push_back({job.user, job.job});
  return blocked;
}

/// [user, tasks] of each user that has some.
ordered_json tasks_json(RunMetrics const& metrics, std::int64_t UserMetrics::*tasks) {
  ordered_json list = ordered_json::array();
  for (std::size_t u = 0; u < metrics.users.size(); ++u)
    if (metrics.users[u].*tasks > 0) list.push_back({u, metrics.users[u].*tasks});
  return list;
}

ordered_json summary_json(RunSummary const& summary) {
  return {{"started", summary.started},
          {"makespan", or_null(summary.makespan)},
          {"mean_waiting", or_null(summary.mean_waiting)},
          {"mean_queueing", or_null(summary.mean_queueing)},
          {"mean_completion", or_null(summary.mean_completion)},
          {"unstarted", summary.unstarted_tasks},
          {"unstarted_users", summary.unstarted_users},
          {"unstarted_jobs", summary.unstarted_jobs},
          {"cancelled", summary.cancelled},
          {"lost", summary.lost}};
}

template <class T>
std::string cell(std::optional<T> const& value) {
  return value ? fmt::format("{:.6g}", static_cast<double>(*value)) : "-";
}

/// The first of them, and how many more there are.
std::string some_of(std::vector<std::string> const& all) {
  std::string text;
  std::size_t shown = 0;
  for (; shown < all.size() && text.size() <= 60; ++shown)
    text += (text.empty() ? "" : ", ") + all[shown];
  return shown < all.size() ? text + fmt::format(", and {} more", all.size() - shown) : text;
}

std::string blocked_text(RunMetrics const& metrics) {
  std::vector<std::string> jobs;
  for (statistics::JobMetrics const& job : metrics.jobs)
    if (job.blocked) jobs.push_back(fmt::format("user {} job {}", job.user, job.job));
  return some_of(jobs);
}

std::string tasks_text(RunMetrics const& metrics, std::int64_t UserMetrics::*tasks) {
  std::vector<std::string> users;
  for (std::size_t u = 0; u < metrics.users.size(); ++u)
    if (std::int64_t const own = metrics.users[u].*tasks; own > 0)
      users.push_back(fmt::format("user {} {}", u, own));
  return some_of(users);
}

/// What else there is to say of a policy's run, a line each.
std::string notes(std::string const& policy, RunMetrics const& metrics) {
  std::string text;
  auto const add = [&](std::string_view what, std::string const& of) {
    if (!of.empty()) text += fmt::format("{}: {}: {}\n", policy, what, of);
  };
  add("cannot run", blocked_text(metrics));
  add("tasks cancelled as their user left", tasks_text(metrics, &UserMetrics::cancelled));
  add("tasks lost as a server went down", tasks_text(metrics, &UserMetrics::lost));
  return text;
}

}  // namespace

std::string to_json(ProblemOutcome const& outcome) {
  ordered_json policies = ordered_json::array();
  for (auto const& [policy, metrics] : outcome.policies)
    policies.push_back({{"name", policy},
                        {"jobs", jobs_json(metrics)},
                        {"users", users_json(metrics)},
                        {"blocked", blocked_json(metrics)},
                        {"cancelled", tasks_json(metrics, &UserMetrics::cancelled)},
                        {"lost", tasks_json(metrics, &UserMetrics::lost)},
                        {"summary", summary_json(metrics.summary)}});
  ordered_json all{{"policies", std::move(policies)}};
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
  for (auto const& [policy, metrics] : outcomes) text += notes(policy, metrics);
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
