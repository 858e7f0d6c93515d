/// What the ratio index (ratio_index.hpp, ratio_tree.hpp) is made of.
#pragma once

#include <cstdint>

namespace fairslot {

/// Servers of neighbouring ratios. Unused places hold residuals of -1.
struct alignas(64) RatioLeaf {
  static constexpr int room = 64;
  /// Splits leave at least so many members; leaves of fewer are merged.
  static constexpr int thin = 24;
  std::int32_t base[room];   ///< residual of the resource that the ratio divides by
  std::int32_t other[room];  ///< residual of the other one
  double ratio[room];
  std::int32_t server[room];
  std::int32_t size, group, slot;
};

/// Leaves in ascending order. Unused places fit nothing and are right of everything.
struct alignas(64) RatioGroup {
  static constexpr int fan = 16;
  static constexpr int thin = 6;
  double lower_ratio[fan];
  std::int32_t lower_server[fan], most_base[fan], most_other[fan], child[fan];
  std::int32_t size, place;
};

/// Groups in ascending order, as leaves in a group. L leaves, G groups (a multiple of 16) at most.
struct RatioTree {
  std::int32_t leaf_capacity, group_capacity, free_leaves, size;
  std::int32_t* where;      ///< [M] 64*leaf + place in it, -1: not in the tree
  RatioLeaf* leaves;        ///< [L]
  RatioGroup* groups;       ///< [G]
  std::int32_t* free_leaf;  ///< [L] the first `free_leaves` are not in use
  double* lower_ratio;      ///< [G]
  std::int32_t *lower_server, *most_base, *most_other;  ///< [G]
  std::int32_t* child;  ///< [G] all groups: the first `size` in order, then those not in use
};

/// The index of ratio_index.hpp.
struct RatioIndex {
  std::int32_t reference_slot, base;     ///< which ratios; the resource that they divide by
  std::int32_t least_base, least_other;  ///< a server with less fits no class and is kept out
  std::uint64_t const* members;          ///< [W] bits of the servers that it is about
  RatioTree tree;
};

}  // namespace fairslot
