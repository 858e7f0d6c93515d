#include "host/pool/job_values.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace fairslot::pool {
namespace {

std::vector<std::size_t> positions_by_deadline(std::vector<IntervalJob> const& jobs) {
  std::vector<std::size_t> order(jobs.size()), position(jobs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return jobs[a].deadline != jobs[b].deadline ? jobs[a].deadline < jobs[b].deadline : a < b;
  });
  for (std::size_t p = 0; p < order.size(); ++p) position[order[p]] = p;
  return position;
}

}  // namespace

JobValues::JobValues(Instance const& in) : in_(in), position_(positions_by_deadline(in.jobs)) {
  if (exact()) feasible_ = feasible_sets();
}

/// By the slot in which the last of a set's jobs ends at the earliest.
std::vector<bool> JobValues::feasible_sets() const {
  constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();
  std::vector<std::int64_t> end(std::size_t{1} << in_.J(), never);
  end[0] = 0;
  for (Set set = 1; set < end.size(); ++set)
    for (std::size_t j = 0; j < in_.J(); ++j) {
      if (!(set >> j & 1) || end[set ^ Set{1} << j] == never) continue;
      IntervalJob const& last = in_.jobs[j];
      std::int64_t const own = std::max(end[set ^ Set{1} << j], last.release - 1) + last.processing;
      if (own <= last.deadline) end[set] = std::min(end[set], own);
    }
  std::vector<bool> feasible;
  for (std::int64_t const own : end) feasible.push_back(own != never);
  return feasible;
}

double JobValues::best_of(std::size_t user, Set jobs) const {
  auto const values = in_.values_of(user);
  double best = 0;
  for (Set set = jobs; set; set = (set - 1) & jobs) {
    if (!feasible_[set]) continue;
    double sum = 0;
    for (std::size_t j = 0; j < in_.J(); ++j)
      if (set >> j & 1) sum += values[j];
    best = std::max(best, sum);
  }
  return best;
}

double JobValues::by_deadline(std::size_t user, std::span<std::size_t const> jobs) const {
  std::vector<std::size_t> order(jobs.begin(), jobs.end());
  std::ranges::sort(order, {}, [this](std::size_t job) { return position_[job]; });
  std::int64_t end = 0;
  double sum = 0;
  for (std::size_t const j : order) {
    IntervalJob const& job = in_.jobs[j];
    std::int64_t const own = std::max(end, job.release - 1) + job.processing;
    double const value = in_.values_of(user)[j];
    if (own > job.deadline || value == 0) continue;
    end = own;
    sum += value;
  }
  return sum;
}

double JobValues::value(std::size_t user, std::span<std::size_t const> jobs) const {
  if (!exact()) return by_deadline(user, jobs);
  Set set = 0;
  for (std::size_t const j : jobs) set |= Set{1} << j;
  return best_of(user, set);
}

double JobValues::maximin_share(std::size_t user) const {
  if (in_.N() > in_.J()) return 0;  // somebody's part is empty
  return exact() ? exact_share(user) : estimated_share(user);
}

double JobValues::exact_share(std::size_t user) const {
  std::vector<double> value(feasible_.size());
  for (Set set = 0; set < value.size(); ++set) value[set] = best_of(user, set);
  std::vector<double> worst = value, with_another(value.size());
  for (std::size_t parts = 1; parts < in_.N(); ++parts) {
    for (Set set = 0; set < value.size(); ++set) {
      with_another[set] = 0;
      for (Set part = set; part; part = (part - 1) & set)
        with_another[set] = std::max(with_another[set], std::min(value[part], worst[set ^ part]));
    }
    worst.swap(with_another);
  }
  return worst.back();
}

double JobValues::estimated_share(std::size_t user) const {
  auto const values = in_.values_of(user);
  std::vector<std::size_t> order(in_.J());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return values[a] != values[b] ? values[a] > values[b] : a < b;
  });
  std::vector<std::vector<std::size_t>> parts(in_.N());
  std::vector<double> worth(in_.N(), 0.0);
  for (std::size_t const job : order) {
    auto const worst = static_cast<std::size_t>(std::ranges::min_element(worth) - worth.begin());
    parts[worst].push_back(job);
    worth[worst] = by_deadline(user, parts[worst]);
  }
  return std::ranges::min(worth);
}

}  // namespace fairslot::pool
