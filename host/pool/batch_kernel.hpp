/// Instances of a batch that are divided at once, by a kernel: drf's, of users with a weight each
/// whose tasks are divisible.
#pragma once

#include <mutex>
#include <optional>
#include <vector>

#include "host/pool/answer.hpp"
#include "host/pool/batch_builder.hpp"
#include "host/pool/solver.hpp"
#include "kernels/pool/drf.hpp"

namespace fairslot::pool {

void add_to(DrfBlock& block, Instance const& in);

class BatchKernel {
 public:
  /// Whether there is a kernel for any instance of it.
  static bool serves(Solver const& solver);
  /// [instances] the same bits as of solver.solve(); nullopt: to be left to it. By any thread, one
  /// at a time.
  std::vector<std::optional<Answer>> solve(Solver const& solver,
                                           std::vector<BatchInstance> const& all);

 private:
  std::mutex turn_;
  DrfKernel drf_;
};

}  // namespace fairslot::pool
