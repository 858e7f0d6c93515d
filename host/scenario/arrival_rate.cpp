// How many jobs a slot has, beside others of the day.
#include <algorithm>

#include "host/scenario/scenario.hpp"

namespace fairslot::scenario {

double Scenario::Workload::mean_rate(std::int64_t slot) const {
  constexpr std::int64_t hour = 3600, day = 24 * hour;
  auto const rate_at = [&](std::int64_t second) {
    return hourly_rates[static_cast<std::size_t>(second / hour % 24)];
  };
  std::int64_t const begin = (slot - 1) * slot_seconds, end = begin + slot_seconds;
  if (begin / hour == (end - 1) / hour) return rate_at(begin);
  double sum = 0;
  std::int64_t const whole_days = slot_seconds / day;
  for (double const rate : hourly_rates) sum += rate * static_cast<double>(hour * whole_days);
  std::int64_t const last = begin + slot_seconds % day;
  for (std::int64_t at = begin; at < last;) {
    std::int64_t const next = std::min((at / hour + 1) * hour, last);
    sum += rate_at(at) * static_cast<double>(next - at);
    at = next;
  }
  return sum / static_cast<double>(slot_seconds);
}

}  // namespace fairslot::scenario
