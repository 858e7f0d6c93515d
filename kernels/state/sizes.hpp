/// What decides how large the arrays of a run are.
#pragma once

#include <cstddef>

#include "kernels/primitives/arena.hpp"
#include "kernels/problem_view.hpp"
#include "kernels/traits.hpp"

namespace fairslot {

struct Sizes {
  ProblemView const& problem;
  std::size_t resources;  ///< K
  Traits traits;
  FitTraits fit;
  bool lists_released;  ///< see Released
  bool settles, has_ties;

  std::size_t servers() const { return static_cast<std::size_t>(problem.server_stride); }
  std::size_t users() const { return static_cast<std::size_t>(problem.users); }
  std::size_t user_words() const { return (users() + 63) / 64; }
  /// Rows of ratios that are kept of a server.
  std::size_t ratios() const {
    return fit.reads_ratios ? static_cast<std::size_t>(problem.references) * resources : 0;
  }
};

}  // namespace fairslot
