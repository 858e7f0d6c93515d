#include "host/bench/cases.hpp"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <numeric>
#include <set>

#include "host/bench/grid.hpp"
#include "host/error.hpp"
#include "host/interrupt.hpp"
#include "host/random.hpp"
#include "host/scenario/document.hpp"
#include "host/scenario/scenario.hpp"
#include "host/workload/workload.hpp"
#include "kernels/suggest.hpp"

namespace fairslot::bench {
namespace {

using enum Load;
using enum Extent;

constexpr std::uint64_t seed = 20;
constexpr int tiny_demand = 8;  // of all resources, in units

Case const base{.name = "", .servers = 0, .users = 0, .classes = 0};

/// A sweep of small clusters, as a Monte Carlo study has them.
Case sweep(std::string name, int users, int classes, int problems) {
  Case c = base;
  c.name = std::move(name);
  c.servers = 100, c.users = users, c.classes = classes;
  c.constraint = Constraint::types;
  c.problems = problems;
  c.warm = 60, c.end = c.recorded = 2060;
  return c;
}

Case single(std::string name, int servers, int users, int classes, int resources, int end) {
  Case c = base;
  c.name = std::move(name);
  set_cluster(c, servers, end);
  c.users = users, c.classes = classes, c.resources = resources;
  return c;
}

/// Samples of the main study as they are: 300 users' jobs with demands of the trace.
Case study_case(std::string name, int problems, Against against) {
  Case c = base;
  c.name = std::move(name);
  c.servers = 100, c.users = 300;
  c.load = study;
  c.constraint = Constraint::each_type;
  c.problems = problems;
  c.against = against;
  return c;
}

/// `percent`: the probability with which a user may use a server type.
Case by_types(Case c, int percent) {
  c.constraint = percent == 100 ? Constraint::anywhere : Constraint::each_type;
  c.type_probability = percent / 100.0;
  return c;
}

/// The study's workload on a larger cluster.
Case of_trace(std::string name, int servers, int users, int percent, Load load) {
  Case c = single(std::move(name), servers, users, 0, 2, 460);
  c.load = load;
  return by_types(std::move(c), percent);
}

/// As large as Alibaba's openb: nodes, models, distinct requests, resources.
Case openb_sized(std::string name) {
  Case c = single(std::move(name), 1'523, 457, 457, 3, 1060);
  c.types = 7;
  c.constraint = Constraint::types;
  return c;
}

Case with_four_resources(Case c) { return c.resources = 4, c; }
Case with(Case c, Load load) { return c.load = load, c; }
Case with_used(Case c, double share) { return c.load = light, c.used = share, c; }
Case with(Case c, Constraint constraint) { return c.constraint = constraint, c; }
Case with(Case c, Terms terms) { return c.terms = terms, c; }
Case with(Case c, Extent extent) { return c.extent = extent, c; }

std::vector<Case> listed_cases() {
  return {
      sweep("s100-u20", 20, 20, 32),
      with(sweep("s100-u50", 50, 50, 24), quick),
      with(sweep("s100-u100", 100, 100, 12), quick),
      with(with(sweep("s100-u100-weights", 100, 100, 12), Terms::weights), full),
      with(with(sweep("s100-u100-limits", 100, 100, 12), Terms::limits), full),
      sweep("s100-u300", 300, 300, 8),
      sweep("s100-u100-d10", 100, 10, 16),
      with(with(sweep("s100-u50-light", 50, 50, 24), light), quick),
      with(sweep("s100-u50-sets", 50, 50, 24), Constraint::sets),
      with_four_resources(sweep("s100-u50-k4", 50, 50, 24)),
      with(study_case("study", 6, Against::naive), quick),
      study_case("study-threads", 24, Against::one_thread),
      with(single("s1k-u100-k2", 1'000, 100, 100, 2, 1060), quick),
      single("s1k-u300-k2", 1'000, 300, 300, 2, 1060),
      with(single("s1k-u100-sets-k2", 1'000, 100, 100, 2, 1060), Constraint::sets),
      with(single("s1k-u100-light-k2", 1'000, 100, 100, 2, 1060), light),
      single("s1k-u100-k4", 1'000, 100, 100, 4, 1060),
      openb_sized("s1523-u457-k3"),
      with(openb_sized("s1523-u457-light-k3"), light),
      with(single("s10k-u100-k2", 10'000, 100, 100, 2, 460), quick),
      single("s10k-u1k-k2", 10'000, 1'000, 1'000, 2, 460),
      with(with_used(single("s10k-u1k-used20-k2", 10'000, 1'000, 1'000, 2, 460), 0.2), full),
      with(with_used(single("s10k-u1k-used95-k2", 10'000, 1'000, 1'000, 2, 460), 0.95), full),
      single("s10k-u1k-d10-k2", 10'000, 1'000, 10, 2, 460),
      with(single("s10k-u100-sets-k2", 10'000, 100, 100, 2, 460), Constraint::sets),
      with(single("s10k-u100-light-k2", 10'000, 100, 100, 2, 460), light),
      single("s10k-u100-k4", 10'000, 100, 100, 4, 460),
      single("s10k-u1k-k4", 10'000, 1'000, 1'000, 4, 460),
      with(single("s10k-u100-sets-k4", 10'000, 100, 100, 4, 460), Constraint::sets),
      with(single("s10k-u100-light-k4", 10'000, 100, 100, 4, 460), light),
      of_trace("s1k-u100-types30-light", 1'000, 100, 30, trace_light),
      with(of_trace("s1k-u100-types30-half", 1'000, 100, 30, trace_half), quick),
      of_trace("s1k-u100-types30-over", 1'000, 100, 30, trace_overload),
      with(of_trace("s10k-u1k-types30-light", 10'000, 1'000, 30, trace_light), quick),
      of_trace("s10k-u1k-types30-half", 10'000, 1'000, 30, trace_half),
      of_trace("s10k-u1k-types30-over", 10'000, 1'000, 30, trace_overload),
      of_trace("s10k-u100-types30-half", 10'000, 100, 30, trace_half),
      single("s100k-u1k-k2", 100'000, 1'000, 1'000, 2, 120),
      with(single("s100k-u10k-k2", 100'000, 10'000, 3'000, 2, 120), full),
      with(with(single("s100k-u1k-sets-k2", 100'000, 1'000, 1'000, 2, 120), Constraint::sets),
           full),
      with(with(single("s100k-u1k-light-k2", 100'000, 1'000, 1'000, 2, 120), light), full),
      with(single("s100k-u1k-k4", 100'000, 1'000, 1'000, 4, 100), full),
      with(single("s100k-u1k-k2-10m", 100'000, 1'000, 1'000, 2, 360), full),
      with(single("s100k-u1k-k4-10m", 100'000, 1'000, 1'000, 4, 360), full),
      with(of_trace("s1k-u100-types10-light", 1'000, 100, 10, trace_light), full),
      with(of_trace("s1k-u100-types10-half", 1'000, 100, 10, trace_half), full),
      with(of_trace("s1k-u100-types10-over", 1'000, 100, 10, trace_overload), full),
      with(of_trace("s1k-u100-types60-light", 1'000, 100, 60, trace_light), full),
      with(of_trace("s1k-u100-types60-half", 1'000, 100, 60, trace_half), full),
      with(of_trace("s1k-u100-types60-over", 1'000, 100, 60, trace_overload), full),
      with(of_trace("s1k-u100-types100-light", 1'000, 100, 100, trace_light), full),
      with(of_trace("s1k-u100-types100-half", 1'000, 100, 100, trace_half), full),
      with(of_trace("s1k-u100-types100-over", 1'000, 100, 100, trace_overload), full),
      with(of_trace("s10k-u1k-types10-light", 10'000, 1'000, 10, trace_light), full),
      with(of_trace("s10k-u1k-types10-half", 10'000, 1'000, 10, trace_half), full),
      with(of_trace("s10k-u1k-types10-over", 10'000, 1'000, 10, trace_overload), full),
      with(of_trace("s10k-u1k-types60-light", 10'000, 1'000, 60, trace_light), full),
      with(of_trace("s10k-u1k-types60-half", 10'000, 1'000, 60, trace_half), full),
      with(of_trace("s10k-u1k-types60-over", 10'000, 1'000, 60, trace_overload), full),
      with(of_trace("s10k-u1k-types100-light", 10'000, 1'000, 100, trace_light), full),
      with(of_trace("s10k-u1k-types100-half", 10'000, 1'000, 100, trace_half), full),
      with(of_trace("s10k-u1k-types100-over", 10'000, 1'000, 100, trace_overload), full),
      with(with(by_types(single("s1k-u100-types10-light-k4", 1'000, 100, 100, 4, 1060), 10), light),
           full),
      with(with(by_types(single("s1k-u100-types30-light-k4", 1'000, 100, 100, 4, 1060), 30), light),
           full),
      with(with(by_types(single("s1k-u100-types60-light-k4", 1'000, 100, 100, 4, 1060), 60), light),
           full),
      with(by_types(single("s1k-u100-types10-k4", 1'000, 100, 100, 4, 1060), 10), full),
      with(by_types(single("s1k-u100-types30-k4", 1'000, 100, 100, 4, 1060), 30), full),
      with(by_types(single("s1k-u100-types60-k4", 1'000, 100, 100, 4, 1060), 60), full),
      with(with(by_types(single("s10k-u1k-types10-light-k4", 10'000, 1'000, 1'000, 4, 460), 10),
                light),
           full),
      with(with(by_types(single("s10k-u1k-types30-light-k4", 10'000, 1'000, 1'000, 4, 460), 30),
                light),
           full),
      with(with(by_types(single("s10k-u1k-types60-light-k4", 10'000, 1'000, 1'000, 4, 460), 60),
                light),
           full),
      with(by_types(single("s10k-u1k-types10-k4", 10'000, 1'000, 1'000, 4, 460), 10), full),
      with(by_types(single("s10k-u1k-types30-k4", 10'000, 1'000, 1'000, 4, 460), 30), full),
      with(by_types(single("s10k-u1k-types60-k4", 10'000, 1'000, 1'000, 4, 460), 60), full),
  };
}

std::vector<Case> const& all_cases() {
  static std::vector<Case> const cases = [] {
    std::vector<Case> all = listed_cases();
    std::ranges::move(datacenter_star(), std::back_inserter(all));
    return all;
  }();
  return cases;
}

/// What a server type has of a resource, in units: on average room for about seven tasks at a time.
struct Range {
  std::int32_t least, most;
};
Range capacities(int resources) { return resources <= 2 ? Range{96, 224} : Range{128, 288}; }

/// Draws the parts of one problem and hands them to the builder.
class Synthetic {
 public:
  Synthetic(Case const& c, std::uint64_t sample)
      : case_(c), random_(seed, sample), builder_(c.resources, c.end) {
    draw_servers();
    draw_demands();
    draw_users();
    if (c.load == light)
      hand_in_over_time();
    else
      hand_in_at_once();
  }
  Problem build() && { return std::move(builder_).build(); }

 private:
  using Vector = List<std::int32_t>;

  /// Keys count from 0.
  std::uint64_t bits(Draw what, std::integral auto... keys) const {
    return random_.bits(what, static_cast<std::uint32_t>(keys)...);
  }
  std::int32_t uniform(std::int32_t least, std::int32_t most, Draw what,
                       std::integral auto... keys) const {
    auto const values = static_cast<std::uint64_t>(most - least) + 1;
    return least + static_cast<std::int32_t>(scaled(bits(what, keys...), values));
  }

  void draw_servers() {
    Range const range = capacities(case_.resources);
    List<Vector> capacity(std::size_t(case_.types));
    for (int y = 0; y < case_.types; ++y)
      for (int r = 0; r < case_.resources; ++r)
        capacity[y].push_back(unit * uniform(range.least, range.most, Draw::capacity, y, r));
    totals_.assign(std::size_t(case_.resources), 0);
    type_of_.resize(std::size_t(case_.servers));
    for (int m = 0; m < case_.servers; ++m) {
      type_of_[m] = uniform(0, case_.types - 1, Draw::server_type, m, 0);
      Vector const& has = capacity[type_of_[m]];
      builder_.add_server(has);
      for (int r = 0; r < case_.resources; ++r) totals_[r] += has[r];
    }
  }

  /// As many different vectors as the case says. Tasks that are tiny in all they need are left out:
  /// they would fill each gap, and the benchmark would be one of their users alone.
  void draw_demands() {
    std::set<Vector> known;
    for (int attempt = 0; static_cast<int>(demands_.size()) < case_.classes; ++attempt) {
      Vector demand;
      for (int r = 0; r < case_.resources; ++r)
        demand.push_back(unit * uniform(1, largest_demand, Draw::demand, attempt, r));
      bool const tiny = std::ranges::max(demand) < unit * tiny_demand;
      if (!tiny && known.insert(demand).second) demands_.push_back(demand);
    }
  }

  void draw_users() {
    int const anywhere = builder_.placement(std::nullopt);
    for (int u = 0; u < case_.users; ++u) {
      builder_.add_user();
      placement_.push_back(is_constrained(u) ? permitted_of(u) : anywhere);
    }
  }

  bool is_constrained(int user) const {
    switch (case_.constraint) {
      case Constraint::anywhere:
        return false;
      case Constraint::each_type:
        return true;
      case Constraint::types:
      case Constraint::sets:
        return happens(bits(Draw::constrained, user, 0), constrained_share);
    }
    return false;
  }

  int permitted_of(int user) {
    std::vector<std::int32_t> servers;
    std::set<int> const types = types_of(user);
    for (int m = 0; m < case_.servers; ++m)
      if (case_.constraint == Constraint::sets ? happens(bits(Draw::permitted, user, m), set_share)
                                               : types.contains(type_of_[m]))
        servers.push_back(m);
    return builder_.placement(servers);
  }

  std::set<int> types_of(int user) const {
    return case_.constraint == Constraint::each_type ? drawn_types(user) : half_of_types(user);
  }

  /// At least one.
  std::set<int> drawn_types(int user) const {
    std::set<int> chosen;
    for (int attempt = 0; chosen.empty(); ++attempt)
      for (int y = 0; y < case_.types; ++y)
        if (happens(bits(Draw::permitted, user, attempt * case_.types + y), case_.type_probability))
          chosen.insert(y);
    return chosen;
  }

  std::set<int> half_of_types(int user) const {
    std::set<int> chosen;
    for (int i = 0; std::ssize(chosen) < case_.types / 2; ++i)
      chosen.insert(uniform(0, case_.types - 1, Draw::permitted, user, i));
    return chosen;
  }

  void add_job(int user, int job, std::int64_t submit, std::int64_t tasks) {
    std::int64_t const duration = uniform(1, longest_task, Draw::duration, user, job);
    builder_.add_job(user, submit, tasks, duration, demands_[user % case_.classes],
                     placement_[user], std::nullopt, terms_of(user, job));
  }

  /// Weights of 1/2 to 2, in eighths.
  JobTerms terms_of(int user, int job) const {
    JobTerms terms;
    if (case_.terms == Terms::weights) terms.weight = uniform(4, 16, Draw::weight, user, job) / 8.0;
    if (case_.terms == Terms::limits)
      terms.per_server = uniform(1, most_per_server, Draw::per_server, user, job);
    return terms;
  }

  /// Backlogs larger than what starts until the horizon: shared out as fair policies do, by how
  /// many tasks of a user the cluster's totals would hold, and more for the users of the smallest
  /// demands, who take what the others leave.
  void hand_in_at_once() {
    double const starts = case_.servers * (10.0 + 0.33 * case_.end);
    double all = 0;
    for (int u = 0; u < case_.users; ++u) all += holds(u);
    List<int> const rank = ranks_by_demand();
    double const users_of_a_demand = static_cast<double>(case_.users) / case_.classes;
    for (int u = 0; u < case_.users; ++u) {
      auto left = static_cast<std::int64_t>(
                      starts * (1.2 * holds(u) / all + 0.15 / (1 + rank[u]) / users_of_a_demand)) +
                  case_.mean_tasks;
      for (int job = 0; left > 0; ++job) {
        std::int64_t const tasks = uniform(1, most_tasks(), Draw::tasks, u, job);
        add_job(u, job, 1, tasks);
        left -= tasks;
      }
    }
  }

  /// Users of one demand share a rank.
  List<int> ranks_by_demand() const {
    List<int> classes(std::size_t(case_.classes)), rank(std::size_t(case_.users));
    std::iota(classes.begin(), classes.end(), 0);
    std::ranges::sort(classes, {}, [&](int c) {
      return std::pair(std::accumulate(demands_[c].begin(), demands_[c].end(), 0), c);
    });
    for (int place = 0; place < case_.classes; ++place)
      for (int u = classes[place]; u < case_.users; u += case_.classes) rank[u] = place;
    return rank;
  }

  std::int32_t most_tasks() const { return 2 * case_.mean_tasks - 1; }

  double holds(int user) const {
    Vector const& demand = demands_[user % case_.classes];
    double tasks = static_cast<double>(totals_[0]) / demand[0];
    for (int r = 1; r < case_.resources; ++r)
      tasks = std::min(tasks, static_cast<double>(totals_[r]) / demand[r]);
    return tasks;
  }

  /// Jobs of random users at random slots until the work offered (task slots times demand) of one
  /// resource is the wanted share of what the cluster has until the horizon.
  void hand_in_over_time() {
    List<double> offered(std::size_t(case_.resources), 0);
    auto const enough = [&] {
      for (int r = 0; r < case_.resources; ++r)
        if (offered[r] >= case_.used * static_cast<double>(totals_[r]) * case_.end) return true;
      return false;
    };
    for (int job = 0; !enough(); ++job) {
      int const user = uniform(0, case_.users - 1, Draw::owner, 0, job);
      std::int64_t const tasks = uniform(1, most_tasks(), Draw::tasks, user, job);
      add_job(user, job, uniform(1, case_.end, Draw::submit, 0, job), tasks);
      double const work = static_cast<double>(tasks) * (longest_task + 1) / 2;
      for (int r = 0; r < case_.resources; ++r)
        offered[r] += work * demands_[user % case_.classes][r];
    }
  }

  Case const& case_;
  Random random_;
  ProblemBuilder builder_;
  List<int> type_of_;          // [servers]
  List<std::int64_t> totals_;  // [resources]
  List<Vector> demands_;       // [classes]
  List<int> placement_;        // [users]
};

/// The main study's, or its workload at another size.
std::string scenario_of(Case const& c) {
  std::string text = "name = \"bench\"\nseed = 7\n";
  std::string workload = "[workload]\nlarge_share = 0.8\n";
  if (c.load != study) {
    double const jobs_a_server = c.load == trace_light ? 0.1 : c.load == trace_half ? 0.5 : 2.0;
    text +=
        fmt::format("horizon = {}\n[cluster]\nname = \"table3\"\nservers = {}\n", c.end, c.servers);
    workload += fmt::format(
        "jobs = {}\nusers = {}\nsubmit_slots = {}\nplacement_probability = {}\n",
        static_cast<int>(jobs_a_server * c.servers), c.users, c.end, c.type_probability);
  }
  return text + workload;
}

bool matches(std::string const& pattern, std::string const& name) {
  return fnmatch(pattern.c_str(), name.c_str(), 0) == 0;
}

bool is_among(std::string const& pattern, std::vector<Case> const& cases) {
  return std::ranges::any_of(cases, [&](Case const& c) { return matches(pattern, c.name); });
}

/// Those of the cases that a pattern names, in their order, each once.
std::vector<Case> named(std::vector<std::string> const& patterns, std::vector<Case> const& cases) {
  std::vector<Case> chosen;
  for (Case const& c : cases)
    if (std::ranges::any_of(patterns, [&](auto const& p) { return matches(p, c.name); }))
      chosen.push_back(c);
  return chosen;
}

[[noreturn]] void refuse(std::string const& pattern) {
  std::vector<std::string_view> names;
  for (Case const& c : all_cases()) names.push_back(c.name);
  std::string const nearest = nearest_name(pattern, names);
  throw InputError(fmt::format("--case \"{}\": no such case (fairslot bench --list shows them{})",
                               shown(pattern),
                               nearest.empty() ? "" : "; did you mean " + nearest + "?"));
}

}  // namespace

void set_cluster(Case& c, int servers, int end) {
  c.servers = servers;
  c.warm = 60, c.end = c.recorded = end;
  if (servers >= 10'000) c.reach = Reach::slots;
  if (servers >= 100'000) c.reach = Reach::picks, c.recorded = c.warm + 2;
}

std::span<Case const> bench_cases() { return all_cases(); }

bool is_of_trace(Load load) { return load != overload && load != light; }

std::string_view name_of(Load load) {
  switch (load) {
    case overload:
      return "overload";
    case light:
      return "light";
    case study:
      return "study";
    case trace_light:
      return "light trace";
    case trace_half:
      return "half trace";
    case trace_overload:
      return "overload trace";
  }
  return "";
}

std::string_view name_of(Constraint constraint) {
  switch (constraint) {
    case Constraint::anywhere:
      return "anywhere";
    case Constraint::types:
      return "types";
    case Constraint::each_type:
      return "each type";
    case Constraint::sets:
      return "sets";
  }
  return "";
}

std::vector<Case> chosen_cases(std::vector<std::string> const& patterns, Extent extent) {
  std::vector<Case> chosen;
  if (patterns.empty()) {
    std::ranges::copy_if(all_cases(), std::back_inserter(chosen),
                         [&](Case const& c) { return c.extent <= extent; });
    return chosen;
  }
  chosen = named(patterns, all_cases());
  std::vector<std::string> others;
  std::ranges::copy_if(patterns, std::back_inserter(others),
                       [](auto const& pattern) { return !is_among(pattern, all_cases()); });
  if (others.empty()) return chosen;
  std::vector<Case> const grid = datacenter_grid();
  for (std::string const& pattern : others)
    if (!is_among(pattern, grid)) refuse(pattern);
  std::ranges::move(named(others, grid), std::back_inserter(chosen));
  return chosen;
}

std::shared_ptr<Problem const> make_problem(Case const& c, std::uint64_t sample) {
  if (!is_of_trace(c.load)) return std::make_shared<Problem>(Synthetic(c, sample).build());
  return workload::make_problem(
      scenario::parse_scenario(scenario_of(c), "the benchmark's scenario"), sample,
      stop_if_interrupted);
}

std::shared_ptr<Problem const> with_horizon(Problem const& problem, std::int64_t horizon) {
  auto copy = std::make_shared<Problem>(problem);
  copy->horizon = horizon;
  return copy;
}

}  // namespace fairslot::bench
