#include "kernels/problem.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <stdexcept>

namespace fairslot {

int Problem::jobs(int user) const {
  auto const first = job.begin() + job_begin[user];
  auto const last = job.begin() + job_begin[user + 1];
  return static_cast<int>(std::set<std::int32_t>(first, last).size());
}

std::int64_t Problem::total_tasks() const {
  return std::accumulate(tasks.begin(), tasks.end(), std::int64_t{0});
}

bool Problem::some_change(Change::What what) const {
  return std::ranges::find(changes, what, &Change::what) != changes.end();
}

ProblemBuilder::ProblemBuilder(int resources, std::int64_t horizon)
    : resources_(resources), horizon_(horizon) {}

void ProblemBuilder::add_server(std::span<std::int32_t const> capacity, double speed) {
  servers_.insert(servers_.end(), capacity.begin(), capacity.end());
  speeds_.push_back(speed);
}

int ProblemBuilder::add_queue(double part, int outer) {
  parts_.push_back(part);
  outer_.push_back(outer);
  guarantees_.push_back(outer < 0 ? part : guarantees_[outer] * part);
  return static_cast<int>(guarantees_.size()) - 1;
}

int ProblemBuilder::add_user(double weight, int queue, double minimum) {
  weights_.push_back(weight);
  minima_.push_back(minimum);
  queues_.push_back(queue);
  leaves_.push_back(0);
  own_.push_back(-1);
  jobs_of_user_.push_back(0);
  return static_cast<int>(weights_.size()) - 1;
}

void ProblemBuilder::set_leave(int user, std::int64_t slot) {
  leaves_[user] = static_cast<std::int32_t>(slot);
}
void ProblemBuilder::set_own(int user, int placement_group) { own_[user] = placement_group; }

int ProblemBuilder::placement(std::optional<std::vector<std::int32_t>> const& servers) {
  std::size_t const count = speeds_.size();
  std::vector<std::uint64_t> bits((count + 63) / 64, 0);
  auto const permit = [&](std::size_t m) { bits[m / 64] |= std::uint64_t{1} << (m % 64); };
  if (servers) {
    for (std::int32_t const m : *servers) permit(static_cast<std::size_t>(m));
  } else {
    for (std::size_t m = 0; m < count; ++m) permit(m);
  }
  return placement_bits(std::move(bits));
}

int ProblemBuilder::placement_bits(std::vector<std::uint64_t> bits) {
  return groups_.try_emplace(std::move(bits), static_cast<int>(groups_.size())).first->second;
}

void ProblemBuilder::add_job(int user, std::int64_t submit, std::int64_t tasks,
                             std::int64_t duration, std::span<std::int32_t const> demand,
                             int placement_group, std::optional<int> job, JobTerms terms) {
  auto const fresh = static_cast<int>(demand_classes_.size());
  std::vector<std::int32_t> key(demand.begin(), demand.end());
  int const demand_class = demand_classes_.try_emplace(std::move(key), fresh).first->second;
  int const label = job.value_or(jobs_of_user_[user]);
  ++jobs_of_user_[user];
  entries_.push_back({user, label, demand_class, placement_group, static_cast<std::int32_t>(submit),
                      static_cast<std::int32_t>(tasks), static_cast<std::int32_t>(duration),
                      terms});
}

int ProblemBuilder::add_policy(Policy const& policy) {
  policies_.push_back(policy);
  return static_cast<int>(policies_.size()) - 1;
}
void ProblemBuilder::add_change(Change const& change) { changes_.push_back(change); }

List<std::int32_t> ProblemBuilder::order_entries(Check const& check) {
  List<std::int32_t> begin(weights_.size() + 1, 0);
  for (Entry const& e : entries_) ++begin[e.user + 1];
  std::partial_sum(begin.begin(), begin.end(), begin.begin());

  List<Entry> by_user(entries_.size());
  List<std::int32_t> next = begin;
  for (Entry const& e : entries_) by_user[next[e.user]++] = e;
  for (std::size_t user = 0; user < weights_.size(); ++user) {
    check();
    std::span<Entry> const own(by_user.data() + begin[user], by_user.data() + begin[user + 1]);
    if (!std::ranges::is_sorted(own, {}, &Entry::submit))
      std::ranges::stable_sort(own, {}, &Entry::submit);
  }
  entries_ = std::move(by_user);
  return begin;
}

void ProblemBuilder::weigh_jobs(Problem& p) const {
  auto const has_weight = [](Entry const& e) { return e.terms.weight > 0.0; };
  if (std::ranges::none_of(entries_, has_weight) && !p.some_change(Change::What::weight)) return;
  p.is_weighed.resize(p.weight.size());
  for (Entry const& e : entries_) {
    p.job_weight.push_back(e.terms.weight);
    p.is_weighed[e.user] |= has_weight(e);
  }
  for (Change const& change : p.changes)
    if (change.what == Change::What::weight) p.is_weighed[change.of] = 1;
}

void ProblemBuilder::limit_jobs(Problem& p) const {
  if (std::ranges::none_of(entries_, [](Entry const& e) { return is_limit(e.terms.per_server); }))
    return;
  for (Entry const& e : entries_) p.per_server.push_back(e.terms.per_server);
}

Problem ProblemBuilder::build(Check const& check) && {
  Problem p;
  p.job_begin = order_entries(check);
  p.resources = resources_;
  p.servers = static_cast<int>(speeds_.size());
  p.horizon = horizon_;

  p.capacity.resize(servers_.size());
  for (int m = 0; m < p.servers; ++m)
    for (int r = 0; r < resources_; ++r)
      p.capacity[std::int64_t{r} * p.servers + m] = servers_[std::int64_t{m} * resources_ + r];
  auto const all_are = [](auto const& values, auto usual) {
    return std::all_of(values.begin(), values.end(), [=](auto v) { return v == usual; });
  };
  if (!all_are(speeds_, 1.0)) p.speed = std::move(speeds_);
  if (!all_are(minima_, 0.0)) p.minimum = std::move(minima_);
  if (!all_are(leaves_, 0)) p.leave = std::move(leaves_);
  p.weight = std::move(weights_);
  if (std::ranges::any_of(own_, [](int group) { return group >= 0; })) p.own = std::move(own_);
  if (!guarantees_.empty()) p.queue = std::move(queues_), p.guarantee = std::move(guarantees_);
  p.part = std::move(parts_);
  p.outer = std::move(outer_);

  std::ranges::stable_sort(changes_, {}, &Change::slot);
  p.changes = std::move(changes_);
  p.policies = std::move(policies_);

  for (Entry const& e : entries_) {
    p.submit.push_back(e.submit);
    p.tasks.push_back(e.tasks);
    p.duration.push_back(e.duration);
    p.demand.push_back(e.demand);
    p.placement.push_back(e.placement);
    p.job.push_back(e.label);
  }
  weigh_jobs(p);
  limit_jobs(p);

  p.demands.resize(demand_classes_.size() * static_cast<std::size_t>(resources_));
  for (auto const& [vector, index] : demand_classes_)
    std::copy(vector.begin(), vector.end(), p.demands.begin() + std::int64_t{index} * resources_);
  p.placements.resize(groups_.size() * static_cast<std::size_t>(p.words()));
  for (auto const& [bits, index] : groups_)
    std::copy(bits.begin(), bits.end(), p.placements.begin() + std::int64_t{index} * p.words());
  return p;
}

}  // namespace fairslot
