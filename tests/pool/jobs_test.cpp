// matching_bagfilling.
#include <fmt/format.h>

#include <bit>
#include <numeric>

#include "gtest/gtest.h"
#include "host/pool/job_values.hpp"
#include "host/pool/matching.hpp"
#include "host/pool/solver.hpp"
#include "rapidcheck/gtest.h"
#include "tests/oracle/pool/twins.hpp"
#include "tests/pool/same_numbers.hpp"

namespace fairslot::pool {
namespace {

Instance draw_jobs(int most_users, int most_jobs) {
  Instance in;
  auto const users = *rc::gen::inRange<std::size_t>(1, static_cast<std::size_t>(most_users) + 1);
  auto const jobs = *rc::gen::inRange<std::size_t>(1, static_cast<std::size_t>(most_jobs) + 1);
  for (std::size_t j = 0; j < jobs; ++j) {
    std::int64_t const release = *rc::gen::inRange(1, 6), length = *rc::gen::inRange(1, 5);
    in.jobs.push_back(
        {release, release + length - 1, *rc::gen::inRange<std::int64_t>(1, length + 1)});
  }
  for (std::size_t at = 0; at < users * jobs; ++at) in.values.push_back(*rc::gen::inRange(0, 7));
  in.tasks.assign(users, unlimited);
  return in;
}

RC_GTEST_PROP(MatchingBagfilling, IsItsTwin, ()) {
  Instance const in = draw_jobs(3, 6);
  double const beta = *rc::gen::element(1.0 / 3, 0.5, 1.0, 0.0);
  auto const answer = Solver(fmt::format("matching_bagfilling:beta={}", beta)).solve(in);
  auto const twin = twins::matching_bagfilling(in, beta);
  RC_ASSERT(answer.bundles->exact);
  for (std::size_t i = 0; i < in.N(); ++i) {
    Bundle const& own = answer.bundles->of_users[i];
    RC_ASSERT(own.maximin_share == twin[i].maximin_share);
    RC_ASSERT(own.won == twin[i].won);
    RC_ASSERT(own.jobs == twin[i].jobs);
  }
}

RC_GTEST_PROP(MatchingBagfilling, GivesAThirdOfTheMaximinShare, ()) {
  Instance const in = draw_jobs(4, 9);
  auto const answer = Solver("matching_bagfilling").solve(in);
  for (Bundle const& own : answer.bundles->of_users)
    RC_ASSERT(own.won_value * 3 >= own.maximin_share);
}

/// Of more jobs than are tried out, what is estimated is no more than what there is.
RC_GTEST_PROP(JobValues, AreEstimatedFromBelow, ()) {
  Instance const in = draw_jobs(3, 12);
  JobValues const exact(in);
  std::vector<std::size_t> all(in.J());
  std::iota(all.begin(), all.end(), std::size_t{0});
  double const value = exact.value(0, all), share = exact.maximin_share(0);
  Instance padded = in;  // with jobs that are worth nothing
  std::size_t const more = JobValues::most_exact_jobs + 1 - in.J();
  padded.jobs.insert(padded.jobs.end(), more, {1, 1, 1});
  padded.values.clear();
  for (std::size_t i = 0; i < in.N(); ++i) {
    auto const own = in.values_of(i);
    padded.values.insert(padded.values.end(), own.begin(), own.end());
    padded.values.insert(padded.values.end(), more, 0.0);
  }
  JobValues const estimated(padded);
  RC_ASSERT(exact.exact());
  RC_ASSERT(!estimated.exact());
  RC_ASSERT(estimated.value(0, all) <= value);
  RC_ASSERT(estimated.maximin_share(0) <= share);
  RC_ASSERT(value == 0.0 || estimated.value(0, all) > 0.0);
}

/// No larger one: there is a set of both sides, as large as the matching, that touches every edge.
RC_GTEST_PROP(Matching, IsAMaximum, ()) {
  auto const left = *rc::gen::inRange<std::size_t>(1, 7),
             right = *rc::gen::inRange<std::size_t>(1, 7);
  auto const edges =
      *rc::gen::container<std::vector<bool>>(left * right, rc::gen::arbitrary<bool>());
  auto const edge = [&](std::size_t l, std::size_t r) { return edges[l * right + r]; };
  auto const matched = maximum_matching(left, right, edge);
  std::size_t size = 0;
  std::vector<bool> used(right, false);
  for (std::size_t l = 0; l < left; ++l) {
    if (!matched[l]) continue;
    RC_ASSERT(edge(l, *matched[l]));
    RC_ASSERT(!used[*matched[l]]);
    used[*matched[l]] = true;
    ++size;
  }
  std::size_t least_cover = left;
  for (std::size_t set = 0; set < std::size_t{1} << left; ++set) {
    std::size_t cover = static_cast<std::size_t>(std::popcount(set));
    for (std::size_t r = 0; r < right; ++r) {
      bool needed = false;
      for (std::size_t l = 0; l < left; ++l) needed = needed || (!(set >> l & 1) && edge(l, r));
      cover += needed;
    }
    least_cover = std::min(least_cover, cover);
  }
  RC_ASSERT(size == least_cover);
}

}  // namespace
}  // namespace fairslot::pool
