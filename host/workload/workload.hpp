/// From a scenario and the number of a sample to a Problem.
#pragma once

#include <cstdint>
#include <memory>

#include "host/scenario/scenario.hpp"
#include "kernels/check.hpp"
#include "kernels/problem.hpp"

namespace fairslot::workload {

/// Sample 0, 1, ... of the scenario (its sweep is not looked at). Depends on nothing but the
/// scenario's values and the two numbers seed and sample. May be called by several threads.
/// `check` is called now and then; what it throws gives the problem up.
std::shared_ptr<Problem const> make_problem(scenario::Scenario const&, std::uint64_t sample,
                                            Check const& check = no_check);

/// The same with one server of each type that the cluster has, and without the servers that inline
/// jobs name: takes memory for the jobs alone.
std::shared_ptr<Problem const> make_sketch(scenario::Scenario const&, std::uint64_t sample);

/// Mean number of tasks of a sample: exact for inline jobs, else from the means of what is drawn.
double expected_tasks(scenario::Scenario const&);
/// Mean number of submissions of a sample: of entries of its Problem.
double expected_submissions(scenario::Scenario const&);
/// Number of jobs of a sample; expected, where they are drawn until the load is reached.
std::int64_t job_count(scenario::Scenario const&);

}  // namespace fairslot::workload
