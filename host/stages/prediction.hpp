/// What is known of similar tasks, (8), point by point of their progress, and the stages that it is
/// divided into (figure 5 of the paper).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "host/stages/instance.hpp"
#include "host/stages/settings.hpp"

namespace fairslot::stages {

/// One point of the grid: an equal part of a task's progress.
struct Point {
  std::array<double, most_resources> need = {};  ///< CPU: mean of what was given; others: largest
  double seconds = 0;
  double compression = 0;  ///< time mean, of what was seen
};

/// What a task will need; `from` counts from its beginning.
struct Prediction {
  std::vector<Stage> stages;
  std::vector<double> seconds_upto;  ///< [points + 1] cumulative
  Amounts most = {};                 ///< over all stages
  double seconds = 0;

  /// Seconds from the beginning to this part of the progress.
  double position(double progress) const;
};

/// Stages of true amounts, all known.
Prediction exact_prediction(std::span<Stage const> stages);

/// Divides a grid: a stage ends where what it needs ranges over `cpu_range` or `memory_range` and
/// it is long enough.
std::vector<Stage> divided(std::span<Point const> points, Settings const&);

/// mean |alpha - beta| / beta over points, of CPU, memory and time.
using PredictionError = std::array<double, 3>;

/// One family of similar tasks.
class Learner {
 public:
  /// Of a finished task; in the order of ends.
  void add(std::vector<Point> seen, Settings const&);
  /// Usable since the last update; null before.
  std::shared_ptr<Prediction const> prediction() const { return prediction_; }
  /// What was seen since the last call becomes visible. True where there is anything new.
  bool update(Settings const&);
  /// Of the prediction that is visible against a task that has ended; nullopt where there is none.
  std::optional<PredictionError> error(std::span<Point const> seen) const;

 private:
  std::vector<Point> known_, visible_;  ///< learnt until now; at the last update
  std::int64_t seen_ = 0;
  bool changed_ = false;
  std::shared_ptr<Prediction const> prediction_;
};

}  // namespace fairslot::stages
