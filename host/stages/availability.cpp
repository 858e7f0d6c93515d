#include "host/stages/availability.hpp"

#include <algorithm>

namespace fairslot::stages {

double predicted_end(Running const& one) {
  return one.view ? one.seen + (one.view->seconds - one.position) : for_ever;
}

void Availability::add_task(Running const& one) {
  subtract(pieces_.front().free, one.reserved);
  if (!one.view) return;
  double upto = 0;
  Amounts held = one.reserved;
  auto const& stages = one.view->stages;
  for (std::size_t s = 0; s < stages.size(); ++s) {
    upto += stages[s].seconds;
    if (upto <= one.position && s + 1 < stages.size()) continue;
    Amounts const next = s + 1 < stages.size() ? stages[s + 1].need : Amounts{};
    double const end =
        s + 1 < stages.size() ? one.seen + (upto - one.position) : predicted_end(one);
    if (end < for_ever) {
      order_.push_back({end, freed_.size()});
      freed_.push_back(difference(held, next));
    }
    held = next;
  }
}

void Availability::build(Server const& server, Amounts const& background) {
  base_ = difference(server.capacity(), background);
  order_.clear(), freed_.clear();
  pieces_.assign(1, {-for_ever, base_});
  for (Running const& one : server.running()) add_task(one);
  std::ranges::sort(order_, {}, &Change::at);  // sums are exact: equal ones in any order
  for (Change const& change : order_) {
    if (pieces_.back().from < change.at) pieces_.push_back({change.at, pieces_.back().free});
    add(pieces_.back().free, freed_[change.index]);
  }
}

std::size_t Availability::at(double now) const {
  auto const after = std::ranges::upper_bound(pieces_, now, {}, &Piece::from);
  return static_cast<std::size_t>(after - pieces_.begin()) - 1;
}

}  // namespace fairslot::stages
