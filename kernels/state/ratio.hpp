/// What the ratio index (ratio_index.hpp, ratio_order.hpp) is made of.
#pragma once

#include <cstdint>

namespace fairslot {

/// Servers of neighbouring ratios, in ascending order, with free places between them.
struct alignas(64) RatioLeaf {
  static constexpr int room = 64;
  /// So many members has a leaf that is made from scratch.
  static constexpr int filled = 60;
  std::int32_t base[room];   ///< residual of the resource that the ratio divides by
  std::int32_t other[room];  ///< residual of the other one
  double ratio[room];
  std::int32_t server[room];
};

/// Leaves in ascending order. Unused places fit nothing and are right of everything.
struct RatioOrder {
  std::int32_t capacity, size;           ///< leaves; a multiple of 16
  bool kinds_matter;                     ///< as ProblemView's
  double* lower_ratio;                   ///< [capacity]
  double* block_ratio;                   ///< [capacity/16, to a multiple of 16] of every 16th leaf
  std::int32_t* lower_server;            ///< [capacity]
  std::int32_t *most_base, *most_other;  ///< [capacity] no member has more
  std::int32_t* kinds;                   ///< [capacity] bits of all members' kinds, at least
  std::int32_t* leaf;                    ///< [capacity] all leaves; the first `size` in order
  RatioLeaf* leaves;                     ///< [capacity]
  std::uint64_t* members;                ///< [capacity] bits of a leaf's places in use
  std::int32_t* kind;                    ///< [capacity][RatioLeaf::room] where kinds matter
  std::int32_t* where;                   ///< [M] 64*leaf + place in it, -1: nowhere
  std::uint64_t* sort_key[2];            ///< [M] while all is made anew
  std::int32_t* sort_server[2];          ///< [M]
};

/// The index of ratio_index.hpp.
struct RatioIndex {
  std::int32_t reference_slot, base;  ///< which ratios; the resource that they divide by
  /// Each class asks for no less than one of these pairs: a server with room for none of them fits
  /// no class and is kept out. Unused ones fit nowhere.
  static constexpr int least_demands = 16;
  std::int32_t least_base[least_demands], least_other[least_demands];
  std::uint64_t const* candidates;  ///< [W] bits of the servers that it is about
  RatioOrder order;
};

}  // namespace fairslot
