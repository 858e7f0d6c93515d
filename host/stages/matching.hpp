/// Whether a server's future has room for a task: Algorithm 2, the coarse rule, and deadlines.
#pragma once

#include <optional>
#include <span>

#include "host/stages/availability.hpp"

namespace fairslot::stages {

/// What matching may look at of a server.
struct Future {
  std::span<Piece const> pieces;  ///< the first one lies around `now`
  double now = 0;                 ///< of the server's own time
  Amounts capacity = {}, base = {};

  /// The end of the first piece.
  double until() const { return pieces.size() > 1 ? pieces[1].from : for_ever; }
};

/// How far a server may squeeze.
struct Squeeze {
  double limit = 0;    ///< 0: not at all
  double penalty = 0;  ///< at that limit
};

/// A stage that meets a piece with too little for it.
struct Misfit {
  std::size_t stage = 0, piece = 0;
  /// While the pieces stay and `now` is not beyond, there is one; a little early, for rounding.
  double until = for_ever;
};

/// Algorithm 2: the first misfit of each stage against each piece that it meets; nullopt: there is
/// room.
std::optional<Misfit> misfit_fine(Future const&, std::span<Stage const> stages, Squeeze const&);
/// The same of the most of all stages, as one that is not squeezed.
std::optional<Misfit> misfit_coarse(Future const&, Amounts const& most, double seconds);

/// checkQoS, (15): where the task would meet a piece in which the server squeezes, each task there
/// that has a deadline, and this one, still keeps it. Pieces after the task's end do not count, nor
/// its own deadline where that is lost even at full speed: it would wait for ever.
bool keeps_deadlines(Server const&, Future const&, std::span<Stage const> stages, double time,
                     double deadline, Instance const&, double penalty);

}  // namespace fairslot::stages
