#include "host/stages/policies.hpp"

#include <algorithm>

namespace fairslot::stages {
namespace {

Amount idle_now(Server const& server, std::size_t r) {
  return std::max<Amount>(0, server.capacity()[r] - server.used()[r] - server.background()[r]);
}

Lasting idle_of(UseSample const& sample) { return {sample.idle, sample.time}; }

}  // namespace

Policy policy_for(double conformity, Settings const& settings) {
  if (conformity > settings.stop_threshold) return Policy::stopped;
  if (conformity > settings.coarse_threshold) return Policy::coarse;
  if (conformity > settings.fine_threshold) return Policy::fine;
  return Policy::squeezing;
}

void Monitor::sample(Server const& server, Amounts const& predicted, Settings const& settings) {
  background_.push_back(server.background());
  for (std::size_t r = 0; r < most_resources; ++r) background_sum_[r] += background_.back()[r];
  bool const is_full = static_cast<double>(background_.size()) * settings.sample > settings.window;
  if (is_full) {
    for (std::size_t r = 0; r < most_resources; ++r) background_sum_[r] -= background_.front()[r];
    background_.pop_front();
  }
  was_idle_ = true;
  double most = 0;
  for (std::size_t r = 0; r < most_resources; ++r) {
    Amount const all = server.capacity()[r];
    if (all == 0) continue;
    if (use_.size() <= r) use_.resize(r + 1);
    std::deque<UseSample>& use = use_[r];
    use.push_back({part_of(server.used()[r], all) * (r == cpu ? server.given() : 1.0),
                   part_of(predicted[r], all), part_of(idle_now(server, r), all), settings.sample});
    if (is_full) use.pop_front();
    was_idle_ &= mean_over_time(use, idle_of) >= settings.idle_threshold;
    most = std::max(most, conformity(use, settings.idle_threshold));
  }
  conformity_.push_back(most);
  if (std::ssize(conformity_) > settings.conformity_windows) conformity_.pop_front();
}

Amounts Monitor::background(Server const& server) const {
  if (background_.empty()) return server.background();
  Amounts mean = {};
  for (std::size_t r = 0; r < most_resources; ++r)
    mean[r] = static_cast<Amount>(background_sum_[r] / std::ssize(background_));
  return mean;
}

bool Monitor::has_idle(Server const& server, Settings const& settings) const {
  if (!background_.empty()) return was_idle_;
  for (std::size_t r = 0; r < most_resources; ++r) {
    Amount const all = server.capacity()[r];
    if (all > 0 && part_of(idle_now(server, r), all) < settings.idle_threshold) return false;
  }
  return true;
}

double Monitor::mean_conformity() const {
  double sum = 0;
  for (double const one : conformity_) sum += one;
  return conformity_.empty() ? 0.0 : sum / static_cast<double>(conformity_.size());
}

}  // namespace fairslot::stages
