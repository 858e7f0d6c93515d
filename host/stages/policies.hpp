/// What is measured of a server, and how it is scheduled for that: (14), (16) and Algorithm 3.
#pragma once

#include <cstdint>
#include <deque>

#include "host/stages/server.hpp"

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
  struct Sample {
    std::array<double, most_resources> used, predicted, idle;  ///< parts of the capacity
    Amounts background;
  };
  std::deque<Sample> samples_;     ///< of the window
  std::deque<double> conformity_;  ///< of the last windows
  bool was_idle_ = true;           ///< (14), of the window
  double conformity_now(Server const&, Settings const&) const;
  double idle_of_window(std::size_t r, Settings const&) const;
};

}  // namespace fairslot::stages
