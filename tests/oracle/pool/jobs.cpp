// matching_bagfilling.
#include <algorithm>
#include <functional>
#include <numeric>

#include "tests/oracle/pool/twins.hpp"

namespace fairslot::pool::twins {
namespace {

using Jobs = std::vector<std::size_t>;

/// Of the orders that begin with what ends in slot `end`.
double best_order(Instance const& in, std::size_t user, Jobs const& jobs, std::int64_t end) {
  double best = 0;
  for (std::size_t const job : jobs) {
    auto const& [release, deadline, processing] = in.jobs[job];
    std::int64_t const own = std::max(end + 1, release) + processing - 1;
    if (own > deadline) continue;
    Jobs others = jobs;
    std::erase(others, job);
    best = std::max(best, in.values_of(user)[job] + best_order(in, user, others, own));
  }
  return best;
}

double value(Instance const& in, std::size_t user, Jobs const& jobs) {
  return best_order(in, user, jobs, 0);
}

double maximin_share(Instance const& in, std::size_t user) {
  std::vector<Jobs> parts(in.N());
  std::function<double(std::size_t)> const best = [&](std::size_t job) {
    double most = job == in.J() ? unlimited : 0;
    for (std::size_t p = 0; p < parts.size(); ++p) {
      if (job == in.J()) {
        most = std::min(most, value(in, user, parts[p]));
        continue;
      }
      parts[p].push_back(job);
      most = std::max(most, best(job + 1));
      parts[p].pop_back();
    }
    return most;
  };
  return best(0);
}

struct Dividing {
  Instance const& in;
  double beta;
  std::vector<Won> all;
  Jobs users, jobs;

  bool enough(std::size_t user, Jobs const& own) const {
    return value(in, user, own) >= beta * all[user].maximin_share - 1e-9;
  }
  void give(std::size_t user, Jobs const& own) {
    all[user].won = all[user].jobs = own;
    std::erase(users, user);
    for (std::size_t const job : own) std::erase(jobs, job);
  }
  bool match() {
    std::vector<std::size_t> owner(in.J(), in.N());
    for (std::size_t const first : users) {
      std::vector<bool> seen(in.J(), false);
      std::function<bool(std::size_t)> const find = [&](std::size_t user) {
        for (std::size_t const job : jobs) {
          if (seen[job] || !enough(user, {job})) continue;
          seen[job] = true;
          if (owner[job] != in.N() && !find(owner[job])) continue;
          owner[job] = user;
          return true;
        }
        return false;
      };
      find(first);
    }
    bool any = false;
    for (std::size_t job = 0; job < in.J(); ++job)
      if (owner[job] != in.N()) {
        give(owner[job], {job});
        any = true;
      }
    return any;
  }
  bool fill() {
    Jobs bag;
    for (std::size_t const job : jobs) {
      bag.push_back(job);
      for (std::size_t const user : users)
        if (enough(user, bag)) {
          give(user, bag);
          return true;
        }
    }
    return false;
  }
  void hand_on(std::size_t job) {
    for (std::size_t i = 0; i < in.N(); ++i) {
      Jobs with = all[i].jobs;
      with.push_back(job);
      std::ranges::sort(with);
      if (value(in, i, with) <= value(in, i, all[i].jobs)) continue;
      all[i].jobs = with;
      return;
    }
  }
};

}  // namespace

std::vector<Won> matching_bagfilling(Instance const& in, double beta) {
  Dividing now{in, beta, {}, Jobs(in.N()), Jobs(in.J())};
  std::iota(now.users.begin(), now.users.end(), std::size_t{0});
  std::iota(now.jobs.begin(), now.jobs.end(), std::size_t{0});
  for (std::size_t i = 0; i < in.N(); ++i) now.all.push_back({maximin_share(in, i), {}, {}});
  while (now.match()) {
  }
  while (now.fill()) {
  }
  for (std::size_t const job : now.jobs) now.hand_on(job);
  return now.all;
}

}  // namespace fairslot::pool::twins
