#include "host/cli/again.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <string_view>

#include "host/error.hpp"
#include "host/problem/problem_json.hpp"
#include "host/workload/workload.hpp"

namespace fairslot::cli {

std::string folder_of(std::string const& path, record::StoredSource const& source) {
  std::error_code error;
  if (!source.folder.empty() && std::filesystem::is_directory(source.folder, error))
    return source.folder;
  return std::filesystem::path(path).parent_path().string();
}

namespace {

[[noreturn]] void throw_other_trace(std::string const& path) {
  throw NotAgain{
      fmt::format("{}: the trace that its runs were of is another now", shown_path(path))};
}

/// What fairslot wrote itself does not read any more: the trace is gone, which says where it was,
/// or has other jobs or resources now.
auto parse_again(std::string const& path, record::StoredSetup const& setup) {
  try {
    return scenario::parse_sweep(setup.text, path, folder_of(path, setup));
  } catch (InputError const& error) {
    bool const of_trace = setup.text.find("kind = \"trace\"") != std::string::npos;
    bool const is_gone =
        std::string_view(error.what()).find("workload.trace:") != std::string::npos;
    if (!of_trace || is_gone) throw;
  }
  throw_other_trace(path);
}

}  // namespace

Source::Source(std::string const& path, record::StoredSetup const& setup)
    : path_(path), policies_(setup.policies), resources_(setup.resources) {
  if (setup.is_problem) {
    problem_ = std::make_shared<Problem const>(problem::parse_problem(path, setup.text).problem);
    return;
  }
  auto [scenario, points] = parse_again(path, setup);
  if (!scenario.trace_hashes.empty() && scenario::hash_of(scenario) != setup.hash)
    throw_other_trace(path);
  tables_ = record::compared(record::tables_of(scenario));
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

Recording Source::recording() const {
  Recording recording = record::recording_of(tables_);
  recording.queueing = false;
  return recording;
}

void Source::require_same(record::StoredSetup::Run const& stored, Problem const& problem,
                          RunResult const& run) {
  std::string const& policy = policies_[static_cast<std::size_t>(stored.policy)];
  record::RunAt const at{stored.point, static_cast<std::int32_t>(stored.sample)};
  auto const [of_policy, is_new] = stored_.try_emplace(stored.policy);
  if (is_new) of_policy->second = record::digests_of_runs(path_, policy, tables_);
  record::RowsAgain const again(at, problem, run, resources_, tables_);
  if (again.digest() == of_policy->second[at]) return;
  throw not_again(path_, "policy " + policy, at,
                  again.difference(path_, policy).value_or("its rows are in another order"));
}

NotAgain not_again(std::string const& path, std::string const& whose, record::RunAt at,
                   std::string const& what) {
  return {
      fmt::format("{}: {}, point {}, sample {}: run again it differs from what the file holds ({})",
                  shown_path(path), whose, at.first, at.second, what)};
}

}  // namespace fairslot::cli
