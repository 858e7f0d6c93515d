/// A maximum matching of a bipartite graph by augmenting paths: from the left, in the order of the
/// indices on both sides, depth first.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace fairslot::pool {

/// [left] whom each is matched with; `edge(l, r)` tells whether it may be.
template <class Edge>
std::vector<std::optional<std::size_t>> maximum_matching(std::size_t left, std::size_t right,
                                                         Edge const& edge) {
  /// Of a path: who looks for another, and how far it has looked.
  struct Look {
    std::size_t l, r;
  };
  std::vector<std::optional<std::size_t>> of_left(left), of_right(right);
  for (std::size_t first = 0; first < left; ++first) {
    std::vector<bool> seen(right, false);
    std::vector<Look> path{{first, 0}};
    while (!path.empty()) {
      auto& [l, r] = path.back();
      while (r < right && (seen[r] || !edge(l, r))) ++r;
      if (r == right) {
        path.pop_back();
        continue;
      }
      seen[r] = true;
      if (of_right[r]) {
        path.push_back({*of_right[r], 0});
        continue;
      }
      for (Look const& look : path) {
        of_left[look.l] = look.r;
        of_right[look.r] = look.l;
      }
      break;
    }
  }
  return of_left;
}

}  // namespace fairslot::pool
