#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <list>
#include <map>

#include "kernels/cluster_wide.hpp"
#include "kernels/ensemble.hpp"
#include "kernels/hardware.hpp"
#include "kernels/places.hpp"
#include "kernels/prepared_problems.hpp"
#include "kernels/simulation.hpp"

namespace fairslot {
namespace {

using Kokkos::Profiling::ScopedRegion;

/// Resident runs for each that a launch advances at a time: threads never wait for the host, and
/// a device has a next block wherever one ends.
constexpr int runs_a_core = 32, long_a_core = 4, runs_a_block = 2;
/// Of a device's free memory; the rest is for pools that grow.
constexpr double memory_share = 0.8;
constexpr std::int64_t first_budget = 256;
constexpr std::int64_t least_budget = 64;
/// Bytes of records that a run keeps where there is a sink for them.
constexpr std::size_t most_recorded = std::size_t{1} << 20;

int default_places() {
  int const width = std::max(1, hardware::width());
  return hardware::is_processor ? places_of_runs(width) : runs_a_block * width;
}

std::uint64_t memory_for_runs() {
  if (hardware::is_processor) return std::numeric_limits<std::uint64_t>::max();
  return static_cast<std::uint64_t>(memory_share * static_cast<double>(hardware::memory().free));
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Of the machine: OpenMP may have bound this thread to one core.
int cores_of(int threads) {
  auto const cores = static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN));
  return cores > 0 ? std::min(threads, cores) : threads;
}

}  // namespace

int places_of_runs(int threads) { return runs_a_core * cores_of(threads); }
int problems_ahead(int threads) { return std::max(2, cores_of(threads) / 4); }
int few_runs(int threads) { return long_a_core * cores_of(threads); }

struct Simulator::Impl {
  SimulatorSettings settings;
  std::size_t places;        ///< for so many runs
  std::uint64_t most_bytes;  ///< that they and their problems may hold
  std::size_t held = 0;      ///< bytes of the runs and their problems
  std::size_t largest = 0;   ///< bytes of a run so far
  std::list<ResidentRun> runs;
  PreparedProblems prepared;
  std::int64_t budget = first_budget;

  explicit Impl(SimulatorSettings s)
      : settings(s),
        places(static_cast<std::size_t>(s.resident > 0 ? s.resident : default_places())),
        most_bytes(s.memory > 0 ? s.memory : memory_for_runs()) {}

  /// One run always finds a place.
  bool has_room() const {
    return runs.empty() ||
           (runs.size() < places && held + largest <= most_bytes && !are_few_enough());
  }

  static int few() { return few_runs(std::max(1, hardware::width())); }

  bool are_long() const {
    std::int64_t tasks = 0;
    for (ResidentRun const& run : runs) tasks += run.prepared().tasks();
    return hardware::is_processor && tasks >= few() * tasks_of_few;
  }

  bool are_few_enough() const {
    return settings.resident == 0 && std::ssize(runs) >= few() && are_long();
  }

  void weigh() {
    held = prepared.bytes();
    for (ResidentRun const& run : runs) {
      held += run.bytes();
      largest = std::max(largest, run.bytes());
    }
  }

  std::shared_ptr<PreparedProblem const> prepare(std::shared_ptr<Problem const> const& problem,
                                                 Policy const& policy) {
    std::size_t const before = prepared.bytes();
    auto shared = prepared.of(problem, policy, settings);
    held += prepared.bytes() - before;
    return shared;
  }

  /// The run that goes on with another policy stands where this one stood.
  std::list<ResidentRun>::iterator go_on(std::list<ResidentRun>::iterator run) {
    ScopedRegion const region("fairslot::ensemble::go_on");
    auto problem = prepare(run->prepared().presented().given, run->next_policy());
    ResidentRun next = run->next(std::move(problem), settings);
    return runs.insert(runs.erase(run), std::move(next));
  }

  /// Keeps a launch near the wanted length, carefully upwards: starts differ in cost. The budget
  /// never changes a result.
  void adapt(double wanted, double took) {
    constexpr std::int64_t most = std::int64_t{1} << 40;
    if (took < wanted / 2)
      budget = std::min(budget * 2, most);
    else if (took > wanted * 1.5)
      budget = std::max(static_cast<std::int64_t>(static_cast<double>(budget) * wanted / took),
                        least_budget);
  }

  void launch_wide(ResidentRun& run) {
    ScopedRegion const region("fairslot::cluster_wide::launch");
    cluster_wide::launch(run, budget, settings.team_threads);
  }

  void launch(double seconds) {
    std::map<std::pair<int, bool>, std::vector<ResidentRun*>> by_kernel;
    auto const start = std::chrono::steady_clock::now();
    for (ResidentRun& run : runs)
      if (run.state().search.engine == Search::lists)
        launch_wide(run);
      else
        by_kernel[{run.prepared().problem().resources, run.state().search.engine == Search::team}]
            .push_back(&run);
    for (auto const& [kernel, group] : by_kernel) {
      ScopedRegion const region("fairslot::ensemble::launch");
      ensemble::launch(group, budget, settings.team_threads, !are_long());
    }
    adapt(seconds, seconds_since(start));
  }
};

Simulator::Simulator(SimulatorSettings settings) : impl_(std::make_unique<Impl>(settings)) {}
Simulator::~Simulator() = default;

bool Simulator::has_room() const { return impl_->has_room(); }
bool Simulator::idle() const { return impl_->runs.empty(); }

void Simulator::add(std::uint64_t id, std::shared_ptr<Problem const> problem, Policy policy,
                    Recording recording) {
  ScopedRegion const region("fairslot::ensemble::add");
  impl_->runs.emplace_back(id, impl_->prepare(problem, policy), policy, recording, impl_->settings);
  impl_->held += impl_->runs.back().bytes();
  impl_->largest = std::max(impl_->largest, impl_->runs.back().bytes());
}

std::vector<RunResult> Simulator::advance(double seconds, Sink const& sink) {
  impl_->launch(seconds);
  ScopedRegion const region("fairslot::ensemble::serve");
  std::vector<RunResult> ended;
  for (auto run = impl_->runs.begin(); run != impl_->runs.end();) {
    run->serve();
    if (run->gives_way()) run = impl_->go_on(run);
    if (sink && run->recorded_bytes() > most_recorded) sink(run->id(), run->hand_over());
    if (run->done()) {
      ended.push_back(run->finish());
      run = impl_->runs.erase(run);
    } else {
      ++run;
    }
  }
  impl_->weigh();
  return ended;
}

std::int64_t Simulator::resident_started() const {
  std::int64_t started = 0;
  for (ResidentRun const& run : impl_->runs) started += run.state().books.started;
  return started;
}

std::int64_t Simulator::resident_slot() const {
  if (impl_->runs.empty()) return 0;
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  for (ResidentRun const& run : impl_->runs) least = std::min(least, run.state().clock.slot);
  return least;
}

RunResult simulate(Problem const& problem, Policy const& policy, Recording recording,
                   Engine engine) {
  Simulator simulator({.engine = engine, .resident = 1});
  // Not owned: the problem outlives the call.
  simulator.add(0, {std::shared_ptr<void>(), &problem}, policy, recording);
  for (;;) {
    std::vector<RunResult> ended = simulator.advance();
    if (!ended.empty()) return std::move(ended.front());
  }
}

}  // namespace fairslot
