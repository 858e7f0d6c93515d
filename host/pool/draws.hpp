/// Random numbers of one thing that is drawn, one after the other.
#pragma once

#include <cstdint>

#include "host/random.hpp"

namespace fairslot::pool {

class Draws {
 public:
  Draws(Random const& random, Draw what, std::uint32_t user, std::uint32_t job)
      : random_(random), what_(what), user_(user), job_(job) {}

  /// least .. most, each alike.
  std::int64_t from(std::int64_t least, std::int64_t most) {
    return least +
           static_cast<std::int64_t>(scaled(bits(), static_cast<std::uint64_t>(most - least + 1)));
  }
  bool happens(double chance) { return fairslot::happens(bits(), chance); }

 private:
  std::uint64_t bits() { return random_.bits(what_, user_, job_, drawn_++); }

  Random const& random_;
  Draw what_;
  std::uint32_t user_, job_, drawn_ = 0;
};

}  // namespace fairslot::pool
