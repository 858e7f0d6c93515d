/// Jobs of an import on their way to the file: by submission, those of one moment as they came.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <future>
#include <string>
#include <vector>

#include "host/spill/spill_file.hpp"
#include "kernels/problem.hpp"

namespace fairslot::traces {

/// In milliseconds; -1: a duration that is not known, all nodes, no limit a node.
struct TracedJob {
  std::int64_t submit = 0, duration = -1;
  std::int32_t user = 0, name = 0, tasks = 1, allowed = -1, per_server = -1;
  std::array<std::int32_t, max_resources> demand{};  ///< 0 beyond K
};

/// Sorts in pieces of memory that are put down beside the file, by another thread meanwhile: takes
/// the same memory for any number of jobs.
class JobOrder {
 public:
  /// `folder`: where pieces are put down.
  JobOrder(std::string const& folder, std::size_t jobs_in_memory = 400'000);

  void add(TracedJob const& job);
  std::int64_t count() const { return count_; }
  /// Once, when all are there.
  void for_each(std::function<void(TracedJob const&)> const& body);

 private:
  struct Piece {
    std::uint64_t offset;
    std::size_t jobs;
  };
  void put_down();
  void merge(std::function<void(TracedJob const&)> const& body);

  std::size_t most_;
  std::int64_t count_ = 0;
  std::vector<TracedJob> jobs_,
      leaving_;  // leaving_, pieces_ and file_ are put_down's until it is done
  std::vector<Piece> pieces_;
  spill::File file_;
  std::future<void> putting_down_;
};

}  // namespace fairslot::traces
