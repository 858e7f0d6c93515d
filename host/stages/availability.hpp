/// What a server will have free, as the scheduler believes: piecewise constant over its own time,
/// which is the server's clock where everything is known, else the time.
#pragma once

#include <cstddef>
#include <vector>

#include "host/stages/server.hpp"

namespace fairslot::stages {

/// From `from` to the next piece; the last one is for ever. Of what is squeezed free may be below
/// 0.
struct Piece {
  double from = 0;
  Amounts free = {};
};

class Availability {
 public:
  /// Of the tasks that run there and a background that stays as measured.
  void build(Server const& server, Amounts const& background);
  std::vector<Piece> const& pieces() const { return pieces_; }
  /// The piece in which `now` lies.
  std::size_t at(double now) const;
  /// What tasks are believed to use at that piece.
  Amounts predicted(std::size_t piece) const { return difference(base_, pieces_[piece].free); }
  Amounts const& base() const { return base_; }  ///< without tasks

 private:
  struct Change {
    double at;
    std::size_t index;  ///< in freed_
  };
  void add_task(Running const& one);

  Amounts base_ = {};
  std::vector<Change> order_;  ///< by time
  std::vector<Amounts> freed_;
  std::vector<Piece> pieces_;
};

/// When the view of a running task ends, in the server's own time.
double predicted_end(Running const& one);

}  // namespace fairslot::stages
