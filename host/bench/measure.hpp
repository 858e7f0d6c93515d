/// One case of the benchmark: fairslot and the naive simulator on the same problems, the picks
/// compared first, then timed in turns.
///
/// Both are measured over slots of the steady state, warm+1 .. end. fairslot's time there is that
/// of whole runs to the end less that of whole runs to `warm`; the naive simulator starts from the
/// state after slot `warm` and goes as far as its time allows.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "host/bench/cases.hpp"
#include "host/interrupt.hpp"
#include "kernels/simulation.hpp"

namespace fairslot::bench {

struct MeasureSettings {
  Policy policy;
  Engine engine = Engine::automatic;
  int runs = 5;                ///< repetitions, in turns
  double naive_seconds = 0.5;  ///< a repetition, where the case's reach is not its whole window
  std::function<void(std::string const&)> tell = {};  ///< hears in a few words what is being done
  Check check = stop_if_interrupted;  ///< called some times a second; throws to end it
};

/// The times of one repetition, in seconds.
struct Repetition {
  double naive;  ///< over naive_picks
  double warm;   ///< fairslot, to the end of slot `warm`; 0 where whole runs are measured
  double whole;  ///< fairslot, to the end
  std::int64_t naive_picks, naive_slots;
};

struct Measured {
  Case measured;
  std::vector<Repetition> repetitions;
  std::int64_t picks = 0, slots = 0;       ///< of fairslot in the window, all problems
  std::int64_t whole_picks = 0;            ///< of fairslot from slot 1 on
  std::int64_t compared = 0;               ///< picks of the naive simulator equal to fairslot's
  Questions questions{};                   ///< of fairslot from slot 1 on, all problems
  std::optional<std::int64_t> peak_bytes;  ///< of this process during a whole run of fairslot
  std::optional<std::int64_t> run_bytes;   ///< of them for one simulation, its problem not counted

  double naive_rate() const;           ///< picks a second, median
  double fairslot_rate() const;        ///< picks a second, median
  std::vector<double> ratios() const;  ///< fairslot_rate / naive_rate of each repetition
  double ratio() const;                ///< their median
  double slot_rate() const;            ///< slots a second of fairslot, median
  double whole_seconds() const;        ///< median
};

using Problems = std::vector<std::shared_ptr<Problem const>>;

/// All of the case.
Problems make_problems(Case const&);
/// The same problems up to slot `horizon`.
Problems cut(Problems const&, std::int64_t horizon);

/// Tasks that all runs together started.
std::int64_t started(std::vector<RunResult> const&);

/// Throws PicksDiffer where the two disagree, Interrupted soon after a signal.
Measured measure(Case const&, MeasureSettings const&);

/// All problems side by side in one simulator, without slot rows; results in the problems' order.
std::vector<RunResult> run_all(Problems const& problems, MeasureSettings const&, bool picks);

double median(std::vector<double> values);

/// How long f() takes.
template <class F>
double seconds(F&& f) {
  auto const start = std::chrono::steady_clock::now();
  f();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace fairslot::bench
