/// What a server has refused, and until when it would refuse it again. A task that starts there
/// leaves less to any other, and a stage that meets a piece with too little for it goes on meeting
/// that piece until the piece is over: until then nobody needs to ask. A server that has refused
/// all shapes that wait rests; shapes that begin to wait later are asked for by themselves.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "host/stages/instance.hpp"

namespace fairslot::stages {

/// A short table a server. A shape has one line of it, which another may take from it: then it is
/// asked again. Times are the server's own.
class Rests {
 public:
  static constexpr double not_known = -for_ever;

  /// For so many shapes from now on; nothing is remembered.
  void reset(std::size_t servers, std::size_t shapes) {
    shapes_ = shapes;
    lines_ = std::min(std::bit_ceil(shapes + 1), std::bit_floor(most_lines / (servers + 1) + 1));
    refused_.assign(servers * lines_, {});
    forgot_.assign(servers, 1);
    rests_.assign(servers, {});
    begun_.clear();
  }
  /// More may fit there than before.
  void forget(std::size_t server) {
    ++forgot_[server];
    rests_[server].until = not_known;
  }

  void refuse(std::size_t server, std::size_t shape, double until) {
    refused_[line(server, shape)] = {forgot_[server], static_cast<std::uint32_t>(shape), until};
  }
  /// Until then the server refuses the shape, or it is not known.
  double refused_until(std::size_t server, std::size_t shape) const {
    Refused const& own = refused_[line(server, shape)];
    return own.since == forgot_[server] && own.shape == shape ? own.until : not_known;
  }

  /// Until then the server refuses all that wait now.
  void rest(std::size_t server, double until) { rests_[server] = {until, begun_.size()}; }
  /// Nobody waited with this shape before.
  void begins_to_wait(std::size_t shape) { begun_.push_back(static_cast<std::uint32_t>(shape)); }
  /// Whether it still does; `until(shape)` says how long it refuses one that has begun to wait.
  template <class Until>
  bool is_at_rest(std::size_t server, double now, Until const& until) {
    Rest& own = rests_[server];
    if (now >= own.until || begun_.size() - own.seen > shapes_) return false;
    for (; own.seen < begun_.size(); ++own.seen) {
      own.until = std::min(own.until, until(begun_[own.seen]));
      if (now >= own.until) return false;
    }
    return true;
  }

 private:
  static constexpr std::size_t most_lines = std::size_t{1} << 22;
  struct Refused {
    std::uint32_t since = 0, shape = 0;
    double until = not_known;
  };
  struct Rest {
    double until = not_known;
    std::size_t seen = 0;  ///< of begun_
  };
  std::size_t line(std::size_t server, std::size_t shape) const {
    return server * lines_ + shape % lines_;
  }

  std::size_t shapes_ = 0, lines_ = 1;
  std::vector<Refused> refused_;       ///< [servers][lines]
  std::vector<std::uint32_t> forgot_;  ///< [servers] times
  std::vector<Rest> rests_;            ///< [servers]
  std::vector<std::uint32_t> begun_;   ///< shapes
};

}  // namespace fairslot::stages
