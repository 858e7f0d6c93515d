#include "tests/oracle/cluster.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

namespace fairslot {

List<std::int64_t> capacity_of(Problem const& p, int server) {
  List<std::int64_t> capacity;
  for (int r = 0; r < p.resources; ++r)
    capacity.push_back(p.capacity[std::int64_t(r) * p.servers + server]);
  return capacity;
}

std::span<std::int32_t const> demand_of(Problem const& p, int entry) {
  auto const k = std::size_t(p.resources);
  return {p.demands.data() + k * std::size_t(p.demand[entry]), k};
}

std::int64_t fitting(std::span<std::int64_t const> left, std::span<std::int32_t const> demand) {
  std::int64_t tasks = std::numeric_limits<std::int64_t>::max();
  for (std::size_t r = 0; r < demand.size(); ++r)
    if (demand[r] > 0) tasks = std::min(tasks, left[r] / demand[r]);
  return tasks;
}

std::int64_t monopoly(Problem const& p, std::span<std::int32_t const> demand) {
  std::int64_t tasks = 0;
  for (int m = 0; m < p.servers; ++m) tasks += fitting(capacity_of(p, m), demand);
  return tasks;
}

double score(std::span<std::int64_t const> totals, std::span<std::int64_t const> left,
             std::span<std::int32_t const> demand) {
  std::size_t n = 0;
  while (demand[n] == 0) ++n;
  double sum = 0;
  for (std::size_t r = 0; r < demand.size(); ++r) {
    if (r == n || totals[r] == 0) continue;
    double const a = double(totals[n]) / double(totals[r]);
    double const p = a * (double(demand[r]) / double(demand[n]));
    double const q = a * (double(left[r]) / double(left[n]));
    sum += std::fabs(p - q);
  }
  return sum;
}

double score(std::string_view fit, std::span<std::int64_t const> totals,
             std::span<std::int64_t const> left, std::span<std::int32_t const> demand) {
  if (fit == "best") return score(totals, left, demand);
  double over = 0, xy = 0, xx = 0, yy = 0;
  for (std::size_t r = 0; r < totals.size(); ++r) {
    if (totals[r] == 0) continue;
    double const x = double(demand[r]) / double(totals[r]), y = double(left[r]) / double(totals[r]);
    over += double(left[r] - demand[r]) / double(totals[r]);
    xy += x * y, xx += x * x, yy += y * y;
  }
  if (fit == "worst") return -over;
  if (fit == "tightest") return over;
  if (fit == "dot") return -xy;
  if (fit == "cosine") return -(xy / (std::sqrt(xx) * std::sqrt(yy)));
  throw std::logic_error("the oracle has no placement " + std::string(fit));
}

List<std::int64_t> capacity_totals(Problem const& p) {
  List<std::int64_t> totals(std::size_t(p.resources), 0);
  for (int m = 0; m < p.servers; ++m)
    for (int r = 0; r < p.resources; ++r) totals[r] += capacity_of(p, m)[r];
  return totals;
}

ShadowCluster::ShadowCluster(Problem const& p) {
  for (int m = 0; m < p.servers; ++m) servers_.push_back({capacity_of(p, m)});
}

void ShadowCluster::release(std::int64_t slot) {
  for (Batch const& batch : running_) {
    if (batch.release > slot) continue;
    for (std::size_t r = 0; r < batch.held.size(); ++r)
      servers_[batch.server].left[r] += batch.held[r];
  }
  std::erase_if(running_, [&](Batch const& batch) { return batch.release <= slot; });
}

std::int64_t ShadowCluster::fill(std::int64_t slot, std::span<std::int32_t const> demand,
                                 std::int64_t duration) {
  std::int64_t started = 0;
  for (std::size_t m = 0; m < servers_.size(); ++m) {
    std::int64_t const tasks = fitting(servers_[m].left, demand);
    if (tasks == 0) continue;
    Batch batch{slot + duration, m, {}};
    for (std::size_t r = 0; r < demand.size(); ++r) {
      batch.held.push_back(tasks * demand[r]);
      servers_[m].left[r] -= batch.held[r];
    }
    running_.push_back(std::move(batch));
    started += tasks;
  }
  return started;
}

}  // namespace fairslot
