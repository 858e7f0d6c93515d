#include "host/stages/matching.hpp"

#include <algorithm>

#include "host/stages/formulas.hpp"

namespace fairslot::stages {
namespace {

/// What may be taken of the first resource beyond what is free: (7) with the predicted demand of
/// the tasks there and of the new one as work.
Amount allowance(Future const& future, Piece const& piece, Amount need, Squeeze const& squeeze) {
  double const all = static_cast<double>(future.capacity[cpu]);
  double const present = static_cast<double>(future.base[cpu] - piece.free[cpu]) / all;
  double const with_new = present + static_cast<double>(need) / all;
  return amount_of(largest_compression(present, with_new, squeeze.penalty, squeeze.limit) *
                   to_number(future.capacity[cpu]));
}

bool fits_piece(Future const& future, Piece const& piece, Amounts const& need,
                Squeeze const& squeeze) {
  if (any_less(piece.free, need, memory)) return false;
  Amount const lacking = need[cpu] - piece.free[cpu];
  return lacking <= 0 ||
         (squeeze.limit > 0 && allowance(future, piece, need[cpu], squeeze) >= lacking);
}

/// A stage that begins then meets the piece until that is over.
Misfit misfit_at(Future const& future, std::size_t stage, double begin, std::size_t piece) {
  if (piece + 1 == future.pieces.size()) return {stage, piece, for_ever};
  double const end = future.pieces[piece + 1].from;
  constexpr double rounding = 1e-9;  // of sums of many stages, with much to spare
  return {stage, piece, std::max(future.now, future.now + (end - begin) - rounding * end)};
}

/// How time passes while the new task's stages lie over the pieces.
class Course {
 public:
  Course(Future const& future, std::span<Stage const> stages, double penalty)
      : future_(future), penalty_(penalty) {
    double begin = future.now;
    for (Stage const& stage : stages) begin = add(begin, begin + stage.seconds, stage.need[cpu]);
    new_end_ = begin;
    meets_squeezing_ =
        std::ranges::any_of(parts_, [](Part const& part) { return part.slowness > 1; });
    if (begin < for_ever) add(begin, for_ever, 0);
  }

  /// In a piece that the new task meets: later ones are what they were without it.
  bool meets_squeezing() const { return meets_squeezing_; }
  double new_end() const { return new_end_; }
  /// Time from now to this point of the server's own time.
  double time_to(double end) const {
    double time = 0;
    for (Part const& part : parts_) {
      if (part.from >= end) break;
      time += (std::min(part.to, end) - part.from) * part.slowness;
    }
    return time;
  }

 private:
  struct Part {
    double from, to, slowness;
  };

  double add(double begin, double end, Amount need) {
    while (begin < end) {
      while (piece_ + 1 < future_.pieces.size() && future_.pieces[piece_ + 1].from <= begin)
        ++piece_;
      bool const last = piece_ + 1 == future_.pieces.size();
      double const to = last ? end : std::min(end, future_.pieces[piece_ + 1].from);
      Amount const demand = future_.capacity[cpu] - future_.pieces[piece_].free[cpu] + need;
      parts_.push_back({begin, to, slowness(demand)});
      begin = to;
    }
    return end;
  }

  double slowness(Amount demand) const {
    if (demand <= future_.capacity[cpu]) return 1;
    double const r =
        compression(static_cast<double>(demand), static_cast<double>(future_.capacity[cpu]));
    return dilated(1, r, penalty_ * r);
  }

  Future const& future_;
  double penalty_, new_end_ = 0;
  std::size_t piece_ = 0;
  bool meets_squeezing_ = false;
  std::vector<Part> parts_;
};

}  // namespace

std::optional<Misfit> misfit_fine(Future const& future, std::span<Stage const> stages,
                                  Squeeze const& squeeze) {
  std::size_t n = 0;
  double end = future.now;
  for (std::size_t s = 0; s < stages.size(); ++s) {
    double const begin = end;
    end += stages[s].seconds;
    for (;; ++n) {
      if (!fits_piece(future, future.pieces[n], stages[s].need, squeeze))
        return misfit_at(future, s, begin, n);
      if (n + 1 == future.pieces.size() || future.pieces[n + 1].from > end) break;
      if (future.pieces[n + 1].from == end) {
        ++n;
        break;
      }
    }
  }
  return std::nullopt;
}

std::optional<Misfit> misfit_coarse(Future const& future, Amounts const& most, double seconds) {
  double const end = future.now + seconds;
  for (std::size_t n = 0; n < future.pieces.size(); ++n) {
    if (n > 0 && future.pieces[n].from >= end) break;
    if (any_less(future.pieces[n].free, most)) return misfit_at(future, 0, future.now, n);
  }
  return std::nullopt;
}

bool keeps_deadlines(Server const& server, Future const& future, std::span<Stage const> stages,
                     double time, double deadline, Instance const& instance, double penalty) {
  auto const deadline_of = [&](Running const& one) {
    return instance.tasks[static_cast<std::size_t>(one.task)].deadline;
  };
  bool const any = deadline < for_ever || std::ranges::any_of(server.running(), [&](auto& one) {
                     return deadline_of(one) < for_ever;
                   });
  if (!any) return true;
  Course const course(future, stages, penalty);
  if (!course.meets_squeezing()) return true;
  bool const can_be_kept = time + (course.new_end() - future.now) <= deadline;
  if (can_be_kept && time + course.time_to(course.new_end()) > deadline) return false;
  return std::ranges::all_of(server.running(), [&](Running const& one) {
    return deadline_of(one) == for_ever ||
           time + course.time_to(predicted_end(one)) <= deadline_of(one);
  });
}

}  // namespace fairslot::stages
