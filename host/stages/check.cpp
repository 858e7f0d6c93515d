#include "host/stages/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <span>

#include "host/number_of.hpp"
#include "host/stages/groups.hpp"

namespace fairslot::stages {
namespace {

struct Checker {
  Scenario const& s;
  scenario::Value const& root;

  [[noreturn]] void refuse(std::string const& key, std::string const& problem) const {
    fail(scenario::place_of(root, key), key, problem);
  }

  void length(std::string const& key, std::size_t have, std::size_t want,
              std::string_view each) const {
    if (have == want) return;
    std::string const top = key.substr(0, key.find('.'));
    if (!std::get<scenario::Table>(root.data).find(top))
      refuse(
          "resources",
          fmt::format("{}, for which {} has no default (allowed: with {} written out)",
                      fairslot::number_of(s.resources.size(), "resource", "resources"), top, top));
    refuse(key, fmt::format("{} (allowed: {}, {})", fairslot::number_of(have, "number", "numbers"),
                            want, each));
  }
  void amounts(std::string const& key, std::vector<double> const& own, bool may_be_absent) const {
    if (own.empty() && may_be_absent) return;
    length(key, own.size(), s.resources.size(), "one a resource");
  }
  void stages(std::string const& key, StageRows const& rows, bool service) const {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      std::string const own = fmt::format("{}.{}", key, i);
      length(own, rows[i].size(), s.resources.size() + 1, "one a resource and seconds");
      if (rows[i].back() == for_ever && !(service && i + 1 == rows.size()))
        refuse(own, "inf is not allowed (allowed: the last stage of a service)");
    }
  }
  void sum_is_1(std::string const& key, std::vector<double> const& shares) const {
    double sum = 0;
    for (double const share : shares) sum += share;
    if (sum < 1 - 1e-9 || sum > 1 + 1e-9)
      refuse(key, fmt::format("sum to {:.12g} (allowed: 1)", sum));
  }

  void resources() const {
    if (s.resources.size() < 2 || s.resources.size() > most_resources)
      refuse("resources",
             fmt::format("{} (allowed: 2 .. {})",
                         fairslot::number_of(s.resources.size(), "resource", "resources"),
                         most_resources));
    if (s.resources.front() != "cpu")
      refuse("resources", fmt::format("begin with {} (allowed: cpu first, which can be squeezed)",
                                      shown(s.resources.front())));
  }
  /// Told of that which the document has.
  void ascending(std::string const& low, double below, std::string const& high,
                 double above) const {
    if (below <= above) return;
    bool const has_high = std::get<scenario::Table>(root.data).find(high);
    refuse(has_high ? high : low,
           fmt::format("{} is {:g} and {} is {:g} (allowed: fine <= coarse <= stop)", low, below,
                       high, above));
  }
  void thresholds() const {
    Settings const& own = s.settings;
    ascending("fine_threshold", own.fine_threshold, "coarse_threshold", own.coarse_threshold);
    ascending("coarse_threshold", own.coarse_threshold, "stop_threshold", own.stop_threshold);
    if (own.window < own.sample)
      refuse("window", fmt::format("{:g} is below sample, {:g}", own.window, own.sample));
  }
  void workers() const {
    if (s.workers.empty()) refuse("workers", "an empty list (allowed: at least one worker)");
    Sums sums;
    for (std::size_t i = 0; i < s.workers.size(); ++i) {
      std::string const own = fmt::format("workers.{}", i);
      amounts(own + ".capacity", s.workers[i].capacity, false);
      sums.add(s.workers[i].count, s.workers[i].capacity);
      sum_is_small(own + ".count", sums, most_workers, "workers");
    }
  }
  /// So many workers or tasks, and what they have or need.
  struct Sums {
    std::int64_t count = 0;
    std::array<double, most_resources> amounts = {};

    void add(std::int64_t more, std::span<double const> each) {
      count += more;
      for (std::size_t r = 0; r < std::min(each.size(), most_resources); ++r)
        amounts[r] += static_cast<double>(more) * each[r];
    }
  };
  void sum_is_small(std::string const& key, Sums const& sums, std::int64_t most,
                    std::string_view what) const {
    if (sums.count > most)
      refuse(key, fmt::format("{} {} until here (allowed: {})", sums.count, what, most));
    for (std::size_t r = 0; r < s.resources.size(); ++r)
      if (sums.amounts[r] > largest_sum)
        refuse(key, fmt::format("{:g} {} of all {} until here (allowed: {:g})", sums.amounts[r],
                                s.resources[r], what, largest_sum));
  }
  std::int64_t worker_count() const {
    std::int64_t count = 0;
    for (Scenario::Worker const& worker : s.workers) count += worker.count;
    return count;
  }
  void load() const {
    if (!s.load.empty() && s.environment == Scenario::Environment::cloud)
      refuse("load",
             "has a meaning only where the background is not drawn (environment = dedicated)");
    for (std::size_t i = 0; i < s.load.size(); ++i) {
      amounts(fmt::format("load.{}.amounts", i), s.load[i].amounts, false);
      if (s.load[i].worker >= worker_count())
        refuse(fmt::format("load.{}.worker", i),
               fmt::format("{} (allowed: 0 .. {})", s.load[i].worker, worker_count() - 1));
    }
  }
  void families() const {
    std::vector<double> shares;
    for (std::size_t i = 0; i < s.families.size(); ++i) {
      stages(fmt::format("families.{}.map", i), s.families[i].map, false);
      stages(fmt::format("families.{}.reduce", i), s.families[i].reduce, false);
      shares.push_back(s.families[i].share);
    }
    sum_is_1("families", shares);
  }
  void jobs() const {
    Sums sums;
    for (std::size_t j = 0; j < s.jobs.size(); ++j) {
      std::string const key = fmt::format("jobs.{}", j);
      job(key, s.jobs[j]);
      for (Scenario::JobTasks const& tasks : s.jobs[j].tasks)
        sums.add(tasks.count, largest(tasks.stages));
      sum_is_small(key, sums, most_tasks, "tasks");
    }
  }
  static std::vector<double> largest(StageRows const& rows) {
    std::vector<double> most = rows.front();
    for (auto const& row : rows)
      for (std::size_t r = 0; r < row.size(); ++r) most[r] = std::max(most[r], row[r]);
    most.pop_back();  // seconds
    return most;
  }
  void job(std::string const& key, Scenario::Job const& job) const {
    if (job.tasks.empty()) refuse(key + ".tasks", "a job without tasks (allowed: at least one)");
    if (job.queue && *job.queue >= std::ssize(s.settings.queues))
      refuse(key + ".queue",
             fmt::format("{} (allowed: 0 .. {})", *job.queue, s.settings.queues.size() - 1));
    std::set<std::string> names;
    for (std::size_t t = 0; t < job.tasks.size(); ++t) {
      std::string const own = fmt::format("{}.tasks.{}", key, t);
      Scenario::JobTasks const& tasks = job.tasks[t];
      stages(own + ".stages", tasks.stages, tasks.service);
      amounts(own + ".request", tasks.request, true);
      if (!names.insert(name_of(job, t)).second)
        refuse(own + ".name", fmt::format("{} is there twice", shown(name_of(job, t))));
      if (tasks.service && tasks.deadline)
        refuse(own + ".deadline", "a service has none: it does not end");
      if (tasks.service != job.tasks.front().service)
        refuse(own + ".service", "services and other tasks in one job (allowed: one of them)");
    }
    after(key, job);
  }
  void after(std::string const& key, Scenario::Job const& job) const {
    std::vector<int> const afters = afters_of(job);
    std::vector<bool> ends(job.tasks.size());  // those known to wait for no circle
    for (std::size_t t = 0; t < job.tasks.size(); ++t) {
      std::string const own = fmt::format("{}.tasks.{}.after", key, t);
      if (!job.tasks[t].after.empty() && afters[t] < 0)
        refuse(own,
               fmt::format("{} is not the name of tasks of this job", shown(job.tasks[t].after)));
      std::vector<std::size_t> way;
      for (int at = static_cast<int>(t); at >= 0; at = afters[way.back()]) {
        if (ends[static_cast<std::size_t>(at)]) break;
        way.push_back(static_cast<std::size_t>(at));
        if (way.size() > job.tasks.size())
          refuse(own, "is circular: tasks that wait for themselves");
      }
      for (std::size_t const passed : way) ends[passed] = true;
    }
  }
};

}  // namespace

void check(Scenario const& scenario, scenario::Value const& root) {
  Checker const checker{scenario, root};
  checker.resources();
  checker.thresholds();
  checker.workers();
  checker.load();
  checker.sum_is_1("queues", scenario.settings.queues);
  checker.amounts("request_grain", scenario.request_grain, true);
  if (scenario.environment == Scenario::Environment::cloud)
    checker.amounts("background", scenario.background, false);
  if (scenario.is_drawn()) {
    checker.families();
    if (scenario.services > 0) checker.amounts("service_request", scenario.service_request, false);
  }
  checker.jobs();
}

}  // namespace fairslot::stages
