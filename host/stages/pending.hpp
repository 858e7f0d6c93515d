/// Tasks that wait, by job and kind, and where their input is (delay scheduling).
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <vector>

#include "host/stages/instance.hpp"

namespace fairslot::stages {

class Pending {
 public:
  /// Tasks of one kind of a job, of which some wait.
  struct Alike {
    std::int32_t job = 0, kind = 0;
    std::int32_t count = 0;            ///< that wait
    std::uint32_t first = 0, end = 0;  ///< of members_: the first that waits, behind the last
  };

  /// `kinds`: of each task, as the scheduler tells them apart.
  Pending(Instance const&, std::vector<std::int32_t> kinds);

  void add(std::int32_t task);
  void remove(std::int32_t task);

  /// By kind; of some nobody waits.
  std::span<Alike const> of(std::int32_t job) const {
    auto const j = static_cast<std::size_t>(job);
    return std::span(alike_).subspan(of_job_[j], of_job_[j + 1] - of_job_[j]);
  }
  /// The first that waits, of those of which any does.
  std::int32_t first(Alike const& alike) const { return members_[alike.first]; }
  std::int32_t kind_of(std::int32_t task) const { return kinds_[static_cast<std::size_t>(task)]; }
  bool waits(std::int32_t task) const { return waits_[place_[static_cast<std::size_t>(task)]]; }
  std::int64_t size() const { return size_; }

  /// The first of the kind and job whose input is on this worker; -1: none.
  std::int32_t local(std::int32_t job, std::int32_t kind, std::size_t worker) const;
  bool has_input(std::int32_t task) const {
    return !instance_.replicas.empty() &&
           !instance_.replicas[static_cast<std::size_t>(task)].empty();
  }

 private:
  using Place = std::pair<std::int32_t, std::int32_t>;  // job, kind

  Alike& alike_of(std::int32_t task);

  Instance const& instance_;
  std::vector<std::int32_t> kinds_;
  std::vector<std::int32_t> members_;  ///< tasks by job, kind, index
  std::vector<Alike> alike_;           ///< by job, kind
  std::vector<std::size_t> of_job_;    ///< [jobs + 1] where in alike_ they begin
  std::vector<std::uint32_t> place_;   ///< [tasks] in members_
  std::vector<bool> waits_;            ///< [members_]
  std::vector<std::map<Place, std::set<std::int32_t>>> local_;  // by worker
  std::int64_t size_ = 0;
};

}  // namespace fairslot::stages
