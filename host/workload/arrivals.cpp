#include "host/workload/arrivals.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "host/distributions/distribution.hpp"

namespace fairslot::workload {
namespace {

using scenario::Scenario;

constexpr double highest_rate = 1 << 20;

std::uint64_t whole_rate(double part) {
  return static_cast<std::uint64_t>(part * highest_rate + 0.5);
}

}  // namespace

Arrivals::Arrivals(Scenario::Workload const& w, Random const& random) : spans_{{1, 1}} {
  if (w.arrivals == Scenario::Arrivals::diurnal) spans_ = by_hour(w);
  if (w.arrivals == Scenario::Arrivals::bursty) spans_ = in_phases(w, random);
  total_ = 0;
  for (std::size_t i = 0; i < spans_.size(); ++i) {
    std::int64_t const end = i + 1 < spans_.size() ? spans_[i + 1].first : w.submit_slots + 1;
    spans_[i].before = total_;
    total_ += spans_[i].rate * static_cast<std::uint64_t>(end - spans_[i].first);
  }
}

std::vector<Arrivals::Span> Arrivals::by_hour(Scenario::Workload const& w) {
  double const highest = std::ranges::max(w.hourly_rates);
  std::vector<Span> spans;
  for (std::int64_t slot = 1; slot <= w.submit_slots; ++slot) {
    double const rate = w.mean_rate(slot);
    // The smallest positive rate is one.
    std::uint64_t const whole = std::max<std::uint64_t>(whole_rate(rate / highest), rate > 0);
    if (spans.empty() || spans.back().rate != whole) spans.push_back({slot, whole});
  }
  return spans;
}

std::vector<Arrivals::Span> Arrivals::in_phases(Scenario::Workload const& w, Random const& random) {
  auto const lengths = [](std::int64_t mean) {
    return distributions::Distribution(fmt::format("exponential:mean={}", mean));
  };
  auto const on = lengths(w.on_slots), off = lengths(w.off_slots);
  std::vector<Span> spans;
  std::uint32_t phase = 0;
  for (std::int64_t slot = 1; slot <= w.submit_slots; ++phase) {
    bool const is_on = phase % 2 == 0;
    spans.push_back({slot, whole_rate(is_on ? 1 : w.off_rate)});
    slot += (is_on ? on : off).draw(random.bits(Draw::phase, 0, 0, phase));
  }
  return spans;
}

std::int64_t Arrivals::draw(std::uint64_t bits) const {
  std::uint64_t const at = scaled(bits, total_);
  auto const after = std::ranges::upper_bound(spans_, at, {}, &Span::before);
  Span const& span = *std::prev(after);
  return span.first + static_cast<std::int64_t>((at - span.before) / span.rate);
}

}  // namespace fairslot::workload
