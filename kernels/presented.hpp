/// A problem as a run meets it: servers in the order of the option `order`, without the jobs that
/// `skip_unplaceable` leaves out. The engine knows of neither; results are in terms of the problem
/// as given again. Free of Kokkos.
#pragma once

#include <memory>
#include <string>

#include "kernels/policy_spec.hpp"
#include "kernels/problem.hpp"

namespace fairslot {

struct Presented {
  std::shared_ptr<Problem const> given;
  std::shared_ptr<Problem const> problem;  ///< the same one where nothing differs
  List<std::int32_t> kept;                 ///< entries of `given`, where some are left out
  List<std::int32_t> left_out;             ///< the others, ascending

  std::int32_t entry(std::int32_t presented) const {
    return kept.empty() ? presented : kept[presented];
  }
  /// -1: the pool
  std::int32_t server(std::int32_t presented) const {
    return presented < 0 || problem->listed.empty() ? presented : problem->listed[presented];
  }
  /// The other way round, [M]; empty: the same.
  List<std::int32_t> places() const;
};

Presented present(std::shared_ptr<Problem const> const& given, Policy const&);

/// Policies of one view of a problem may share what is made of it. "": as given.
std::string view_name(Policy const&);

}  // namespace fairslot
