/// The numbered formulas of the paper (FGM, Journal of Software 31(12), 2020) and what Section 4 of
/// docs/stages.md fills in where it is silent.
#pragma once

#include <functional>
#include <ranges>
#include <span>

namespace fairslot::stages {

/// (1): the part of what is required that is not given.
double compression(double required, double given);
/// (4): how long T takes under compression r.
double dilated(double time, double r);
/// (5): with a contention penalty p.
double dilated(double time, double r, double penalty);

/// (6): the compression from which work w of the present tasks and the new one together takes
/// longer than it is worth. May be below 0.
double worthwhile_compression(double present, double with_new, double penalty);
/// (7): the same within 0 .. limit.
double largest_compression(double present, double with_new, double penalty, double limit);

/// g of (8), the weight of what was known: `period` is the part of a window that a sample is, 5/60.
double weight_of_known(double compression, double factor, double period);
/// (8): what is known now.
double inferred(double known, double seen, double weight);

/// What lasted a while.
struct Lasting {
  double value, time;
};
/// (14): time-weighted mean of what `lasting` takes from each sample; 0 of nothing.
template <std::ranges::input_range Samples, class Taken = std::identity>
double mean_over_time(Samples const& samples, Taken lasting = {}) {
  double sum = 0, time = 0;
  for (auto const& sample : samples) {
    Lasting const one = lasting(sample);
    sum += one.value * one.time, time += one.time;
  }
  return time > 0 ? sum / time : 0.0;
}

/// A stage of (15).
struct SqueezedStage {
  double seconds, compression;
};
/// (15).
double squeezed_time(std::span<SqueezedStage const> stages);

/// A sample of (16): parts of what the server has.
struct UseSample {
  double used, predicted, idle, time;
};
/// (16): 0 unless more was used than predicted and less than `threshold` was idle.
template <std::ranges::input_range UseSamples>
double conformity(UseSamples const& samples, double threshold) {
  double used = 0, predicted = 0, idle = 0, time = 0, squares = 0;
  for (UseSample const& s : samples) {
    double const over = s.used - s.predicted;
    used += s.used * s.time, predicted += s.predicted * s.time, idle += s.idle * s.time;
    squares += over * over * s.time, time += s.time;
  }
  return time > 0 && used > predicted && idle < threshold * time ? squares / time : 0.0;
}

}  // namespace fairslot::stages
