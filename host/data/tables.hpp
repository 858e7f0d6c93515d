/// The counts that workloads are drawn from: scenarios/data, embedded into the program.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace fairslot::data {

/// The columns of a line; unused ones are 0.
using Row = std::array<std::int64_t, 5>;

/// Rows by ascending first column, and how often each was observed.
class Counts {
 public:
  explicit Counts(std::vector<Row> rows, std::size_t count_column);

  std::vector<Row> const& rows() const { return rows_; }
  std::uint64_t total() const { return upto_.back(); }
  std::uint64_t count(std::size_t row) const { return upto_[row + 1] - upto_[row]; }
  /// Observations in which the first column is below `value`.
  std::uint64_t below(std::int64_t value) const;
  /// Sum of the first column over these observations.
  std::uint64_t sum_below(std::int64_t value) const;
  std::uint64_t sum() const { return sum_upto_.back(); }
  /// The row of an observation, numbered 0 .. total()-1 in the order of the rows.
  Row const& observation(std::uint64_t number) const;
  /// A row drawn from observations first .. last-1 by 64 random bits (a multiply-high: the bias is
  /// below total/2^64).
  Row const& draw(std::uint64_t bits, std::uint64_t first, std::uint64_t last) const;
  Row const& draw(std::uint64_t bits) const { return draw(bits, 0, total()); }

 private:
  std::size_t first_from(std::int64_t value) const;

  std::vector<Row> rows_;
  std::vector<std::uint64_t> upto_;      // [rows+1], cumulative
  std::vector<std::uint64_t> sum_upto_;  // [rows+1], cumulative
};

// Columns as in scenarios/data/README.md; plan_mem in hundredths of a per cent.
Counts const& instances_per_task();     ///< instances
Counts const& instance_durations();     ///< seconds
Counts const& task_plan_cpu();          ///< 100 = 1 core
Counts const& task_plan_mem();          ///< hundredths of a per cent
Counts const& cpu_mem_pairs();          ///< plan_cpu, plan_mem
Counts const& task_rows();              ///< instances, seconds, plan_cpu, plan_mem
Counts const& google_jobs_per_user();   ///< jobs
std::vector<Row> const& table3_rows();  ///< servers, cores, GB

}  // namespace fairslot::data
