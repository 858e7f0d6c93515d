/// What the indices over the servers are made of: pointers and counts. See ratio_tree.hpp,
/// ratio_index.hpp, kd_boxes.hpp and kd_index.hpp.
#pragma once

#include <cstdint>

#include "kernels/problem.hpp"

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
  RatioTree tree;
};

/// Summaries of sets of servers, side by side.
struct KdBoxes {
  float* low;          ///< [K-1][stride] ratios of the resources but the reference, ascending
  float* high;         ///< [K-1][stride]
  std::uint8_t* most;  ///< [K][stride] residuals >> shift
  std::int32_t stride;
};

/// A fork of the tree: child[coordinate >= at]; children >= 0 are forks, others ~leaf.
struct KdFork {
  double at;
  std::int32_t coordinate;
  std::int32_t child[2];
};

/// Leaves hold their servers in [leaf][K][64] arrays. Leaf 0 is not in the tree: it holds a server
/// of each pool, one for all of them.
struct KdIndex {
  int slot, n;                        ///< the reference served
  std::int32_t least[max_resources];  ///< demand of any class served
  int shift[max_resources];           ///< makes residuals bytes
  std::int32_t leaf_capacity, leaves, leaf_limit, forks, groups;
  std::int32_t root;

  std::int32_t* place;     ///< [M] 64*leaf + i, or -1
  std::int32_t* server;    ///< [leaf][64]
  std::int32_t* residual;  ///< [leaf][K][64]
  double* ratio;           ///< [leaf][K-1][64]
  std::int32_t* size;      ///< [leaf]
  std::int32_t* seat;      ///< [leaf]
  KdFork* fork;

  std::int32_t* leaf_at;     ///< [group][16]
  std::int32_t* seated;      ///< [group] leaves
  std::uint8_t* wide;        ///< [group][16] the leaf's summary may be too wide
  std::uint8_t* group_wide;  ///< [group]
  KdBoxes leaf_boxes, group_boxes;
  float* bound;  ///< [group] of the query under way

  int pools;
  std::int32_t* pool_of;     ///< [Y] or -1
  std::uint64_t* pool;       ///< [pool][W] untouched servers
  std::int32_t* pool_first;  ///< [pool] no word before it has any
  std::int32_t* pool_size;   ///< [pool]
};

}  // namespace fairslot
