#include "host/bench/measure.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "host/bench/naive.hpp"
#include "host/interrupt.hpp"
#include "host/memory.hpp"

namespace fairslot::bench {
namespace {

class Measurement {
 public:
  Measurement(Case const& c, MeasureSettings settings) : case_(c), settings_(std::move(settings)) {
    result_.measured = c;
  }

  Measured result() {
    tell("problems");
    whole_ = make_problems(case_);
    // Parts of it are run by the same engine, whatever `auto` would take for them alone.
    settings_.engine = engine_of_run(*whole_.front(), settings_.policy, settings_.engine);
    first_runs();
    record();
    compare();
    for (int i = 0; i < settings_.runs; ++i) {
      tell(fmt::format("repetition {} of {}", i + 1, settings_.runs));
      repeat();
    }
    return std::move(result_);
  }

 private:
  void tell(std::string const& what) const {
    if (settings_.tell) settings_.tell(what);
  }

  /// Untimed: memory, counts, and everything loaded.
  void first_runs() {
    tell("memory");
    bool const known = reset_peak_memory();
    std::optional<std::int64_t> const before = resident_memory();
    std::vector<RunResult> const runs = run_all(whole_, settings_, false);
    whole_started_ = started(runs);
    if (known) result_.peak_bytes = peak_memory();
    if (result_.peak_bytes && before)
      result_.run_bytes = (*result_.peak_bytes - *before) / case_.problems;
    result_.whole_picks = whole_started_;
    for (RunResult const& run : runs)
      for (std::size_t i = 0; i < run.questions.size(); ++i)
        result_.questions[i] += run.questions[i];
    if (case_.warm > 0) {
      warm_ = cut(whole_, case_.warm);
      warm_started_ = started(run_all(warm_, settings_, false));
    }
    result_.picks = whole_started_ - warm_started_;
  }

  /// fairslot's picks as far as the naive simulator may go, and that simulator after `warm`.
  void record() {
    tell("picks");
    Problems const& problems =
        case_.recorded == case_.end ? whole_ : recorded_ = cut(whole_, case_.recorded);
    for (RunResult& run : run_all(problems, settings_, true)) {
      result_.slots += case_.warm > 0 ? case_.end - case_.warm : run.slots;
      picks_.push_back(std::move(run.picks));
    }
    for (std::size_t i = 0; i < problems.size(); ++i) {
      naive_.emplace_back(*problems[i], settings_.policy, &picks_[i]);
      naive_.back().replay(case_.warm);
    }
  }

  /// Before anything is timed: a window as the timed ones.
  void compare() {
    tell("comparison");
    result_.compared = run_naive().picks;
  }

  struct Window {
    std::int64_t picks = 0, slots = 0;
    double seconds = 0;
  };

  Window run_naive() const {
    NaiveLimits limits{.whole_slots = case_.reach != Reach::picks};
    if (case_.reach != Reach::window)
      limits.seconds = settings_.naive_seconds / static_cast<double>(naive_.size());
    Window all;
    for (Naive const& warm : naive_) {
      stop_if_interrupted();
      Naive naive = warm;
      NaiveResult const result = naive.run(limits);
      all.picks += result.picks;
      all.slots += result.slots - case_.warm;
      all.seconds += result.seconds;
    }
    return all;
  }

  void repeat() {
    Window const naive = run_naive();
    Repetition repetition{.naive = naive.seconds,
                          .warm = 0,
                          .whole = 0,
                          .naive_picks = naive.picks,
                          .naive_slots = naive.slots};
    // A machine that stands still during the shorter one tells nothing.
    for (int tries = 0; tries < 5 && repetition.whole <= repetition.warm; ++tries) {
      if (case_.warm > 0) repetition.warm = timed(warm_, warm_started_);
      repetition.whole = timed(whole_, whole_started_);
    }
    result_.repetitions.push_back(repetition);
  }

  double timed(Problems const& problems, std::int64_t expected) const {
    std::vector<RunResult> runs;
    double const took = seconds([&] { runs = run_all(problems, settings_, false); });
    if (started(runs) != expected)
      throw PicksDiffer(fmt::format("two equal runs of fairslot started {} and {} tasks", expected,
                                    started(runs)));
    return took;
  }

  Case const& case_;
  MeasureSettings settings_;
  Problems whole_, warm_, recorded_;
  std::int64_t whole_started_ = 0, warm_started_ = 0;
  std::vector<std::vector<Pick>> picks_;  // [problems]
  std::vector<Naive> naive_;              // [problems], after slot `warm`
  Measured result_;
};

double fairslot_seconds(Repetition const& r) { return r.whole - r.warm; }

template <class F>
double median_of(std::vector<Repetition> const& repetitions, F value) {
  std::vector<double> values;
  for (Repetition const& r : repetitions) values.push_back(value(r));
  return median(std::move(values));
}

}  // namespace

Problems make_problems(Case const& c) {
  Problems problems;
  for (int i = 0; i < c.problems; ++i) problems.push_back(make_problem(c, std::uint64_t(i)));
  return problems;
}

Problems cut(Problems const& problems, std::int64_t horizon) {
  Problems shorter;
  for (auto const& problem : problems) shorter.push_back(with_horizon(*problem, horizon));
  return shorter;
}

std::int64_t started(std::vector<RunResult> const& runs) {
  std::int64_t tasks = 0;
  for (RunResult const& run : runs) tasks += run.started;
  return tasks;
}

std::vector<RunResult> run_all(Problems const& problems, MeasureSettings const& settings,
                               bool picks) {
  Simulator simulator({.engine = settings.engine,
                       .resident = static_cast<int>(problems.size()),
                       .check = settings.check});
  for (std::size_t i = 0; i < problems.size(); ++i)
    simulator.add(i, problems[i], settings.policy, {.slots = false, .picks = picks});
  std::vector<RunResult> results(problems.size());
  while (!simulator.idle()) {
    settings.check();
    for (RunResult& run : simulator.advance()) results[run.id] = std::move(run);
  }
  return results;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  std::size_t const middle = values.size() / 2;
  return values.size() % 2 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

double Measured::naive_rate() const {
  return median_of(repetitions, [](Repetition const& r) {
    return static_cast<double>(r.naive_picks) / r.naive;
  });
}

double Measured::fairslot_rate() const {
  return median_of(repetitions, [&](Repetition const& r) {
    return static_cast<double>(picks) / fairslot_seconds(r);
  });
}

std::vector<double> Measured::ratios() const {
  std::vector<double> values;
  for (Repetition const& r : repetitions)
    values.push_back(static_cast<double>(picks) / fairslot_seconds(r) /
                     (static_cast<double>(r.naive_picks) / r.naive));
  return values;
}

double Measured::ratio() const { return median(ratios()); }

double Measured::slot_rate() const {
  return median_of(repetitions, [&](Repetition const& r) {
    return static_cast<double>(slots) / fairslot_seconds(r);
  });
}

double Measured::whole_seconds() const {
  return median_of(repetitions, [](Repetition const& r) { return r.whole; });
}

Measured measure(Case const& c, MeasureSettings const& settings) try {
  return Measurement(c, settings).result();
} catch (PicksDiffer const& error) {
  throw PicksDiffer(c.name + ": " + error.what());
}

}  // namespace fairslot::bench
