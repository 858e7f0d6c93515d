#pragma once

#include "host/pool/mechanism.hpp"
#include "host/pool/nash.hpp"

namespace fairslot::pool::mechanisms {

/// Of a Nash product the level is what a user spends of its part of all weights.
inline Answer answer_of_nash(Instance const& in) {
  NashPoint point = nash(in);
  Answer answer = answer_of_tasks(in, std::move(point.tasks));
  answer.level = std::move(point.spent);
  return answer;
}

/// Competitive equilibrium from equal incomes: for users of divisible tasks the largest Nash
/// product, max Σ w_i log x_i.
struct Ceei {
  static constexpr std::string_view name = "ceei",
                                    summary =
                                        "the largest weighted product of tasks: what a "
                                        "market with equal incomes gives",
                                    source = "Varian 1974; Ghodsi et al. 2011",
                                    claims = "SI, PO, EF, bottleneck fairness";
  static constexpr Takes takes = {};
  Answer solve(Instance const& in, Steps) const { return answer_of_nash(in); }
};

/// No justified complaints: who has less than its limit holds its part of all weights of a resource
/// of which nothing is left. Many allocations are such; this is the one of `ceei`.
struct Bottleneck {
  static constexpr std::string_view name = "bottleneck",
                                    summary =
                                        "no justified complaints: whoever wants more has its "
                                        "part of a resource that is used up",
                                    source = "Dolev et al. 2012",
                                    claims = "SI, PO, no justified complaints";
  static constexpr Takes takes = {};
  Answer solve(Instance const& in, Steps) const { return answer_of_nash(in); }
};

}  // namespace fairslot::pool::mechanisms
