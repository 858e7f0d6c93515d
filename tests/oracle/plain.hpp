/// The plain simulator that the engine is measured against: the loop that a competent programmer
/// writes for speed without algorithmic ideas. Per pick a linear scan for the lowest share and a
/// linear scan for the best server; shares cached per user; releases from a calendar of vectors;
/// shadow clusters per server type. Same semantics as the oracle, fewer outputs.
#pragma once

#include <cstdint>

#include "kernels/simulation.hpp"

namespace fairslot {

struct PlainResult {
  std::int64_t picks = 0;
  std::uint64_t hash = 0;  ///< chain() over all picks in order
  std::int64_t slots = 0;  ///< T, or the slot of the last release
};

/// One link of the chain over picks.
constexpr std::uint64_t chain(std::uint64_t hash, std::int64_t slot, int user, int server) {
  hash = (hash ^ static_cast<std::uint64_t>(slot)) * 0x9e3779b97f4a7c15u;
  hash = (hash ^ static_cast<std::uint64_t>(user)) * 0xbf58476d1ce4e5b9u;
  hash = (hash ^ static_cast<std::uint64_t>(server + 1)) * 0x94d049bb133111ebu;
  return hash ^ (hash >> 31);
}

/// tvtsf with denominators = backlogged, tsf, cdrf, drfh (with permitted = apply) and fifo.
/// Throws std::invalid_argument for others. Overflows are not looked for.
PlainResult plain(Problem const& problem, Policy const& policy);

}  // namespace fairslot
