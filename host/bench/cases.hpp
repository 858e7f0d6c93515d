/// The problems that `fairslot bench` measures: synthetic clusters and workloads of a stated size,
/// and one point of the main study. Each is a function of its case and the sample's number.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/problem.hpp"

namespace fairslot::bench {

enum class Load {
  overload,     ///< all jobs are handed in at slot 1 and outlast the horizon
  light,        ///< jobs arrive over time: `used` of the scarcest resource
  study,        ///< a sample of the main study, 80 % large jobs, run until drained; 10 server types
  trace_light,  ///< the study's jobs on as many servers as wanted: about a tenth of them is used
  trace_half,   ///< the same, about half
  trace_overload,  ///< the same, more than there are
};

enum class Constraint {
  anywhere,
  types,      ///< of the constrained users: a random half of the server types
  each_type,  ///< of all users: each server type with `type_probability`
  sets,       ///< of the constrained users: each server with probability `set_share`
};

/// What the jobs say of themselves.
enum class Terms { none, weights, limits };

/// How far the naive simulator goes in the measured window.
enum class Reach {
  window,  ///< to its end
  slots,   ///< to the end of the slot in which its time is over
  picks,   ///< until its time is over: searches that fail come last in a slot, so in its favour
};

enum class Against {
  naive,       ///< fairslot against the naive simulator
  one_thread,  ///< two threads of fairslot against one
};

/// In which runs of the benchmark a case is: each includes those before it.
enum class Extent { quick, standard, full };

inline constexpr double light_load = 0.7;
inline constexpr double constrained_share = 0.2, set_share = 0.3;
inline constexpr int longest_task = 50;    ///< slots; durations are uniform from 1
inline constexpr int largest_demand = 63;  ///< units
/// What capacities and demands are drawn in: the default of `slots` cuts a server into a dozen. A
/// power of two, so that no other policy's picks depend on it.
inline constexpr int unit = 128;
inline constexpr int most_per_server = 3;  ///< limits of tasks a server are uniform from 1

struct Case {
  std::string name;
  int servers, users, classes;  ///< classes: distinct demands; user u has number u mod classes
  int resources = 2;
  Load load = Load::overload;
  Constraint constraint = Constraint::anywhere;
  Terms terms = Terms::none;
  double used = light_load;
  double type_probability = 0.3;
  int types = 10;       ///< of servers
  int mean_tasks = 10;  ///< of a job; uniform from 1
  int problems = 1;     ///< independent ones, simulated side by side
  int warm = 0;         ///< the measured window begins after this slot; 0: whole runs
  int end = 0;          ///< the horizon, and the window's last slot; 0: until drained
  int recorded = 0;     ///< so far fairslot's picks are recorded: the naive simulator's last slot
  Reach reach = Reach::window;
  Extent extent = Extent::standard;
  Against against = Against::naive;
};

std::span<Case const> bench_cases();

/// One cluster of so many servers, measured up to slot `end`. Its naive simulator is given little
/// time, so few picks need to be recorded.
void set_cluster(Case&, int servers, int end);

std::string_view name_of(Load);
bool is_of_trace(Load);
std::string_view name_of(Constraint);

/// In the table's order: those whose name matches a pattern (* stands for any text), of any extent,
/// or, where none does, those of the grid of datacenters (grid.hpp); without patterns those of the
/// extent. Throws InputError for a pattern that matches none.
std::vector<Case> chosen_cases(std::vector<std::string> const& patterns, Extent extent);

/// Problem number `sample` of the case.
std::shared_ptr<Problem const> make_problem(Case const&, std::uint64_t sample);

/// The same problem cut after another slot.
std::shared_ptr<Problem const> with_horizon(Problem const&, std::int64_t horizon);

}  // namespace fairslot::bench
