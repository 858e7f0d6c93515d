#include "host/stages/availability.hpp"

#include <algorithm>

namespace fairslot::stages {

namespace {

/// Tells of each stage of the view that is not over, by its number, when it ends. Ends are added up
/// as the server and a match do: what is known exactly comes out the same to the bit.
template <class Told>
void tell_ends(Running const& one, Told const& told) {
  auto const& stages = one.view->stages;
  std::size_t s = 0;
  double upto = stages[0].seconds;
  while (upto <= one.position && s + 1 < stages.size()) upto += stages[++s].seconds;
  double end = one.seen + (upto - one.position);
  told(s, end);
  while (++s < stages.size()) told(s, end += stages[s].seconds);
}

}  // namespace

double predicted_end(Running const& one) {
  double last = for_ever;
  if (one.view) tell_ends(one, [&last](std::size_t, double end) { last = end; });
  return last;
}

void Availability::add_task(Running const& one) {
  subtract(pieces_.front().free, one.reserved);
  if (!one.view) return;
  Amounts held = one.reserved;
  auto const& stages = one.view->stages;
  tell_ends(one, [&](std::size_t s, double end) {
    Amounts const next = s + 1 < stages.size() ? stages[s + 1].need : Amounts{};
    order_.push_back({end, freed_.size()});
    freed_.push_back(difference(held, next));
    held = next;
  });
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
