/// Rows of users to instances, each good or with the reason why it is not.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "host/pool/batch_row.hpp"

namespace fairslot::pool {

/// Where in a batch something is wrong, and what.
struct BatchProblem {
  std::int64_t line = 0;
  std::string text;  ///< empty: nothing
};

struct BatchInstance {
  std::int32_t number = 0;
  std::int64_t first_line = 0;
  Instance instance;
  std::vector<std::int32_t> users;  ///< their numbers
  BatchProblem problem;
};

class BatchBuilder {
 public:
  /// `where` is before the number of a line or row in messages.
  BatchBuilder(std::string where, std::size_t resources);

  /// The instance has ended where the next row has another number. Throws InputError for a row
  /// that belongs to no instance.
  void add(BatchRow const& row);
  /// A row that is none: its instance is bad.
  void add_bad(std::int32_t number, BatchProblem const& problem);
  std::vector<BatchInstance> instances() && { return std::move(all_); }

 private:
  BatchInstance& at(std::int32_t number, std::int64_t line);
  void add_capacity(BatchInstance& own, BatchRow const& row);
  void add_user(BatchInstance& own, BatchRow const& row);
  /// Within its range, or the instance's problem.
  double amount(BatchInstance& own, BatchRow const& row, std::size_t cell, double otherwise);

  std::string where_;
  std::vector<std::string> resources_;
  std::vector<BatchInstance> all_;
};

/// The number in a cell of instances or users; throws InputError where it is none.
std::int32_t number_in(std::string const& where, BatchRow const& row, std::size_t cell);

}  // namespace fairslot::pool
