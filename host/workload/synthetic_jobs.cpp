#include "host/workload/synthetic_jobs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <unordered_map>

#include "host/distributions/distribution.hpp"
#include "host/scenario/describe.hpp"
#include "host/workload/arrivals.hpp"
#include "host/workload/offered_load.hpp"
#include "kernels/primitives/hash_of_integers.hpp"

namespace fairslot::workload {
namespace {

using distributions::Distribution;
using scenario::Scenario;
using PaddedDemand = std::array<std::int32_t, max_resources>;  // 0 beyond K

/// Numbers demands as they come.
class DemandNumbers {
 public:
  std::int32_t number(PaddedDemand const& demand) {
    auto const next = static_cast<std::int32_t>(numbers_.size());
    return numbers_.try_emplace(demand, next).first->second;
  }
  /// [D][K]
  std::vector<std::vector<std::int32_t>> demands(std::size_t resources) const {
    std::vector<std::vector<std::int32_t>> all(numbers_.size());
    for (auto const& [demand, number] : numbers_)
      all[static_cast<std::size_t>(number)].assign(
          demand.begin(), demand.begin() + static_cast<std::ptrdiff_t>(resources));
    return all;
  }

 private:
  std::unordered_map<PaddedDemand, std::int32_t, HashOfIntegers> numbers_;
};

/// Draws any job of a sample.
class JobSource {
 public:
  JobSource(Scenario::Workload const& w, Random const& random)
      : w_(w),
        random_(random),
        tasks_(w.tasks),
        duration_(w.duration),
        demands_(w.demands.begin(), w.demands.end()),
        arrivals_(w, random) {
    if (w.user_skew > 0 && w.users > 0) owners_.emplace(w.user_skew, w.users);
  }

  /// Without its demand.
  SyntheticJob job(std::uint32_t number) const {
    std::int64_t const seconds = duration_.draw(random_.bits(Draw::duration, 0, number));
    std::int64_t const submit = arrivals_.draw(random_.bits(Draw::submit, 0, number));
    std::int64_t const tasks = tasks_.draw(random_.bits(Draw::tasks, 0, number));
    return {owner(number), static_cast<std::int32_t>(submit), static_cast<std::int32_t>(tasks),
            static_cast<std::int32_t>(w_.slots_of(seconds)), 0};
  }

  PaddedDemand demand(std::uint32_t number) const {
    PaddedDemand demand{};
    std::uint64_t const first = random_.bits(Draw::demand, 0, number);
    bool const alike = happens(random_.bits(Draw::correlated, 0, number), std::abs(w_.correlation));
    for (std::uint32_t r = 0; r < demands_.size(); ++r) {
      std::uint64_t const shared = w_.correlation < 0 && r > 0 ? ~first : first;
      std::uint64_t const bits =
          alike || r == 0 ? shared : random_.bits(Draw::demand, 0, number, r);
      demand[r] = static_cast<std::int32_t>(demands_[r].draw(bits));
    }
    return demand;
  }

 private:
  std::int32_t owner(std::uint32_t number) const {
    if (w_.users == 0) return static_cast<std::int32_t>(number);
    std::uint64_t const bits = random_.bits(Draw::owner, 0, number);
    if (!owners_)
      return static_cast<std::int32_t>(scaled(bits, static_cast<std::uint64_t>(w_.users)));
    return static_cast<std::int32_t>(owners_->quantile(distributions::probability(bits))) - 1;
  }

  Scenario::Workload const& w_;
  Random const& random_;
  Distribution tasks_, duration_;
  std::vector<Distribution> demands_;
  Arrivals arrivals_;
  std::optional<distributions::Zipf> owners_;
};

}  // namespace

SyntheticJobs draw_synthetic_jobs(Scenario const& s, Random const& random, Check const& check) {
  Scenario::Workload const& w = s.workload;
  JobSource const source(w, random);
  OfferedLoad load(s);
  DemandNumbers numbers;
  SyntheticJobs drawn;
  std::size_t const resources = w.demands.size();
  auto const wanted = static_cast<std::uint32_t>(w.load > 0 ? scenario::most_jobs : w.jobs);
  for (std::uint32_t number = 0; number < wanted; ++number) {
    if (w.load > 0 && load.is_reached()) break;
    check();
    SyntheticJob job = source.job(number);
    PaddedDemand const demand = source.demand(number);
    job.demand = numbers.number(demand);
    load.add(job.tasks, job.duration, {demand.data(), resources});
    drawn.jobs.push_back(job);
  }
  if (w.load > 0 && !load.is_reached())
    w.written.refuse("workload.load",
                     fmt::format("{} takes more than {} jobs (allowed: a lower load, or jobs of "
                                 "more, longer or larger tasks)",
                                 w.load, scenario::most_jobs));
  drawn.demands = numbers.demands(resources);
  drawn.load = load.parts();
  return drawn;
}

double mean_synthetic_tasks(Scenario::Workload const& w) {
  return Distribution(w.tasks).mean([](std::int64_t tasks) { return static_cast<double>(tasks); });
}

std::int64_t expected_jobs(Scenario const& s) {
  Scenario::Workload const& w = s.workload;
  if (w.load == 0) return w.jobs;
  double const tasks = mean_synthetic_tasks(w);
  double const slots = Distribution(w.duration).mean([&](std::int64_t seconds) {
    return static_cast<double>(w.slots_of(seconds));
  });
  auto const amount = [](std::int64_t units) { return static_cast<double>(units); };
  auto const there = OfferedLoad(s).there();
  double jobs = std::numeric_limits<double>::infinity();
  for (std::size_t r = 0; r < there.size(); ++r)
    if (there[r] > 0)
      jobs = std::min(
          jobs, w.load * there[r] / (tasks * slots * Distribution(w.demands[r]).mean(amount)));
  return std::clamp<std::int64_t>(std::llround(std::min(jobs, double{scenario::most_jobs})), 1,
                                  scenario::most_jobs);
}

double most_synthetic_demands(Scenario::Workload const& w) {
  double different = 1;
  for (std::string const& text : w.demands)
    different *= static_cast<double>(Distribution(text).size());
  return different;
}

}  // namespace fairslot::workload
