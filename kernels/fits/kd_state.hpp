/// What the k-d index (kd_index.hpp) of a run is made of. Sizes in [] as in state.hpp.
#pragma once

#include <cstdint>

#include "kernels/problem.hpp"

namespace fairslot {

inline constexpr int kd_leaf = 64, kd_pools = 64;

/// A fork of the tree: child[coordinate >= at]; children >= 0 are forks, others ~leaf.
struct KdFork {
  float at;
  std::int32_t coordinate;
  std::int32_t child[2];
};

struct KdIndex {
  std::uint64_t const* members;       ///< [W] bits of the servers that it is about
  int slot, n;                        ///< the reference served
  std::int32_t least[max_resources];  ///< demand of any class served
  int shift[max_resources];           ///< makes residuals bytes
  std::int32_t leaf_capacity, leaf_limit, leaves, forks, groups, root;

  std::int32_t* place;  ///< [M] 64*leaf + i; the pool, for leaf 0 (not of the tree); or -1
  char* leaf;           ///< [leaf] Leaf<K>
  std::int32_t* size;   ///< [leaf]
  std::int32_t* seat;   ///< [leaf]
  KdFork* fork;

  std::int32_t* leaf_at;     ///< [group][16]
  std::uint8_t* wide;        ///< [group][16] the leaf's summary may be too wide
  std::int32_t* seated;      ///< [group] leaves
  std::uint8_t* group_wide;  ///< [group] one of its leaves is marked so
  char* leaf_boxes;          ///< [group] Boxes<K>: of its leaves
  char* group_boxes;         ///< [group/16] Boxes<K>: of groups
  float* bound;              ///< [group] of the query under way

  int pools;
  std::int32_t pooled;       ///< servers in all pools
  std::int32_t* pool_of;     ///< [Y] or -1
  std::uint64_t* pool;       ///< [pool][W] untouched servers
  std::int32_t* pool_first;  ///< [pool] no word before it has any
  std::int32_t* pool_size;   ///< [pool]
};

}  // namespace fairslot
