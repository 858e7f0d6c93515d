#include "host/stages/shape_index.hpp"

#include <bit>
#include <numeric>

namespace fairslot::stages {

ShapeIndex::ShapeIndex(std::vector<Amounts> const& needs)
    : shapes_(needs.size()), place_(needs.size()), leaves_(std::bit_ceil(needs.size())) {
  std::iota(shapes_.begin(), shapes_.end(), 0);
  std::stable_sort(shapes_.begin(), shapes_.end(),
                   [&](std::size_t a, std::size_t b) { return needs[a][cpu] < needs[b][cpu]; });
  for (std::size_t at = 0; at < shapes_.size(); ++at) {
    place_[shapes_[at]] = at;
    cpu_.push_back(needs[shapes_[at]][cpu]), memory_.push_back(needs[shapes_[at]][memory]);
  }
  least_.assign(2 * leaves_, nobody);
}

void ShapeIndex::set_waiting(std::size_t shape, bool waits) {
  std::size_t node = leaves_ + place_[shape];
  least_[node] = waits ? memory_[place_[shape]] : nobody;
  while ((node /= 2) > 0) least_[node] = std::min(least_[2 * node], least_[2 * node + 1]);
  least_cpu_ = first_cpu();
}

Amount ShapeIndex::first_cpu() const {
  if (least_[1] == nobody) return nobody;
  std::size_t node = 1;
  while (node < leaves_) node = 2 * node + (least_[2 * node] == nobody);
  return cpu_[node - leaves_];
}

}  // namespace fairslot::stages
