#include "host/stages/policies.hpp"

#include <algorithm>
#include <vector>

#include "host/stages/formulas.hpp"

namespace fairslot::stages {
namespace {

Amount idle_now(Server const& server, std::size_t r) {
  return std::max<Amount>(0, server.capacity()[r] - server.used()[r] - server.background()[r]);
}

}  // namespace

Policy policy_for(double conformity, Settings const& settings) {
  if (conformity > settings.stop_threshold) return Policy::stopped;
  if (conformity > settings.coarse_threshold) return Policy::coarse;
  if (conformity > settings.fine_threshold) return Policy::fine;
  return Policy::squeezing;
}

void Monitor::sample(Server const& server, Amounts const& predicted, Settings const& settings) {
  Sample own = {};
  for (std::size_t r = 0; r < most_resources; ++r) {
    Amount const all = server.capacity()[r];
    own.used[r] = part_of(server.used()[r], all) * (r == cpu ? server.given() : 1.0);
    own.predicted[r] = part_of(predicted[r], all);
    own.idle[r] = part_of(idle_now(server, r), all);
  }
  own.background = server.background();
  samples_.push_back(own);
  if (static_cast<double>(samples_.size()) * settings.sample > settings.window)
    samples_.pop_front();
  was_idle_ = true;
  for (std::size_t r = 0; r < most_resources; ++r)
    was_idle_ &=
        server.capacity()[r] == 0 || idle_of_window(r, settings) >= settings.idle_threshold;
  conformity_.push_back(conformity_now(server, settings));
  if (std::ssize(conformity_) > settings.conformity_windows) conformity_.pop_front();
}

Amounts Monitor::background(Server const& server) const {
  if (samples_.empty()) return server.background();
  Amounts sum = {};
  for (Sample const& sample : samples_) add(sum, sample.background);
  for (Amount& r : sum) r /= static_cast<Amount>(samples_.size());
  return sum;
}

double Monitor::idle_of_window(std::size_t r, Settings const& settings) const {
  std::vector<Lasting> all;
  for (Sample const& sample : samples_) all.push_back({sample.idle[r], settings.sample});
  return mean_over_time(all);
}

bool Monitor::has_idle(Server const& server, Settings const& settings) const {
  if (!samples_.empty()) return was_idle_;
  for (std::size_t r = 0; r < most_resources; ++r) {
    Amount const all = server.capacity()[r];
    if (all > 0 && part_of(idle_now(server, r), all) < settings.idle_threshold) return false;
  }
  return true;
}

double Monitor::conformity_now(Server const& server, Settings const& settings) const {
  double most = 0;
  for (std::size_t r = 0; r < most_resources; ++r) {
    if (server.capacity()[r] == 0) continue;
    std::vector<UseSample> all;
    for (Sample const& s : samples_)
      all.push_back({s.used[r], s.predicted[r], s.idle[r], settings.sample});
    most = std::max(most, conformity(all, settings.idle_threshold));
  }
  return most;
}

double Monitor::mean_conformity() const {
  double sum = 0;
  for (double const one : conformity_) sum += one;
  return conformity_.empty() ? 0.0 : sum / static_cast<double>(conformity_.size());
}

}  // namespace fairslot::stages
