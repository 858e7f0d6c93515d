#include "host/stages/server.hpp"

#include <algorithm>
#include <cmath>

namespace fairslot::stages {

double seconds_of(Instance const& instance, Task const& task) {
  double seconds = 0;
  for (std::uint32_t s = 0; s < task.stages; ++s) seconds += instance.stages_of(task)[s].seconds;
  return seconds;
}

bool Server::is_overrun() const {
  if (marks_.empty()) return false;
  for (std::size_t r = memory; r < most_resources; ++r)
    if (left_[r] < 0) return true;
  return false;
}

void Server::erase(std::size_t index) {
  running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(index));
  in_stages_.erase(in_stages_.begin() + static_cast<std::ptrdiff_t>(index));
  marks_.erase(marks_.begin() + static_cast<std::ptrdiff_t>(index));
}

std::optional<double> Server::next_end() const {
  if (next_mark_ == for_ever) return std::nullopt;
  return time_ + std::max(0.0, next_mark_ - clock_) / speed_;
}

void Server::go_to(double time) {
  time_ = time, clock_ = clock_at(time);
  if (clock_ >= next_mark_) clock_ = std::nextafter(next_mark_, -for_ever);  // by rounding
}

double Server::work_since_change() const {
  return (clock_ - paced_clock_) * static_cast<double>(marks_.size());
}

double Server::work() const { return work_ + work_since_change(); }

double Server::squeezed_work() const { return squeezed_work_ + work_since_change() * (1 - given_); }

void Server::begin_change() {
  work_ = work(), squeezed_work_ = squeezed_work();
  paced_ = time_, paced_clock_ = clock_;
}

void Server::start(Running running) {
  begin_change();
  running.started = time_;
  running.begin = clock_;
  Task const& task = instance_->tasks[static_cast<std::size_t>(running.task)];
  Stage const* const stages = instance_->stages_of(task);
  double const first = stages->seconds * running.stretch;
  running.work = first;
  for (std::uint32_t s = 1; s < task.stages; ++s) running.work += stages[s].seconds;
  in_stages_.push_back({stages, running.job, task.stages - 1});
  marks_.push_back(clock_ + first);
  next_mark_ = std::min(next_mark_, marks_.back());
  subtract(left_, stages->need);
  running_.push_back(std::move(running));
  settle();
}

bool Server::next_stage(std::size_t index) {
  InStage& own = in_stages_[index];
  add(left_, own.stage->need);
  if (own.later == 0) return false;
  ++own.stage, --own.later;
  marks_[index] += own.stage->seconds;
  subtract(left_, own.stage->need);
  return true;
}

/// Goes on to the stage in which the task is now; true: its last one has ended.
bool Server::is_over(std::size_t index) {
  while (marks_[index] <= clock_)
    if (!next_stage(index)) return true;
  return false;
}

Running Server::remove(std::size_t index) {
  begin_change();
  Running one = std::move(running_[index]);
  add(left_, in_stages_[index].stage->need);
  erase(index);
  next_mark_ = for_ever;
  for (double const mark : marks_) next_mark_ = std::min(next_mark_, mark);
  settle();
  return one;
}

void Server::set_background(Amounts const& load) {
  begin_change();
  add(left_, background_);
  subtract(left_, background_ = load);
  settle();
}

void Server::settle() {
  double given = 1, speed = 1;
  if (left_[cpu] < 0) {
    Amount const demand = capacity_[cpu] - left_[cpu];
    given = static_cast<double>(capacity_[cpu]) / static_cast<double>(demand);
    speed = given / (1 + penalty_ * (1 - given));
  }
  if (given != given_) remember(given, speed);
  given_ = given, speed_ = speed;
}

void Server::remember(double given, double speed) {
  if (running_.empty()) paces_.clear();
  if (paces_.size() > 1024 && paces_.size() == paces_.capacity()) {
    double first = clock_;
    for (Running const& one : running_) first = std::min(first, one.begin);
    auto const after = std::ranges::upper_bound(paces_, first, {}, &Pace::from);
    if (after - paces_.begin() > 1) paces_.erase(paces_.begin(), after - 1);
  }
  paces_.push_back({clock_, given, speed});
}

std::vector<Point> Server::observed(Running const& one, std::int64_t points) const {
  std::vector<Point> seen(static_cast<std::size_t>(points));
  Task const& task = instance_->tasks[static_cast<std::size_t>(one.task)];
  Stage const* const stages = instance_->stages_of(task);
  double const work = one.work, end = one.begin + work;
  auto pace = std::ranges::upper_bound(paces_, one.begin, {}, &Pace::from) - 1;
  std::uint32_t stage = 0;
  double at = one.begin, stage_end = at + stages[0].seconds * one.stretch;
  for (std::size_t p = 0; p < seen.size(); ++p) {
    bool const last = p + 1 == seen.size();
    double const point_end =
        last ? end : one.begin + work * static_cast<double>(p + 1) / static_cast<double>(points);
    while (at < point_end) {
      while (stage + 1 < task.stages && stage_end <= at) stage_end += stages[++stage].seconds;
      while (pace + 1 != paces_.end() && (pace + 1)->from <= at) ++pace;
      double next = point_end;
      if (stage + 1 < task.stages) next = std::min(next, stage_end);
      if (pace + 1 != paces_.end()) next = std::min(next, (pace + 1)->from);
      double const time = (next - at) / pace->speed;
      seen[p].need[cpu] += to_number(stages[stage].need[cpu]) * pace->given * time;
      for (std::size_t r = memory; r < most_resources; ++r)
        seen[p].need[r] = std::max(seen[p].need[r], to_number(stages[stage].need[r]));
      seen[p].seconds += time;
      seen[p].compression += (1 - pace->given) * time;
      at = next;
    }
    seen[p].need[cpu] /= seen[p].seconds;
    seen[p].compression /= seen[p].seconds;
  }
  return seen;
}

}  // namespace fairslot::stages
