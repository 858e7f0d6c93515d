/// What is measured of a server, and how it is scheduled for that: (14), (16) and Algorithm 3.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "host/stages/formulas.hpp"
#include "host/stages/server.hpp"
#include "host/statistics/integer.hpp"

namespace fairslot::stages {

enum class Policy { squeezing, fine, coarse, stopped };
inline constexpr std::array<std::string_view, 4> policy_names = {"squeezing", "fine", "coarse",
                                                                 "stopped"};

/// Algorithm 3's first question, of the mean conformity.
Policy policy_for(double conformity, Settings const&);

class Monitor {
 public:
  /// `predicted`: what the tasks are believed to use now.
  void sample(Server const&, Amounts const& predicted, Settings const&);
  /// Background as measured; before the first sample as it is.
  Amounts background(Server const&) const;
  /// Enough of everything has been idle, (14).
  bool has_idle(Server const&, Settings const&) const;
  /// The mean of the last windows' conformity, the larger of the resources.
  double mean_conformity() const;

  Policy policy = Policy::squeezing;

 private:
  // Of the window, the oldest first. Every sample goes through that of use, so it is no wider than
  // needed.
  std::vector<std::deque<UseSample>> use_;  ///< [resource] up to the last that the server has
  std::deque<Amounts> background_;
  std::array<statistics::Int128, most_resources> background_sum_ = {};
  std::deque<double> conformity_;  ///< of the last windows
  bool was_idle_ = true;           ///< (14), of the window
};

}  // namespace fairslot::stages
