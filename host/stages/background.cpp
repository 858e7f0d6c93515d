#include "host/stages/background.hpp"

#include "host/distributions/portable_math.hpp"
#include "host/stages/draws.hpp"

namespace fairslot::stages {

Background::Background(Instance const& instance, OnOff load)
    : instance_(instance), load_(std::move(load)) {
  if (load_.mean <= 0) return;
  drawn_.resize(instance.workers.size());
  on_.resize(instance.workers.size());
  Random const random(load_.seed, load_.sample);
  for (std::size_t w = 0; w < on_.size(); ++w) {
    auto const worker = static_cast<std::int32_t>(w);
    // Popping turns it over.
    on_[w] =
        !happens(random.bits(Draw::stage_background_on, 0, static_cast<std::uint32_t>(w)), 0.5);
    due_.emplace(0.0, worker);
  }
}

double Background::next() const {
  double time = for_ever;
  if (given_ < instance_.background.size()) time = instance_.background[given_].time;
  if (!due_.empty() && due_.begin()->first < time) time = due_.begin()->first;
  return time;
}

double Background::drawn_length(std::int32_t worker) {
  auto const w = static_cast<std::uint32_t>(worker);
  Random const random(load_.seed, load_.sample);
  return exponential(random.bits(Draw::stage_background, 0, w, drawn_[w]++), load_.mean);
}

BackgroundChange Background::pop_drawn() {
  auto const [time, worker] = *due_.begin();
  due_.erase(due_.begin());
  auto const w = static_cast<std::size_t>(worker);
  on_[w] = !on_[w];
  due_.emplace(time + drawn_length(worker), worker);
  BackgroundChange change{time, worker, {}};
  for (std::size_t r = 0; r < load_.parts.size() && on_[w]; ++r)
    change.load[r] = amount_of(to_number(instance_.workers[w][r]) * load_.parts[r]);
  return change;
}

BackgroundChange Background::pop() {
  bool const is_given = given_ < instance_.background.size() &&
                        (due_.empty() || instance_.background[given_].time <= due_.begin()->first);
  return is_given ? instance_.background[given_++] : pop_drawn();
}

}  // namespace fairslot::stages
