/// The prepared problems of some runs: each is made once, and kept while a run has it.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>

#include "kernels/prepared_problem.hpp"

namespace fairslot {

class PreparedProblems {
 public:
  /// As the policy meets it.
  std::shared_ptr<PreparedProblem const> of(std::shared_ptr<Problem const> const& problem,
                                            Policy const& policy,
                                            SimulatorSettings const& settings);
  /// Of those that are kept.
  std::size_t bytes() const;

 private:
  /// By the problem as given and the view of it.
  std::map<std::pair<Problem const*, std::string>, std::weak_ptr<PreparedProblem const>> all_;
};

}  // namespace fairslot
