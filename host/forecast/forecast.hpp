/// How large a run will be: foretold before anything starts.
#pragma once

#include <string>
#include <vector>

#include "host/scenario/scenario.hpp"
#include "kernels/simulation.hpp"

namespace fairslot {

/// Bytes, and what they grow with.
struct Need {
  double bytes = 0;
  std::string key;   ///< as the user knows it, e.g. "workload.jobs"
  double value = 0;  ///< of the key
};
using Needs = std::vector<Need>;

double total(Needs const& needs);

struct Forecast {
  double tasks = 0;      ///< expected, over all runs
  Needs memory;          ///< on top of what the process holds already
  Needs disk;            ///< of the results
  double picks_csv = 0;  ///< bytes of a problem's --picks
};

/// The most that the process will hold, together with what it holds now or has held.
double peak_bytes(Forecast const& forecast);

/// What is asked of a run, but for the data.
struct ForecastSetup {
  int threads = 1;
  Engine engine = Engine::automatic;
};
Forecast forecast(std::vector<Point> const& points, ForecastSetup const& setup);

struct ProblemSetup {
  std::vector<Policy> policies;
  bool out = false, picks = false;
  ForecastSetup machine;
};
Forecast forecast(Problem const& problem, ProblemSetup const& setup);

/// Throws InputError, one line, where it needs more memory than is free; or, unless `force`, more
/// disk than is free for results at `out` (empty: there are none).
void require_room(std::string const& file, Forecast const& forecast, std::string const& out,
                  bool force);

/// 12345678 as "12.3 M": two or three digits and a step of 1000.
std::string rounded(double number);

}  // namespace fairslot
