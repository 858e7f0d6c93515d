/// Who gets what of an instance, and how a mechanism came to it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "host/pool/instance.hpp"

namespace fairslot::pool {

/// What happened, where a mechanism goes step by step.
struct Step {
  enum class Kind : std::int32_t { pick, arrival, departure, slot };
  Kind kind;
  std::size_t of;  ///< the user; of a slot its number, from 0
  double level;    ///< afterwards: a pick's of the user, an arrival's M, a slot's of the lowest
  std::vector<double> tasks;  ///< [those there] x afterwards; of a slot what each got in it
  std::vector<double> used;   ///< [K] afterwards
  std::vector<double> slack;  ///< [K] of what those there have brought, what is left; or empty
};
inline constexpr std::string_view step_names[] = {"pick", "arrival", "departure", "slot"};

/// What one who does jobs has got of them.
struct Bundle {
  enum class From : std::int32_t { nothing, matching, bag };
  From from = From::nothing;
  std::vector<std::size_t> won;   ///< jobs, ascending: of the matching, or of a bag
  std::vector<std::size_t> jobs;  ///< with what was left over
  double won_value = 0, value = 0;
  double maximin_share = 0, full_value = 0;  ///< full: of all jobs
};
inline constexpr std::string_view bundle_names[] = {"nothing", "matching", "bag"};

struct Bundles {
  bool exact = true;                   ///< values are the largest there are, not estimates
  std::vector<Bundle> of_users;        ///< [N]
  std::vector<std::size_t> left_over;  ///< jobs that nobody has won
};

struct Answer {
  std::vector<double> tasks;            ///< [N] x
  std::vector<double> share;            ///< [N] dominant share of what x needs
  std::vector<double> level;            ///< [N] what the mechanism makes equal
  std::vector<double> allocation;       ///< [N][K]
  std::vector<double> used;             ///< [K]
  std::vector<std::uint8_t> saturated;  ///< [K] nothing of it is left
  std::vector<double> placed;           ///< [N][M] tasks by server; or empty
  std::optional<double> common_level;   ///< the one level, where a mechanism has one
  std::vector<std::size_t> left_out;    ///< users who need what is not there, and get nothing
  std::vector<Step> steps;
  std::optional<Bundles> bundles;  ///< where jobs are divided: tasks are their number
};

/// Whether an answer tells of its steps: of many users these are more than the answer itself.
enum class Steps { none, all };

/// Nothing is left but what rounding leaves.
inline constexpr double saturation = 1e-9;

/// [N][K] of the whole of each resource, what a user needs for a dominant share of 1.
std::vector<double> ratios_of(Instance const&);

/// Of users who hold just what their tasks need. The level is the dominant share over the weight
/// until somebody sets another.
Answer answer_of_tasks(Instance const&, std::vector<double> tasks);
/// Of users who hold [N][K] what it may be: tasks are what it suffices for.
Answer answer_of_allocation(Instance const&, std::vector<double> allocation);
/// Of users who hold [N] of one resource: tasks are what it suffices for, the share is of it, and
/// nothing else is divided. The level is the amount over the weight.
Answer answer_of_resource(Instance const&, std::size_t resource, std::span<double const> amounts);

}  // namespace fairslot::pool
