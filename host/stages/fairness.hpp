/// What a sample of the whole cluster shows, and of a worker.
#pragma once

#include <vector>

#include "host/stages/outcome.hpp"
#include "host/stages/scheduler.hpp"

namespace fairslot::stages {

/// Jain's index (sum x)^2 / (n sum x^2); 1 where nobody has anything.
double jain(std::vector<double> const& shares);

/// `arrived`: jobs before it have been submitted; `left`: tasks of each job that have not ended.
SampleOutcome sampled(double time, std::size_t arrived, Instance const&, std::vector<Server> const&,
                      Scheduler const&, std::vector<std::int64_t> const& left);
WorkerOutcome sampled_worker(double time, std::size_t worker, Server const&, Policy);

}  // namespace fairslot::stages
