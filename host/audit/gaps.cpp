#include "host/audit/gaps.hpp"

#include <algorithm>
#include <tuple>

namespace fairslot::audit {
namespace {

bool comes_before(Witness const& a, Witness const& b) {
  return std::tuple(-a.gap.gap, a.slot, a.user, a.other) <
         std::tuple(-b.gap.gap, b.slot, b.user, b.other);
}

}  // namespace

void Gaps::offer(Witness const& witness) {
  auto& all = found_.witnesses;
  if (all.size() == most_witnesses && !comes_before(witness, all.back())) return;
  all.insert(std::ranges::upper_bound(all, witness, comes_before), witness);
  if (all.size() > most_witnesses) all.pop_back();
}

/// Before this slot.
void Gaps::end(std::int64_t slot, int user, int other, Standing const& standing) {
  std::int64_t const slots = slot - standing.since;
  if (standing.gap.gap <= 0.0 || slots <= 0) return;
  found_.violations += slots;
  auto const most = std::min<std::int64_t>(slots, most_witnesses);
  for (std::int64_t i = 0; i < most; ++i) offer({standing.since + i, user, other, standing.gap});
}

void Gaps::set(std::int64_t slot, int user, int other, Gap const& gap) {
  Row& row = rows_[user];
  if (row.by_other.empty() && gap.gap <= 0.0) return;
  if (row.by_other.empty()) with_gaps_.push_back(user);
  if (std::ssize(row.by_other) < other + 2)
    row.by_other.resize(static_cast<std::size_t>(std::max(other + 2, other < 0 ? 1 : 2 * other)));
  Standing& standing = row.by_other[other + 1];
  if (gap.gap <= 0.0 && standing.gap.gap <= 0.0) return;
  if (standing.gap.gap == gap.gap && standing.gap.left == gap.left &&
      standing.gap.right == gap.right && standing.gap.server == gap.server)
    return;
  end(slot, user, other, standing);
  row.is_stale |= gap.gap < standing.gap.gap && standing.gap.gap == row.most;
  row.most = std::max(row.most, gap.gap);
  standing = {gap, slot};
}

void Gaps::clear(std::int64_t slot, int user) {
  Row& row = rows_[user];
  if (row.by_other.empty()) return;
  for (int i = 0; i < std::ssize(row.by_other); ++i) end(slot, user, i - 1, row.by_other[i]);
  row = {};
}

double Gaps::most_of(Row& row) {
  if (!row.is_stale) return row.most;
  row.most = 0.0, row.is_stale = false;
  for (Standing const& standing : row.by_other) row.most = std::max(row.most, standing.gap.gap);
  return row.most;
}

void Gaps::close_slot(std::int64_t slot) {
  double largest = 0.0;
  std::erase_if(with_gaps_, [&](std::int32_t user) { return rows_[user].by_other.empty(); });
  for (std::int32_t const user : with_gaps_) largest = std::max(largest, most_of(rows_[user]));
  if (largest == largest_) return;
  found_.series.emplace_back(slot, largest_ = largest);
  found_.max_gap = std::max(found_.max_gap, largest);
  if (largest > 0.0 && !found_.first_slot) found_.first_slot = slot;
}

Finding Gaps::finish(std::string_view audit, std::int64_t last_slot) {
  found_.final_gap = largest_;
  for (int user = 0; user < std::ssize(rows_); ++user) clear(last_slot + 1, user);
  found_.audit = audit;
  return std::move(found_);
}

}  // namespace fairslot::audit
