#include "host/record/stored_outcome.hpp"

#include <algorithm>

namespace fairslot::record {
namespace {

using statistics::PolicyOutcome;
using statistics::ProblemOutcome;

PolicyOutcome outcome_of(StoredFile const& file, int policy) {
  std::string const& name = file.header.policies[policy];
  StoredRun const& run = file.runs[policy].front();
  PolicyOutcome outcome{name, {}};
  statistics::RunMetrics& metrics = outcome.metrics;
  for_each_job(file.table("/policies/" + name + "/jobs"),
               [&](RunPlace, statistics::JobMetrics const& job) { metrics.jobs.push_back(job); });
  for_each_user(file.table("/policies/" + name + "/users"),
                [&](RunPlace, std::int32_t, statistics::UserMetrics const& user) {
                  metrics.users.push_back(user);
                });
  metrics.summary = statistics::summarize(metrics.jobs, metrics.users, run.started, run.makespan);
  return outcome;
}

/// The policies under which the only sample has not ended.
std::vector<std::string> waiting(statistics::Summary const& summary) {
  std::vector<std::string> names;
  for (int const policy : summary.points.front().policies)
    if (summary.ended(0, policy) == 0) names.push_back(summary.policies[policy]);
  return names;
}

}  // namespace

/// No TOML begins as a JSON object does.
bool is_of_a_problem(std::string const& text) {
  auto const first = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  return first != std::string::npos && text[first] == '{';
}

std::optional<ProblemOutcome> read_outcome(StoredFile const& file) {
  if (!is_of_a_problem(read_text(file.root))) return std::nullopt;
  if (file.summary.points.size() != 1 || file.header.samples != 1)
    throw FormatError("a problem has one point and one sample");
  if (!file.summary.failed.empty()) throw FormatError("a problem has no failed run");
  ProblemOutcome outcome;
  if (!file.header.complete) {
    outcome.waiting = waiting(file.summary);
    return outcome;
  }
  for (int policy = 0; policy < static_cast<int>(file.header.policies.size()); ++policy) {
    require_jobs_and_users(file, policy);
    outcome.policies.push_back(outcome_of(file, policy));
  }
  return outcome;
}

}  // namespace fairslot::record
