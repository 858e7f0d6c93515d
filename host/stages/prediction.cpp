#include "host/stages/prediction.hpp"

#include <algorithm>

#include "host/stages/formulas.hpp"

namespace fairslot::stages {
namespace {

/// The mean of the first ones, as if each weighed the same.
void add_to_mean(std::vector<Point>& mean, std::vector<Point> const& seen, std::int64_t count) {
  double const n = static_cast<double>(count);
  for (std::size_t p = 0; p < mean.size(); ++p) {
    for (std::size_t r = 0; r < most_resources; ++r)
      mean[p].need[r] += (seen[p].need[r] - mean[p].need[r]) / n;
    mean[p].seconds += (seen[p].seconds - mean[p].seconds) / n;
  }
}

void infer(Point& known, Point const& seen, Settings const& settings) {
  double const g = weight_of_known(seen.compression, settings.compression_factor,
                                   settings.sample / settings.window);
  for (std::size_t r = 0; r < most_resources; ++r)
    known.need[r] = inferred(known.need[r], seen.need[r], g);
  known.seconds = inferred(known.seconds, seen.seconds, g);
}

Prediction with_totals(std::vector<Stage> stages) {
  Prediction prediction;
  for (Stage const& stage : stages) {
    raise(prediction.most, stage.need);
    prediction.seconds += stage.seconds;
  }
  prediction.stages = std::move(stages);
  return prediction;
}

Amounts amounts_of(Point const& point) {
  Amounts need;
  for (std::size_t r = 0; r < most_resources; ++r) need[r] = amount_of(point.need[r]);
  return need;
}

/// Whether a stage of these extremes is to end: the range of the first resource, or of another.
bool is_wide(Amounts const& least, Amounts const& most, Settings const& settings) {
  Amounts const range = difference(most, least);
  if (range[cpu] >= amount_of(settings.cpu_range)) return true;
  Amount const other = amount_of(settings.memory_range);
  return std::any_of(range.begin() + 1, range.end(), [&](Amount r) { return r >= other; });
}

}  // namespace

double Prediction::position(double progress) const {
  double const points = static_cast<double>(seconds_upto.size() - 1), at = progress * points;
  auto const point = std::min(static_cast<std::size_t>(at), seconds_upto.size() - 2);
  double const part = at - static_cast<double>(point);
  return seconds_upto[point] + part * (seconds_upto[point + 1] - seconds_upto[point]);
}

Prediction exact_prediction(std::span<Stage const> stages) {
  return with_totals({stages.begin(), stages.end()});
}

std::vector<Stage> divided(std::span<Point const> points, Settings const& settings) {
  std::vector<Stage> stages;
  Amounts least = {}, most = {};
  std::int64_t length = 0;  // of the open stage, in points
  for (Point const& point : points) {
    Amounts const need = amounts_of(point);
    Amounts lower_end = least, upper_end = most;
    lower(lower_end, need), raise(upper_end, need);
    bool const first = length == 0;
    if (first || (length >= settings.shortest_stage && is_wide(lower_end, upper_end, settings))) {
      stages.emplace_back();
      least = most = need, length = 0;
    } else {
      least = lower_end, most = upper_end;
    }
    stages.back().need = most;
    stages.back().seconds += point.seconds;
    ++length;
  }
  return stages;
}

void Learner::add(std::vector<Point> seen, Settings const& settings) {
  ++seen_;
  changed_ = seen_ >= settings.min_similar;
  if (seen_ == 1)
    known_ = std::move(seen);
  else if (seen_ <= settings.min_similar)
    add_to_mean(known_, seen, seen_);
  else
    for (std::size_t p = 0; p < known_.size(); ++p) infer(known_[p], seen[p], settings);
}

bool Learner::update(Settings const& settings) {
  if (!changed_) return false;
  changed_ = false;
  Prediction next = with_totals(divided(known_, settings));
  next.seconds_upto.push_back(0);
  for (Point const& point : known_)
    next.seconds_upto.push_back(next.seconds_upto.back() + point.seconds);
  prediction_ = std::make_shared<Prediction const>(std::move(next));
  visible_ = known_;
  return true;
}

std::optional<PredictionError> Learner::error(std::span<Point const> seen) const {
  if (!prediction_) return std::nullopt;
  PredictionError sums = {};
  auto const off = [](double known, double own) {
    return own > 0 ? (known > own ? known - own : own - known) / own : 0.0;
  };
  for (std::size_t p = 0; p < seen.size(); ++p) {
    sums[0] += off(visible_[p].need[cpu], seen[p].need[cpu]);
    sums[1] += off(visible_[p].need[memory], seen[p].need[memory]);
    sums[2] += off(visible_[p].seconds, seen[p].seconds);
  }
  for (double& sum : sums) sum /= static_cast<double>(seen.size());
  return sums;
}

}  // namespace fairslot::stages
