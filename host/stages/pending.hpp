/// Tasks that wait, by job and kind, and where their input is (delay scheduling).
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "host/stages/instance.hpp"

namespace fairslot::stages {

class Pending {
 public:
  /// `kinds`: of each task, as the scheduler tells them apart.
  Pending(Instance const&, std::vector<std::int32_t> kinds);

  void add(std::int32_t task);
  void remove(std::int32_t task);

  using Tasks = std::map<std::int32_t, std::set<std::int32_t>>;  ///< by kind
  Tasks const& of(std::int32_t job) const { return by_job_[static_cast<std::size_t>(job)]; }
  std::int32_t kind_of(std::int32_t task) const { return kinds_[static_cast<std::size_t>(task)]; }
  std::int64_t size() const { return size_; }

  /// The first of the kind and job whose input is on this worker; -1: none.
  std::int32_t local(std::int32_t job, std::int32_t kind, std::size_t worker) const;
  bool has_input(std::int32_t task) const {
    return !instance_.replicas.empty() &&
           !instance_.replicas[static_cast<std::size_t>(task)].empty();
  }

 private:
  using Place = std::pair<std::int32_t, std::int32_t>;  // job, kind

  Instance const& instance_;
  std::vector<std::int32_t> kinds_;
  std::vector<Tasks> by_job_;
  std::vector<std::map<Place, std::set<std::int32_t>>> local_;  // by worker
  std::int64_t size_ = 0;
};

}  // namespace fairslot::stages
