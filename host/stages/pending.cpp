#include "host/stages/pending.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace fairslot::stages {

Pending::Pending(Instance const& instance, std::vector<std::int32_t> kinds)
    : instance_(instance),
      kinds_(std::move(kinds)),
      members_(instance.tasks.size()),
      of_job_(instance.jobs.size() + 1),
      place_(instance.tasks.size()),
      waits_(instance.tasks.size()),
      local_(instance.replicas.empty() ? 0 : instance.workers.size()) {
  auto const job_of = [&](std::int32_t t) {
    return instance.tasks[static_cast<std::size_t>(t)].job;
  };
  std::iota(members_.begin(), members_.end(), 0);
  std::ranges::sort(members_, {},
                    [&](std::int32_t t) { return std::tuple(job_of(t), kind_of(t), t); });
  for (std::uint32_t at = 0; at < members_.size(); ++at) {
    std::int32_t const task = members_[at], job = job_of(task), kind = kind_of(task);
    place_[static_cast<std::size_t>(task)] = at;
    if (alike_.empty() || alike_.back().job != job || alike_.back().kind != kind)
      alike_.push_back({job, kind, 0, at, at});
    alike_.back().first = ++alike_.back().end;
    of_job_[static_cast<std::size_t>(job) + 1] = alike_.size();
  }
  for (std::size_t j = 1; j < of_job_.size(); ++j)
    of_job_[j] = std::max(of_job_[j], of_job_[j - 1]);
}

Pending::Alike& Pending::alike_of(std::int32_t task) {
  auto const j = static_cast<std::size_t>(instance_.tasks[static_cast<std::size_t>(task)].job);
  auto const own = std::span(alike_).subspan(of_job_[j], of_job_[j + 1] - of_job_[j]);
  return *std::ranges::lower_bound(own, kind_of(task), {}, &Alike::kind);
}

void Pending::add(std::int32_t task) {
  Alike& alike = alike_of(task);
  std::uint32_t const place = place_[static_cast<std::size_t>(task)];
  alike.first = std::min(alike.first, place);
  waits_[place] = true;
  ++alike.count, ++size_;
  if (!has_input(task)) return;
  for (std::int32_t const worker : instance_.replicas[static_cast<std::size_t>(task)])
    local_[static_cast<std::size_t>(worker)][{alike.job, alike.kind}].insert(task);
}

void Pending::remove(std::int32_t task) {
  Alike& alike = alike_of(task);
  waits_[place_[static_cast<std::size_t>(task)]] = false;
  while (alike.first < alike.end && !waits_[alike.first]) ++alike.first;
  --alike.count, --size_;
  if (!has_input(task)) return;
  for (std::int32_t const worker : instance_.replicas[static_cast<std::size_t>(task)]) {
    auto& places = local_[static_cast<std::size_t>(worker)];
    auto const at = places.find({alike.job, alike.kind});
    at->second.erase(task);
    if (at->second.empty()) places.erase(at);
  }
}

std::int32_t Pending::local(std::int32_t job, std::int32_t kind, std::size_t worker) const {
  auto const at = local_[worker].find({job, kind});
  return at == local_[worker].end() ? -1 : *at->second.begin();
}

}  // namespace fairslot::stages
