#include "host/cli/again.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "host/error.hpp"
#include "host/problem/problem_json.hpp"
#include "host/workload/workload.hpp"

namespace fairslot::cli {
namespace {

/// Where the files lie that the scenario names: the results may have come from another machine.
std::string folder_of(std::string const& path, record::StoredSetup const& setup) {
  std::error_code error;
  if (!setup.folder.empty() && std::filesystem::is_directory(setup.folder, error))
    return setup.folder;
  return std::filesystem::path(path).parent_path().string();
}

}  // namespace

Source::Source(std::string const& path, record::StoredSetup const& setup) {
  if (setup.is_problem) {
    problem_ = std::make_shared<Problem const>(problem::parse_problem(path, setup.text).problem);
    return;
  }
  auto [scenario, points] = scenario::parse_sweep(setup.text, path, folder_of(path, setup));
  if (!scenario.trace_hashes.empty() && scenario::hash_of(scenario) != setup.hash)
    throw NotAgain{
        fmt::format("{}: the trace that its runs were of is another now", shown_path(path))};
  points_ = std::move(points);
}

std::shared_ptr<Problem const> Source::problem(int point, std::int64_t sample) {
  if (problem_) return problem_;
  if (!drawn_ || drawn_at_ != std::pair(point, sample)) {
    drawn_ = workload::make_problem(points_[point].scenario, static_cast<std::uint64_t>(sample));
    drawn_at_ = {point, sample};
  }
  return drawn_;
}

Policy Source::policy(std::string const& name, std::int64_t sample) const {
  return problem_ ? parse_policy(name) : in_sample(parse_policy(name), sample);
}

List<statistics::SweepPoint> Source::points() const {
  List<statistics::SweepPoint> all;
  for (scenario::Point const& point : points_) {
    auto& set = all.emplace_back().set;
    for (auto const& [key, value] : point.set)
      set.push_back({key, value, scenario::meaning_of(key, value)});
  }
  if (all.empty()) all.emplace_back();
  return all;
}

void require_same(std::string const& file, record::StoredSetup const& setup,
                  record::StoredSetup::Run const& stored, Problem const& problem,
                  RunResult const& run) {
  if (run.started == stored.started && run.makespan == stored.makespan &&
      record::jobs_hash(statistics::run_metrics(problem, run).jobs) == stored.jobs)
    return;
  throw NotAgain{fmt::format(
      "{}: policy {}, point {}, sample {}: run again it differs from what the file holds",
      shown_path(file), setup.policies[static_cast<std::size_t>(stored.policy)], stored.point,
      stored.sample)};
}

}  // namespace fairslot::cli
