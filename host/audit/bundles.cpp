#include "host/audit/bundles.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <tuple>

#include "host/audit/worth.hpp"

namespace fairslot::audit {
namespace {

std::int64_t sum_of(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  if (__builtin_add_overflow(a, b, &sum))
    throw std::runtime_error("an audit's sum of what users have started passed 2^63-1");
  return sum;
}

std::int64_t product_of(std::int64_t a, std::int64_t b) {
  std::int64_t product = 0;
  if (__builtin_mul_overflow(a, b, &product))
    throw std::runtime_error("an audit's sum of what users have started passed 2^63-1");
  return product;
}

}  // namespace

void BundleAudit::set_up(Playback const& playback) {
  Problem const& p = playback.problem();
  weight_.resize(p.weight.size());
  to_come_.resize(p.weight.size()), done_.resize(p.weight.size()), starts_.resize(p.weight.size());
  envied_.resize(p.weight.size()), bundles_.resize(p.weight.size());
  for (int u = 0; u < p.users(); ++u)
    for (int e = p.job_begin[u]; e < p.job_begin[u + 1]; ++e)
      if (!p.comes_too_late(u, e)) to_come_[u] += p.tasks[e];
  weigh(playback);
}

void BundleAudit::weigh(Playback const& playback) {
  for (int u = 0; u < std::ssize(weight_); ++u) weight_[u] = judged_weight(playback, u);
}

/// Who has come in this slot watches from now on, and what others have done so far is not compared
/// with what it does.
void BundleAudit::welcome(Playback const& playback) {
  for (std::int32_t const user : playback.newcomers()) {
    for (std::int32_t const other : watching_) bundles_[other][user].own = done_[other];
    bundles_[user].resize(bundles_.size());
    watching_.push_back(user);
  }
}

/// Whoever has started all but one of its tasks envies nobody any more, unless tasks may be lost.
void BundleAudit::dismiss(Playback const& playback, Gaps& gaps) {
  if (playback.problem().some_change(Change::What::server_down)) return;
  std::erase_if(watching_, [&](std::int32_t user) {
    if (playback.started(user) < to_come_[user] - 1) return false;
    gaps.clear(playback.slot(), user);
    bundles_[user] = {};
    return true;
  });
}

/// The slot's starts by user and place.
void BundleAudit::gather(Playback const& playback) {
  Problem const& p = playback.problem();
  batches_.clear(), entries_.clear();
  picks_.assign(playback.picks().begin(), playback.picks().end());
  std::ranges::sort(
      picks_, {}, [](Pick const& pick) { return std::tuple(pick.user, pick.server, pick.entry); });
  for (Pick const& pick : picks_) {
    if (batches_.empty() || batches_.back().user != pick.user ||
        batches_.back().place != pick.server)
      batches_.push_back({pick.user, pick.server, entries_.size(), {}});
    Batch& batch = batches_.back();
    std::int64_t const times = timed_ ? p.duration[pick.entry] : 1;
    for (int r = 0; r < p.resources; ++r)
      batch.amounts[r] =
          sum_of(batch.amounts[r], product_of(times, p.demand_of(p.demand[pick.entry])[r]));
    if (entries_.size() == batch.first_entry || entries_.back() != pick.entry)
      entries_.push_back(pick.entry);
    done_[pick.user] = sum_of(done_[pick.user], times);
    starts_[pick.user] = 1;
  }
}

std::size_t BundleAudit::view_of(Playback const& playback, int user) {
  Problem const& p = playback.problem();
  int const entry = playback.head(user);
  if (entry < 0) return std::numeric_limits<std::size_t>::max();
  auto const alike = [&](View const& view) {
    return view.demand == p.demand[entry] && view.placement == p.placement[entry];
  };
  auto const at = std::ranges::find_if(views_, alike);
  if (at == views_.end()) views_.push_back({p.demand[entry], p.placement[entry], entry});
  return static_cast<std::size_t>(std::ranges::find_if(views_, alike) - views_.begin());
}

/// One user's batches, by each view.
void BundleAudit::see_of(Playback const& playback, std::size_t first, std::size_t last) {
  Problem const& p = playback.problem();
  for (View& view : views_) {
    view.value = view.most = 0;
    std::int32_t const* const demand = p.demand_of(view.demand);
    for (std::size_t b = first; b < last; ++b) {
      Batch const& batch = batches_[b];
      if (!playback.permits(view.entry, std::max(batch.place, 0))) continue;
      std::int64_t const tasks = tasks_in(batch.amounts, demand, p.resources);
      view.value = sum_of(view.value, tasks);
      if (!takes_of_other_) continue;
      std::size_t const end =
          b + 1 < batches_.size() ? batches_[b + 1].first_entry : entries_.size();
      for (std::size_t i = batch.first_entry; i < end; ++i) {
        std::int32_t const entry = entries_[i];
        Amounts rest = batch.amounts;
        std::int64_t const times = timed_ ? p.duration[entry] : 1;
        for (int r = 0; r < p.resources; ++r) rest[r] -= times * p.demand_of(p.demand[entry])[r];
        view.most = std::max(view.most, tasks - tasks_in(rest, demand, p.resources));
      }
    }
  }
}

void BundleAudit::see(Playback const& playback) {
  views_.clear(), view_of_watching_.clear(), starters_.clear();
  for (std::int32_t const user : watching_) view_of_watching_.push_back(view_of(playback, user));
  for (std::size_t first = 0, last = 0; first < batches_.size(); first = last) {
    std::int32_t const other = batches_[first].user;
    while (last < batches_.size() && batches_[last].user == other) ++last;
    starters_.push_back(other);
    see_of(playback, first, last);
    for (std::size_t i = 0; i < watching_.size(); ++i) {
      if (view_of_watching_[i] >= views_.size() || watching_[i] == other) continue;
      View const& view = views_[view_of_watching_[i]];
      Bundle& bundle = bundles_[watching_[i]][other];
      bundle.value = sum_of(bundle.value, view.value);
      bundle.most = std::max(bundle.most, view.most);
    }
  }
}

void BundleAudit::compare(Playback const& playback, Gaps& gaps, int user, int other) const {
  Bundle const& bundle = bundles_[user][other];
  if (bundle.value == 0) return;
  std::int64_t const length =
      timed_ ? playback.problem().duration[playback.head(user)] : std::int64_t{1};
  double const left =
      static_cast<double>(bundle.value - taken_away(bundle, length)) / weight_[other];
  double const right = static_cast<double>(done_[user] - bundle.own) / weight_[user];
  gaps.set_sides(playback.slot(), user, other, left, right);
}

void BundleAudit::compare(Playback const& playback, Gaps& gaps) {
  int const users = playback.problem().users();
  for (std::int32_t const user : watching_) {
    bool const envies = playback.started(user) < playback.submitted(user) - 1;
    bool const all = starts_[user] || !envied_[user] || playback.weights_changed() || timed_;
    envied_[user] = envies;
    if (!envies) {
      gaps.clear(playback.slot(), user);
    } else if (all) {
      for (int other = 0; other < users; ++other)
        if (other != user) compare(playback, gaps, user, other);
    } else {
      for (std::int32_t const other : starters_)
        if (other != user) compare(playback, gaps, user, other);
    }
  }
}

void BundleAudit::watch(Playback const& playback, Gaps& gaps) {
  if (bundles_.empty()) set_up(playback);
  if (playback.weights_changed()) weigh(playback);
  welcome(playback);
  gather(playback);
  see(playback);
  dismiss(playback, gaps);
  compare(playback, gaps);
  for (Batch const& batch : batches_) starts_[batch.user] = 0;
}

}  // namespace fairslot::audit
