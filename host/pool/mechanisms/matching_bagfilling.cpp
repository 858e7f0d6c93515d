#include "host/pool/mechanisms/matching_bagfilling.hpp"

#include <algorithm>
#include <numeric>

#include "host/pool/job_values.hpp"
#include "host/pool/matching.hpp"

namespace fairslot::pool::mechanisms {
namespace {

using Indices = std::vector<std::size_t>;

/// What rounding adds to a sum of values.
constexpr double rounding = 1e-12;

class Dividing {
 public:
  Dividing(Instance const& in, double beta) : in_(in), values_(in), wanted_(in.N()) {
    Indices all(in.J());
    std::iota(all.begin(), all.end(), std::size_t{0});
    bundles_.exact = values_.exact();
    bundles_.of_users.resize(in.N());
    for (std::size_t i = 0; i < in.N(); ++i) {
      Bundle& own = bundles_.of_users[i];
      own.maximin_share = values_.maximin_share(i);
      own.full_value = values_.value(i, all);
      wanted_[i] = beta * own.maximin_share * (1 - rounding);
      users_.push_back(i);
    }
    jobs_ = std::move(all);
  }

  Bundles bundles() && {
    while (match()) {
    }
    while (fill_bag()) {
    }
    bundles_.left_over = jobs_;
    for (std::size_t const job : bundles_.left_over) hand_on(job);
    return std::move(bundles_);
  }

 private:
  void give(std::size_t user, Indices won, Bundle::From from) {
    Bundle& own = bundles_.of_users[user];
    own.from = from;
    own.value = own.won_value = values_.value(user, won);
    own.jobs = own.won = std::move(won);
    std::erase(users_, user);
    std::erase_if(jobs_,
                  [&own](std::size_t job) { return std::ranges::binary_search(own.won, job); });
  }
  /// Each of them one job that is enough for it. False: there is none.
  bool match() {
    Indices const users = users_, jobs = jobs_;
    auto const matched =
        maximum_matching(users.size(), jobs.size(), [&](std::size_t u, std::size_t j) {
          return in_.values_of(users[u])[jobs[j]] >= wanted_[users[u]];
        });
    bool any = false;
    for (std::size_t u = 0; u < users.size(); ++u) {
      if (!matched[u]) continue;
      give(users[u], {jobs[*matched[u]]}, Bundle::From::matching);
      any = true;
    }
    return any;
  }
  /// The next jobs until they are enough for somebody. False: they are not, or nobody is left.
  bool fill_bag() {
    for (std::size_t size = 1; size <= jobs_.size(); ++size) {
      Indices const bag(jobs_.begin(), jobs_.begin() + static_cast<std::ptrdiff_t>(size));
      for (std::size_t const user : users_)
        if (values_.value(user, bag) >= wanted_[user]) {
          give(user, bag, Bundle::From::bag);
          return true;
        }
    }
    return false;
  }
  /// To the first to whom it adds something.
  void hand_on(std::size_t job) {
    for (std::size_t i = 0; i < in_.N(); ++i) {
      Bundle& own = bundles_.of_users[i];
      Indices with = own.jobs;
      with.insert(std::ranges::lower_bound(with, job), job);
      double const value = values_.value(i, with);
      if (value <= own.value) continue;
      own.value = value;
      own.jobs = std::move(with);
      return;
    }
  }

  Instance const& in_;
  JobValues values_;
  std::vector<double> wanted_;  // [N]
  Indices users_, jobs_;        // those left, ascending
  Bundles bundles_;
};

}  // namespace

Answer MatchingBagfilling::solve(Instance const& in, Steps) const {
  Answer answer;
  answer.bundles = Dividing(in, beta).bundles();
  for (Bundle const& own : answer.bundles->of_users) {
    answer.tasks.push_back(static_cast<double>(own.jobs.size()));
    answer.share.push_back(own.full_value > 0 ? own.value / own.full_value : 0.0);
    answer.level.push_back(own.maximin_share > 0 ? own.value / own.maximin_share : 1.0);
  }
  answer.allocation.assign(in.N() * in.K(), 0.0);
  answer.used.assign(in.K(), 0.0);
  answer.saturated.assign(in.K(), 0);
  return answer;
}

}  // namespace fairslot::pool::mechanisms
