/// A scenario of stages: one TOML or JSON file, one struct with defaults. Keys, units, defaults and
/// what they mean: describe.hpp, and generated from it docs/stages.md.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "host/scenario/document.hpp"
#include "host/scenario/scenario.hpp"
#include "host/stages/metrics.hpp"
#include "host/stages/settings.hpp"
#include "host/stages/swim.hpp"
#include "kernels/list.hpp"

namespace fairslot::stages {

using StageRows = std::vector<std::vector<double>>;  ///< amounts, then seconds

/// What others report of a gain: from `least` to `most`, the same of one number.
struct Published {
  double least = 0, most = 0;
  bool operator==(Published const&) const = default;
};

struct Scenario {
  enum class Simulation { stages };
  enum class Environment { dedicated, cloud };
  enum class Arrivals { offline, online };

  struct Worker {
    std::int64_t count = 1;
    std::vector<double> capacity;
    bool operator==(Worker const&) const = default;
  };
  /// A family of logic with the stages of a full block.
  struct Family {
    std::string name;
    double share = 0;
    StageRows map, reduce;
    bool operator==(Family const&) const = default;
  };
  struct JobTasks {
    static constexpr bool written_inline = true;
    std::string name, after;
    std::int64_t count = 1;
    StageRows stages;
    std::vector<double> request;
    double input = 0;
    std::optional<double> deadline;
    bool service = false;
    bool operator==(JobTasks const&) const = default;
  };
  struct Job {
    double submit = 0;
    std::string logic;  ///< empty: one of its own
    std::optional<std::int64_t> queue;
    scenario::Shared<std::vector<JobTasks>> tasks;
    bool operator==(Job const&) const = default;
  };
  /// From `time` on a worker's background load.
  struct Load {
    double time = 0;
    std::int64_t worker = 0;
    std::vector<double> amounts;
    bool operator==(Load const&) const = default;
  };
  struct Compare {
    enum class Of { part, difference };
    Metric metric = Metric::jct;
    std::vector<std::string> against;
    Of of = Of::part;
    std::vector<std::optional<Published>> published;  ///< one, or [points]; empty: none at any
    std::string source, world;
    bool operator==(Compare const&) const = default;
  };

  struct Sweep {
    std::string key;
    std::vector<std::string> values;  ///< as TOML text
    bool operator==(Sweep const&) const = default;
  };

  Simulation simulation = Simulation::stages;
  std::string name, description;
  std::vector<SchedulerName> schedulers = {SchedulerName::fgm, SchedulerName::fifo,
                                           SchedulerName::capacity, SchedulerName::fair,
                                           SchedulerName::drf};
  std::int64_t samples = 20, seed = 1;
  std::vector<std::string> resources = {"cpu", "mem_gib"};
  Settings settings;
  double threshold_factor = 1, small_seconds = 30;
  bool by_worker = false;
  Environment environment = Environment::dedicated;
  double background_seconds = 60;
  std::vector<double> background = {0.25, 0.1};
  // Of jobs that are drawn.
  SwimSource swim;
  double total_gb = 400, largest_job = 0.1, block_mib = 64, reduce_mib = 256;
  Arrivals arrivals = Arrivals::offline;
  double mean_gap = 1, noise = 0.1, variant_range = 0.25;
  std::int64_t applications = 4, services = 0;
  double request_factor = 1.25, deadline_factor = 0;
  std::vector<double> request_grain, service_request = {1, 2};

  scenario::Shared<std::vector<Family>> families;
  scenario::Shared<std::vector<Worker>> workers;
  scenario::Shared<std::vector<Job>> jobs;  ///< empty: they are drawn
  scenario::Shared<std::vector<Load>> load;
  scenario::Shared<std::vector<Sweep>> sweep;
  scenario::Shared<std::vector<Compare>> compare;

  Scenario();
  bool is_drawn() const { return jobs.empty(); }
  bool operator==(Scenario const&) const = default;
};

/// One combination of swept values.
struct SweptScenario {
  std::vector<std::pair<std::string, std::string>> set;
  Scenario scenario;
};
struct ScenarioFile {
  Scenario scenario;
  std::vector<SweptScenario> points;
  /// Why some of what is published is not shown, each a line for people.
  std::vector<std::string> left_out;
  scenario::Value document;  ///< with what --set has changed: where keys stand
};

/// Whether a file says `simulation = ...`; one that cannot be read does not.
bool is_stages(std::string const& path);
/// TOML or, by its ending, JSON. Applies --set key=value in order, checks everything. Throws
/// InputError.
ScenarioFile read_scenario(std::string const& path, std::vector<std::string> const& sets = {});
/// The same from text; what it names lies in the folder.
ScenarioFile parse_scenario(std::string const& text, std::string const& source,
                            std::string const& folder = {});
std::string to_toml(Scenario const&);
std::string hash_of(Scenario const&);
/// Its keys as a table in Markdown, and one by one.
std::vector<scenario::KeyInfo> keys();
std::string keys_markdown();

}  // namespace fairslot::stages
