/// What the k-d index (kd_index.hpp) of a run is made of. Sizes in [] as in state.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/problem.hpp"

namespace fairslot {

inline constexpr int kd_leaf = 32, kd_stocks = 64;

/// Of kd_index::Item<K>: K + 2 numbers and K bytes.
constexpr std::size_t kd_item_bytes(int k) {
  return 4 * static_cast<std::size_t>(k + 2 + (k + 3) / 4);
}

/// A fork of the tree: child[coordinate >= at]; children >= 0 are forks, others ~leaf.
struct KdFork {
  float at;
  std::int32_t coordinate;
  std::int32_t child[2];
};

struct KdIndex {
  int slot, n;                        ///< the reference served
  std::int32_t least[max_resources];  ///< demand of any class served
  int shift[max_resources];           ///< makes residuals bytes
  bool exact_rooms;                   ///< bytes tell exactly where there is room
  std::int32_t leaf_capacity, leaf_limit, leaves, forks, groups, root;

  std::int32_t* place;  ///< [M] kd_leaf*leaf + i; below kd_stocks the stock; or -1
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
  char* item;                ///< [M] Item<K>: of the tree being made

  int stocks;
  std::int32_t stocked;       ///< servers in all stocks
  std::int32_t* stock_of;     ///< [Y] or -1
  std::uint64_t* stock;       ///< [stock][W] untouched servers
  std::int32_t* stock_first;  ///< [stock] no word before it has any
  std::int32_t* stock_size;   ///< [stock]
};

}  // namespace fairslot
