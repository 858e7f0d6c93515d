/// How large a run will be: foretold before anything starts. What a forecast is for: no run that
/// cannot end. Its figures are within 1.5 times of what most runs take, rather too high.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "host/scenario/scenario.hpp"
#include "kernels/simulation.hpp"

namespace fairslot::forecast {

/// What a need grows with, as the user knows it, e.g. "workload.jobs", and how large that is.
struct Factor {
  std::string key;
  double value = 0;                ///< how many there are
  std::optional<double> set = {};  ///< what the key is set to; nullopt: to `value`
};

struct Need {
  double bytes = 0;
  Factor due_to;
};
using Needs = std::vector<Need>;

double total(Needs const& needs);
/// Bytes that grow with a product: due to the largest of its factors.
void add(Needs& needs, double bytes, std::initializer_list<Factor> factors);

struct Forecast {
  double tasks = 0;  ///< expected, over all runs
  Needs memory;      ///< on top of what the process holds already
  Needs disk;        ///< of the results
  Needs spill;       ///< beside the results while they are written, at most
  Needs picks_csv;   ///< of a problem's --picks
  int resident = 0;  ///< runs of a scenario side by side that find room; 0: as many as there can be
};

/// The most that the process will hold, together with what it holds now or has held.
double peak_bytes(Forecast const& forecast);

/// What is asked of a run, but for the data.
struct ForecastSetup {
  int threads = 1;
  Engine engine = Engine::automatic;
};
/// `points`: of the scenario.
Forecast foretell(scenario::Scenario const& scenario, std::vector<scenario::Point> const& points,
                  ForecastSetup const& setup);

struct ProblemSetup {
  std::vector<Policy> policies;
  bool out = false, picks = false, json = false;
  ForecastSetup machine;
};
/// `text`: of the problem's file, which the results hold.
Forecast foretell(Problem const& problem, std::string const& text, ProblemSetup const& setup);

/// Where a run writes; empty: nowhere.
struct OutputPaths {
  std::string results, picks;
};

/// Throws InputError, one line, where it needs more memory than is free; or, unless `force`, more
/// disk than is free on the file systems of `outputs`.
void require_room(std::string const& file, Forecast const& forecast, OutputPaths const& outputs,
                  bool force);

/// 12345678 as "12.3 M": two or three digits and a step of 1000.
std::string rounded(double number);

}  // namespace fairslot::forecast
