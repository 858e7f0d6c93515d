#include "host/stages/pending.hpp"

namespace fairslot::stages {

Pending::Pending(Instance const& instance, std::vector<std::int32_t> kinds)
    : instance_(instance),
      kinds_(std::move(kinds)),
      by_job_(instance.jobs.size()),
      local_(instance.replicas.empty() ? 0 : instance.workers.size()) {}

void Pending::add(std::int32_t task) {
  std::int32_t const job = instance_.tasks[static_cast<std::size_t>(task)].job;
  std::int32_t const kind = kind_of(task);
  by_job_[static_cast<std::size_t>(job)][kind].insert(task);
  ++size_;
  if (!has_input(task)) return;
  for (std::int32_t const worker : instance_.replicas[static_cast<std::size_t>(task)])
    local_[static_cast<std::size_t>(worker)][{job, kind}].insert(task);
}

void Pending::remove(std::int32_t task) {
  std::int32_t const job = instance_.tasks[static_cast<std::size_t>(task)].job;
  std::int32_t const kind = kind_of(task);
  auto const take = [task](auto& map, auto const& key) {
    auto const at = map.find(key);
    at->second.erase(task);
    if (at->second.empty()) map.erase(at);
  };
  take(by_job_[static_cast<std::size_t>(job)], kind);
  --size_;
  if (!has_input(task)) return;
  for (std::int32_t const worker : instance_.replicas[static_cast<std::size_t>(task)])
    take(local_[static_cast<std::size_t>(worker)], Place{job, kind});
}

std::int32_t Pending::local(std::int32_t job, std::int32_t kind, std::size_t worker) const {
  auto const at = local_[worker].find({job, kind});
  return at == local_[worker].end() ? -1 : *at->second.begin();
}

}  // namespace fairslot::stages
