#include "host/sweep/probe.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <vector>

#include "kernels/problem.hpp"
#include "kernels/shown.hpp"

namespace fairslot::sweep {
namespace {

constexpr double enough = 0.5, most = 3.0;  // seconds
constexpr std::int64_t growth = 4;          // of the part, where it was not enough

class TemporaryFolder {
 public:
  TemporaryFolder()
      : path_((std::filesystem::temp_directory_path() / "fairslot-probe-XXXXXX").string()) {
    if (mkdtemp(path_.data()) == nullptr)
      throw std::runtime_error(shown_path(path_) + ": cannot be made");
  }
  ~TemporaryFolder() {
    std::error_code failed;  // what is left is the system's to clear
    std::filesystem::remove_all(path_, failed);
  }
  TemporaryFolder(TemporaryFolder const&) = delete;
  TemporaryFolder& operator=(TemporaryFolder const&) = delete;

  std::string const& path() const { return path_; }

 private:
  std::string path_;
};

/// The plan at a few of its points, evenly chosen.
Plan at_some_points(Plan const& plan, std::string const& out) {
  constexpr std::size_t most_points = 64;
  std::size_t const each = (plan.points.size() + most_points - 1) / most_points;
  Plan some{plan.scenario, {}, plan.policies, out, plan.folder};
  for (std::size_t i = 0; i < plan.points.size(); i += each) some.points.push_back(plan.points[i]);
  return some;
}

/// How much of a part was done when.
struct Reached {
  double seconds, share;
};

struct Measured {
  double seconds = 0;             ///< until it ended or was given up
  bool complete = false;          ///< it ended
  std::vector<Reached> way = {};  ///< from the first start on
};

/// So many tasks, samples and slots are this share of a part: where tasks are left at the end, or
/// it is not known when it ends, one of the others says more.
double share_of(Plan const& part, Progressed const& so_far) {
  scenario::Scenario const& scenario = part.points.front().scenario;
  double const by_tasks = static_cast<double>(so_far.tasks) / std::max(1.0, expected_tasks(part));
  auto const horizon = static_cast<double>(scenario.horizon);
  double const of_run =
      horizon > 0 ? std::min(1.0, static_cast<double>(so_far.slot) / horizon) : 0.0;
  auto const samples = static_cast<double>(so_far.samples);
  auto const all = static_cast<double>(samples_of(part));
  return std::clamp(std::max(by_tasks, (samples + (all - samples) * of_run) / all), 0.0, 1.0);
}

Measured run_part(Plan const& part, RunSettings const& settings, Watch const& watch) {
  auto const start = std::chrono::steady_clock::now();
  auto const now = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  Measured result;
  Watch own;
  own.progress = [&](Progressed const& so_far) {
    if (so_far.tasks > 0) result.way.push_back({now(), share_of(part, so_far)});
  };
  own.stop = [&] {
    return watch.stop() || (!result.way.empty() && now() - result.way.front().seconds > most);
  };
  result.complete = run_plan(part, settings, own).complete;
  result.seconds = now();
  if (watch.stop()) throw Stopped();
  return result;
}

/// Seconds of the part from its end, by the pace of the later half: servers were empty at first.
double left_of(Measured const& part) {
  if (part.complete) return 0;
  std::vector<Reached> const& way = part.way;
  double const half = (way.front().seconds + way.back().seconds) / 2;
  auto const from = std::ranges::find_if(way, [&](Reached r) { return r.seconds >= half; });
  double const share = way.back().share - from->share;
  double const seconds = way.back().seconds - from->seconds;
  return share > 0 ? (1 - way.back().share) / share * seconds : part.seconds;
}

}  // namespace

double foretell_seconds(Plan const& plan, RunSettings const& settings, Watch const& watch) {
  TemporaryFolder const folder;
  Plan part = at_some_points(plan, folder.path() + "/part.h5");
  std::int64_t const chosen = samples_of(part);
  std::int64_t pairs =
      std::max<std::int64_t>(Runtime::threads(), static_cast<std::int64_t>(part.points.size()));
  for (;; pairs *= growth) {
    part.shard = {0, std::clamp<std::int64_t>(chosen / pairs, 1, limits::count)};
    Measured const measured =
        run_part(part, {settings.engine, settings.resident, Existing::replace}, watch);
    if (measured.complete && measured.seconds < enough && part.shard.is_part()) continue;
    return (measured.seconds + left_of(measured)) * static_cast<double>(samples_of(plan)) /
           static_cast<double>(samples_of(part));
  }
}

}  // namespace fairslot::sweep
