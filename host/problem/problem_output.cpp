#include "host/problem/problem_output.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "host/record/temporary_file.hpp"
#include "kernels/shown.hpp"

namespace fairslot {
namespace {

using json = nlohmann::ordered_json;

template <class T>
json or_null(std::optional<T> const& value) {
  return value ? json(*value) : json(nullptr);
}

json jobs_json(RunMetrics const& metrics) {
  json jobs = json::array();
  for (JobMetrics const& job : metrics.jobs)
    jobs.push_back(
        {job.user, job.job, or_null(job.first_start), or_null(job.completion), job.queue_sum});
  return jobs;
}

json users_json(RunMetrics const& metrics) {
  json users = json::array();
  for (std::size_t u = 0; u < metrics.users.size(); ++u) {
    UserMetrics const& user = metrics.users[u];
    users.push_back({u, or_null(user.waiting), user.queue_sum, user.started});
  }
  return users;
}

json blocked_json(RunMetrics const& metrics) {
  json blocked = json::array();
  for (std::size_t u = 0; u < metrics.users.size(); ++u)
    if (metrics.users[u].blocked) blocked.push_back({u, *metrics.users[u].blocked});
  return blocked;
}

json summary_json(RunSummary const& summary) {
  return {{"started", summary.started},
          {"makespan", or_null(summary.makespan)},
          {"mean_waiting", or_null(summary.mean_waiting)},
          {"mean_queueing", or_null(summary.mean_queueing)},
          {"mean_completion", or_null(summary.mean_completion)}};
}

template <class T>
std::string cell(std::optional<T> const& value) {
  return value ? fmt::format("{:.6g}", static_cast<double>(*value)) : "-";
}

std::string blocked_text(RunMetrics const& metrics) {
  std::string text;
  int more = 0;
  for (std::size_t u = 0; u < metrics.users.size(); ++u) {
    if (!metrics.users[u].blocked) continue;
    if (text.size() > 60)
      ++more;
    else
      text +=
          fmt::format("{}user {} job {}", text.empty() ? "" : ", ", u, *metrics.users[u].blocked);
  }
  return more > 0 ? text + fmt::format(", and {} more", more) : text;
}

}  // namespace

std::string problem_json(std::vector<PolicyOutcome> const& outcomes) {
  json policies = json::array();
  for (auto const& [policy, metrics] : outcomes)
    policies.push_back({{"name", policy},
                        {"jobs", jobs_json(metrics)},
                        {"users", users_json(metrics)},
                        {"blocked", blocked_json(metrics)},
                        {"summary", summary_json(metrics.summary)}});
  return json{{"policies", std::move(policies)}}.dump() + "\n";
}

std::string problem_table(std::vector<PolicyOutcome> const& outcomes) {
  std::size_t width = 6;
  for (auto const& outcome : outcomes) width = std::max(width, outcome.policy.size());
  std::string text =
      fmt::format("{:<{}}  {:>12}  {:>12}  {:>12}  {:>13}  {:>15}\n", "policy", width, "started",
                  "makespan", "mean waiting", "mean queueing", "mean completion");
  for (auto const& [policy, metrics] : outcomes) {
    RunSummary const& s = metrics.summary;
    text += fmt::format("{:<{}}  {:>12}  {:>12}  {:>12}  {:>13}  {:>15}\n", policy, width,
                        s.started, s.makespan ? fmt::format("{}", *s.makespan) : "-",
                        cell(s.mean_waiting), cell(s.mean_queueing), cell(s.mean_completion));
  }
  for (auto const& [policy, metrics] : outcomes)
    if (std::string const blocked = blocked_text(metrics); !blocked.empty())
      text += fmt::format("{}: can never run: {}\n", policy, blocked);
  return text;
}

namespace {

/// The CSV into an open file; false where the disk refuses.
bool put_picks(std::FILE* file, Problem const& problem, std::vector<Pick> const& picks) {
  constexpr std::size_t chunk = std::size_t{1} << 20;
  std::string lines = "slot,user,job,server\n";
  bool good = true;
  for (Pick const& pick : picks) {
    fmt::format_to(std::back_inserter(lines), "{},{},{},{}\n", pick.slot, pick.user,
                   problem.job[pick.entry], pick.server);
    if (lines.size() < chunk) continue;
    good = good && std::fwrite(lines.data(), 1, lines.size(), file) == lines.size();
    lines.clear();
  }
  return good && std::fwrite(lines.data(), 1, lines.size(), file) == lines.size();
}

void put_picks(std::string const& into, std::string const& name, Problem const& problem,
               std::vector<Pick> const& picks) {
  std::FILE* const file = std::fopen(into.c_str(), "w");
  bool good = file != nullptr;
  if (file) good = put_picks(file, problem, picks);
  if (file) good = std::fclose(file) == 0 && good;
  if (!good)
    throw std::runtime_error(
        fmt::format("{}: cannot be written ({})", shown_path(name), std::strerror(errno)));
}

}  // namespace

void write_picks(std::string const& path, Problem const& problem, std::vector<Pick> const& picks) {
  std::error_code error;
  auto const status = std::filesystem::status(path, error);
  bool const pipe_or_device = std::filesystem::exists(status) &&
                              !std::filesystem::is_regular_file(status) &&
                              !std::filesystem::is_directory(status);
  if (pipe_or_device) return put_picks(path, path, problem, picks);
  TemporaryFile temporary(path);
  put_picks(temporary.path(), path, problem, picks);
  temporary.publish();
}

}  // namespace fairslot
