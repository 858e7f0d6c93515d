#include "host/forecast/differing.hpp"

#include <algorithm>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace fairslot::forecast {
namespace {

constexpr std::size_t most_entries = 100'000;  // some 20 ms
constexpr std::size_t sequence_length = 8;
constexpr double news_of_queue = 0.25;  // measured

/// An entry, by what sets it apart. No padding: sequences are compared as bytes.
struct Step {
  std::int64_t after;  ///< slots since the one before
  std::int32_t tasks, duration, demand, user;

  bool like(Step const& before) const {
    return after == 0 && tasks == before.tasks && duration == before.duration &&
           demand == before.demand;
  }
};

std::vector<Step> steps_of(Problem const& p, std::span<int const> order) {
  std::vector<Step> steps;
  std::int64_t before = 0;
  for (int const e : order.first(std::min(order.size(), most_entries))) {
    auto const user = std::ranges::upper_bound(p.job_begin, e) - p.job_begin.begin() - 1;
    steps.push_back({p.submit[e] - before, p.tasks[e], p.duration[e], p.demand[e],
                     static_cast<std::int32_t>(user)});
    before = p.submit[e];
  }
  return steps;
}

/// The steps that end with the i-th.
std::string_view sequence(std::vector<Step> const& steps, std::size_t i) {
  std::size_t const from = i < sequence_length ? 0 : i + 1 - sequence_length;
  return {reinterpret_cast<char const*>(&steps[from]), (i + 1 - from) * sizeof(Step)};
}

}  // namespace

double differing_part(Problem const& problem, std::span<int const> order, double late) {
  std::vector<Step> const steps = steps_of(problem, order);
  if (steps.size() < 2) return 0;
  std::unordered_set<std::string_view> known;
  double differing = 0;
  for (std::size_t i = 1; i < steps.size(); ++i) {
    bool const is_new = known.insert(sequence(steps, i)).second;
    if (!steps[i].like(steps[i - 1])) differing += is_new ? 1 : news_of_queue * late;
  }
  return differing / static_cast<double>(steps.size() - 1);
}

}  // namespace fairslot::forecast
