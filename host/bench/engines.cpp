#include "host/bench/engines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "host/bench/naive.hpp"
#include "host/bench/table.hpp"
#include "host/error.hpp"
#include "host/interrupt.hpp"

namespace fairslot::bench {
namespace {

using Clock = std::chrono::steady_clock;

/// An engine may take so many times as long as `auto` before it is given up.
constexpr double most_times = 20, least_limit = 2;  // seconds

struct TooSlow {};

/// All in what may differ between two runs that do not start the same tasks in the same slots.
bool same(RunResult const& a, RunResult const& b) {
  return a.started == b.started && a.makespan == b.makespan && a.entry_started == b.entry_started &&
         a.entry_first_start == b.entry_first_start && a.entry_last_end == b.entry_last_end &&
         a.entry_queue_sum == b.entry_queue_sum;
}

class Comparison {
 public:
  Comparison(Case const& c, MeasureSettings settings)
      : settings_(std::move(settings)), whole_(make_problems(c)) {
    result_.measured = c;
    if (c.warm > 0) warm_ = cut(whole_, c.warm);
    result_.chosen = engine_of_run(*whole_.front(), settings_.policy);
  }

  EngineComparison among(std::vector<Engine> const& engines) && {
    result_.speeds.push_back({.engine = Engine::automatic});
    for (Engine const engine : engines)
      if (engine_of_run(*whole_.front(), settings_.policy, engine) == engine)
        result_.speeds.push_back({.engine = engine});
    for (EngineSpeed& speed : result_.speeds) try_to(speed, &Comparison::first_run);
    for (int i = 0; i < settings_.runs; ++i)
      for (EngineSpeed& speed : result_.speeds) try_to(speed, &Comparison::repeat);
    return std::move(result_);
  }

 private:
  /// Nothing more is asked of an engine that was too slow once.
  void try_to(EngineSpeed& speed, void (Comparison::*step)(EngineSpeed&)) try {
    if (!speed.too_slow) (this->*step)(speed);
  } catch (TooSlow const&) {
    speed.too_slow = true;
  }

  std::vector<RunResult> run(Engine engine, Problems const& problems) {
    // Parts of a case are run as the whole, whatever `auto` would take for them alone.
    settings_.engine = engine == Engine::automatic ? result_.chosen : engine;
    began_ = Clock::now();
    return run_all(problems, settings_, false);
  }

  /// Untimed: everything loaded, the same tasks started. The limit is set by that of `auto`.
  void first_run(EngineSpeed& speed) {
    if (settings_.tell) settings_.tell(std::string(name_of(speed.engine)));
    std::vector<RunResult> runs;
    double const took = seconds([&] { runs = run(speed.engine, whole_); });
    if (!expected_.empty()) return require_same(speed.engine, runs);
    expected_ = std::move(runs);
    picks_ = started(expected_);
    if (!warm_.empty()) picks_ -= started(run(speed.engine, warm_));
    double const limit = most_times * took + least_limit;
    settings_.check = [this, limit] {
      stop_if_interrupted();
      if (std::chrono::duration<double>(Clock::now() - began_).count() > limit) throw TooSlow();
    };
  }

  void require_same(Engine engine, std::vector<RunResult> const& runs) const {
    for (std::size_t i = 0; i < runs.size(); ++i)
      if (!same(runs[i], expected_[i]))
        throw PicksDiffer(fmt::format("{}: engine {} does not start the tasks that auto starts",
                                      result_.measured.name, name_of(engine)));
  }

  void repeat(EngineSpeed& speed) {
    double window = 0;
    // A machine that stands still during the shorter one tells nothing.
    for (int tries = 0; tries < 5 && window <= 0; ++tries) {
      double const warm = warm_.empty() ? 0 : seconds([&] { run(speed.engine, warm_); });
      window = seconds([&] { run(speed.engine, whole_); }) - warm;
    }
    speed.rates.push_back(static_cast<double>(picks_) / window);
  }

  MeasureSettings settings_;
  Clock::time_point began_;
  Problems whole_, warm_;
  std::vector<RunResult> expected_;  // by `auto`
  std::int64_t picks_ = 0;           // in the window
  EngineComparison result_;
};

std::string cell(EngineComparison const& c, Engine engine) {
  auto const at = std::ranges::find(c.speeds, engine, &EngineSpeed::engine);
  if (at == c.speeds.end()) return "-";
  return at->too_slow ? "slow" : digits(at->rate() / 1e6);
}

}  // namespace

double EngineSpeed::rate() const { return rates.empty() ? 0 : median(rates); }

EngineSpeed const& EngineComparison::best() const {
  auto const named =
      std::ranges::max_element(speeds.begin() + 1, speeds.end(), {}, &EngineSpeed::rate);
  return named == speeds.end() || named->rate() <= 0 ? speeds.front() : *named;
}

double EngineComparison::share_of_best() const { return speeds.front().rate() / best().rate(); }

std::vector<Engine> parse_engines(std::string const& names) {
  std::vector<Engine> engines;
  if (names == "all") {
    for (EngineInfo const& info : engine_infos()) engines.push_back(info.engine);
  } else {
    std::istringstream text(names);
    for (std::string name; std::getline(text, name, ',');) engines.push_back(parse_engine(name));
  }
  std::erase(engines, Engine::automatic);
  if (engines.empty())
    throw InputError(
        fmt::format("--engines \"{}\": all, or names of engines with commas between "
                    "them; auto is there anyway",
                    shown(names)));
  return engines;
}

EngineComparison compare_engines(Case const& c, MeasureSettings settings,
                                 std::vector<Engine> const& engines) {
  return Comparison(c, std::move(settings)).among(engines);
}

std::string engines_head(std::vector<Engine> const& engines) {
  std::string head = fmt::format("{:<45} {:>9}", "M picks/s", "auto");
  for (Engine const engine : engines) head += fmt::format(" {:>9}", name_of(engine));
  return head + fmt::format("  {:<10} {:<10} {:>9}\n", "auto took", "best", "auto/best");
}

std::string engines_row(EngineComparison const& c, std::vector<Engine> const& engines) {
  std::string row =
      fmt::format("{:<45} {:>9}", c.measured.name, digits(c.speeds.front().rate() / 1e6));
  for (Engine const engine : engines) row += fmt::format(" {:>9}", cell(c, engine));
  return row + fmt::format("  {:<10} {:<10} {:>9.2f}\n", name_of(c.chosen),
                           name_of(c.best().engine), c.share_of_best());
}

std::string engines_foot(std::vector<EngineComparison> const& all) {
  auto const good = std::ranges::count_if(
      all, [](EngineComparison const& c) { return c.share_of_best() >= good_enough; });
  return fmt::format(R"(
Picks are task starts; all engines started the same tasks in the same slots. -: the engine cannot
serve the case; slow: ended after {} times what auto needs. auto has at least {} of the best
engine's speed in {} of {} cases.
)",
                     most_times, good_enough, good, all.size());
}

nlohmann::json to_json(EngineComparison const& c) {
  nlohmann::json engines = nlohmann::json::array();
  for (EngineSpeed const& speed : c.speeds)
    engines.push_back({{"engine", name_of(speed.engine)},
                       {"too_slow", speed.too_slow},
                       {"picks_per_second", speed.rates},
                       {"median", speed.rate()}});
  return {{"case", c.measured.name},
          {"chosen", name_of(c.chosen)},
          {"best", name_of(c.best().engine)},
          {"share_of_best", c.share_of_best()},
          {"engines", engines}};
}

}  // namespace fairslot::bench
