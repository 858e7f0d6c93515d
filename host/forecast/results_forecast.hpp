/// What runs leave: rows while they wait to be written, and a file of results.
#pragma once

#include "host/forecast/forecast.hpp"
#include "host/forecast/load.hpp"
#include "host/record/recorder.hpp"

namespace fairslot::forecast {

/// One run, on average.
struct RunLeaves {
  Load load;
  double tasks = 0, jobs = 0, users = 0;
  int resources = 1;
  record::RunTables tables = {};
  bool replays = false;  ///< another policy picks from some slot on
};

/// Bytes of its rows.
double rows_in_memory(RunLeaves const&);
double rows_in_file(RunLeaves const&);
/// Of a point of a distribution.
double value_in_file(RunLeaves const&);

/// Runs under one policy at one point: points of their distributions, pooled.
double distinct_values(RunLeaves const&, Load const& most, double samples);

/// Of all runs together.
struct ResultsNeed {
  double policies = 0, points = 1, runs = 0;
  double rows = 0, in_file = 0;  ///< bytes
  double held = 0;               ///< of the rows, those that may wait for a sample before theirs
  double values = 0;             ///< points of distributions
  double values_in_file = 0;     ///< bytes
  double text = 0, cluster = 0;  ///< bytes in the file
  int threads = 1;
  Factor of_rows, of_runs;  ///< what they grow with
};
void add_results(Forecast& sum, ResultsNeed const&);

}  // namespace fairslot::forecast
