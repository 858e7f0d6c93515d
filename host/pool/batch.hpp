/// Many instances of one file, each divided by some mechanisms.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "host/pool/batch_kernel.hpp"
#include "host/pool/batch_source.hpp"
#include "host/pool/solver.hpp"
#include "host/record/rows.hpp"

namespace fairslot::pool {

/// Of one mechanism.
struct BatchCount {
  std::string mechanism;
  std::int64_t solved = 0, refused = 0;
  std::int64_t by_kernel = 0;      ///< of the solved
  std::string first_refused = {};  ///< where and why
};

struct BatchOutcome {
  std::int64_t instances = 0, users = 0;
  std::vector<BatchCount> mechanisms;
};

struct BatchTerms {
  int threads = 1;
  bool strict = false;            ///< the first instance that is bad ends it, as InputError
  BatchKernel* kernel = nullptr;  ///< divides what it takes; null: nothing
  /// Takes the rows of a mechanism, in order; empty: nobody does.
  std::function<void(std::size_t mechanism, std::vector<record::Rows> const&)> put = {};
};

/// In the order of the file, a few blocks of it in memory. Throws InputError for a file that is
/// none, Interrupted after a signal.
BatchOutcome solve_batch(BatchSource& source, std::vector<Solver> const& solvers,
                         BatchTerms const& terms);

/// Users have numbers, no names; no steps are kept.
inline constexpr std::size_t tables_of_batch = 2;

std::string to_table(std::string const& path, BatchOutcome const&);
std::string to_json(std::string const& path, BatchOutcome const&);

}  // namespace fairslot::pool
