#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "host/audit/audits.hpp"
#include "host/distributions/distribution.hpp"
#include "host/error.hpp"
#include "host/events.hpp"
#include "host/queues.hpp"
#include "host/scenario/build.hpp"
#include "host/scenario/cluster.hpp"
#include "host/scenario/named_trace.hpp"
#include "host/traces/trace.hpp"
#include "kernels/policy_spec.hpp"
#include "kernels/problem.hpp"
#include "kernels/suggest.hpp"

namespace fairslot::scenario {
namespace {

template <class Test>
bool any_job(Scenario const& scenario, Test const& test) {
  return std::ranges::any_of(*scenario.users, [&](Scenario::User const& user) {
    return std::ranges::any_of(*user.jobs, test);
  });
}

struct Checker {
  Scenario& scenario;
  Value const& root;

  [[noreturn]] void refuse(std::string const& key, std::string const& problem) const {
    fail(place_of(root, key), key, problem);
  }

  /// Reads the trace that is named.
  void trace() const {
    Scenario::Workload& w = scenario.workload;
    if (scenario.cluster.name == Scenario::ClusterName::trace && !w.is_trace())
      refuse("cluster.name", "\"trace\" has a meaning only with workload.kind = \"trace\"");
    if (!w.is_trace()) return;
    w.log = named_trace(place_of(root, "workload.trace"), "workload.trace", w.trace);
    scenario.trace_hashes = {w.log->hash};
    if (scenario.cluster.name != Scenario::ClusterName::trace) return;
    scenario.cluster.nodes = w.log;
    if (w.log->nodes() == 0)
      refuse("cluster.name", "the trace has no nodes (allowed: [[cluster.groups]], or \"table3\")");
  }

  std::size_t resources_of_cluster() const {
    Scenario::Cluster const& cluster = scenario.cluster;
    if (cluster.name == Scenario::ClusterName::trace) return cluster.nodes->resources.size();
    if (cluster.name == Scenario::ClusterName::table3) return table3_resources.size();
    return cluster.groups.front().capacity.size();
  }

  void cluster() const {
    Scenario::Cluster& cluster = scenario.cluster;
    bool const own = cluster.name == Scenario::ClusterName::groups;
    if (own && cluster.groups.empty())
      refuse("cluster.groups", "there are none (allowed: at least one [[cluster.groups]])");
    auto const resources = resources_of_cluster();
    for (std::size_t g = 0; g < cluster.groups.size(); ++g)
      if (cluster.groups[g].capacity.size() != resources)
        refuse(fmt::format("cluster.groups.{}.capacity", g),
               fmt::format("{} numbers (allowed: {}, as in the first group)",
                           cluster.groups[g].capacity.size(), resources));
    names(resources);
    speeds();
    failures();
    totals();
  }

  void failures() const {
    Scenario::Cluster const& cluster = scenario.cluster;
    std::string const share = "cluster.failure_share";
    bool const swept = std::ranges::count(*scenario.sweep, share, &Scenario::Sweep::key) > 0;
    if (cluster.failure_share || swept) return;
    auto const refuse_alone = [&](std::string const& key) {
      refuse(key, fmt::format("has a meaning only with {}", share));
    };
    if (cluster.failure_within) refuse_alone("cluster.failure_within");
    if (cluster.repair_slots) refuse_alone("cluster.repair_slots");
  }

  /// Where the scenario gives none.
  std::vector<std::string> usual_names(std::size_t resources) const {
    auto const& log = scenario.workload.log;
    if (scenario.cluster.name == Scenario::ClusterName::table3)
      return {table3_resources.begin(), table3_resources.end()};
    if (log && log->resources.size() == resources) return log->resources;
    std::vector<std::string> names;
    for (std::size_t r = 0; r < resources; ++r) names.push_back(fmt::format("r{}", r));
    return names;
  }

  void names(std::size_t resources) const {
    auto& given = scenario.cluster.resources;
    if (given.empty()) given = usual_names(resources);
    if (given.size() != resources)
      refuse("cluster.resources",
             fmt::format("{} names (allowed: {}, one a resource)", given.size(), resources));
    std::string const known = fmt::format("[\"{}\"]", fmt::join(table3_resources, "\", \""));
    bool const table3 = scenario.cluster.name == Scenario::ClusterName::table3;
    if (table3 && !std::ranges::equal(given, table3_resources))
      refuse("cluster.resources",
             fmt::format("{} (allowed: {} with cluster.name = \"table3\")", given, known));
    bool const trace = scenario.workload.kind == Scenario::Kind::alibaba;
    if (trace && !serves_trace(given))
      refuse("cluster.resources",
             fmt::format("{} (allowed: {} and any others, or one of them alone, with "
                         "workload.kind = \"alibaba\")",
                         given, known));
  }

  /// A class that the trace does not know is a name misspelt: nobody would ask for it.
  void known_classes(traces::Trace const& log) const {
    auto const& groups = scenario.cluster.groups;
    for (std::size_t g = 0; g < groups.size(); ++g) {
      std::string const& name = groups[g].of_class;
      if (name.empty() || std::ranges::count(log.classes, name)) continue;
      std::string const known = log.classes.empty()
                                    ? "none, the trace has no classes"
                                    : fmt::format("{}", fmt::join(log.classes, ", "));
      refuse(fmt::format("cluster.groups.{}.class", g),
             fmt::format("{} is no class of the trace (allowed: {})", shown(name), known));
    }
  }

  /// Each resource that its jobs ask for is one of the cluster's; classes are found there.
  void served_trace() const {
    traces::Trace const& log = *scenario.workload.log;
    auto const& given = scenario.cluster.resources;
    bool const own = scenario.cluster.name == Scenario::ClusterName::trace;
    if (own && given != log.resources)
      refuse("cluster.resources", fmt::format("{} (allowed: those of the trace, {})", given,
                                              fmt::join(log.resources, ", ")));
    for (std::string const& name : log.resources)
      if (!std::ranges::count(given, name))
        refuse("cluster.resources",
               fmt::format("no {}, which the trace's jobs ask for (allowed: {} and others)", name,
                           fmt::join(log.resources, ", ")));
    if (own) return;
    known_classes(log);
    if (log.sets.empty()) return;
    auto const has_class = [](ServerType const& type) { return !type.of_class.empty(); };
    if (std::ranges::none_of(server_types(scenario.cluster), has_class))
      refuse("cluster.groups", fmt::format("the trace's jobs are allowed classes of servers, and "
                                           "none has a class (allowed: class = one of {})",
                                           fmt::join(log.classes, ", ")));
  }

  void traced() const {
    Scenario::Workload const& w = scenario.workload;
    served_trace();
    if (w.to_s && *w.to_s <= w.from_s)
      refuse("workload.to_s", fmt::format("{} (allowed: more than from_s, {})", *w.to_s, w.from_s));
    if (w.inflate && !std::ranges::count(scenario.cluster.resources, w.inflate->resource))
      refuse("workload.inflate",
             fmt::format("resource {} (allowed: {})", shown(w.inflate->resource),
                         fmt::join(scenario.cluster.resources, ", ")));
    if (w.departures && w.unknown_duration == 0) {
      auto const unknown = std::ranges::count(w.log->duration_ms, -1);
      if (unknown > 0)
        refuse("workload.unknown_duration",
               fmt::format("{} of {} jobs of the trace have no duration (allowed: 1 or more slots, "
                           "or departures = false)",
                           unknown, w.log->jobs()));
    }
    if (scenario.samples > 1 && !w.redraws_trace() && !scenario.cluster.fails() && !draws_lots())
      refuse("samples",
             fmt::format("{} samples of a trace of which nothing is drawn are all the same "
                         "(allowed: 1, or workload.order = \"shuffled\", resample, leave_share, "
                         "cluster.failure_share, or policies that draw lots)",
                         scenario.samples));
  }

  /// A misspelt name must not take from jobs what they ask of it.
  static bool serves_trace(std::vector<std::string> const& resources) {
    auto const known = std::ranges::count_if(trace_resources, [&](std::string_view name) {
      return std::ranges::count(resources, name) > 0;
    });
    return known == std::ssize(trace_resources) || (known == 1 && resources.size() == 1);
  }

  void speeds() const {
    std::size_t const given = scenario.cluster.speeds.size(), types = type_count(scenario.cluster);
    if (given != 0 && given != types)
      refuse("cluster.speeds",
             fmt::format("{} numbers (allowed: {}, one a {})", given, types,
                         scenario.cluster.groups.empty() ? "type of Table 3" : "group"));
  }

  void totals() const {
    if (listed_servers(scenario.cluster) > most_servers)
      refuse("cluster.groups", fmt::format("{} servers (allowed: at most {})",
                                           listed_servers(scenario.cluster), most_servers));
    auto const types = server_types(scenario.cluster);
    for (std::size_t r = 0; r < scenario.cluster.resources.size(); ++r) {
      std::int64_t total = 0;
      for (ServerType const& type : types) total += type.count * type.capacity[r];
      if (total > limits::total_capacity)
        refuse("cluster", fmt::format("{} of {} over all servers (allowed: at most {})", total,
                                      scenario.cluster.resources[r], limits::total_capacity));
    }
  }

  void policies() const {
    for (std::size_t i = 0; i < scenario.policies.size(); ++i)
      suited(fmt::format("policies.{}", i), scenario.policies[i]);
  }

  void suited(std::string const& key, std::string const& name) const {
    try {
      Policy const policy = parse_policy(name);
      require_resources(policy, static_cast<int>(scenario.cluster.resources.size()));
      require_counters(policy, user_count(scenario), server_count(scenario.cluster),
                       limits_servers(scenario));
      if (servers_change(scenario)) require_servers(policy);
      if (guarantees_change(scenario)) require_guarantees(policy);
      if (policies_change(scenario)) require_others(policy);
    } catch (PolicyError const& error) {
      refuse(key, error.what());
    }
  }

  void audits() const {
    auto const servers = server_count(scenario.cluster);
    for (std::size_t i = 0; i < scenario.audit.size(); ++i) {
      int const most = audit::info_of(scenario.audit[i]).most_servers;
      if (most > 0 && servers > most)
        refuse(fmt::format("audit.{}", i),
               fmt::format("{} of {} servers (allowed: of at most {}; it tries all placements)",
                           scenario.audit[i], servers, most));
    }
  }

  void events() const {
    auto const is_of_server = [](GivenEvent const& event) { return event.server.has_value(); };
    if (scenario.cluster.fails() && std::ranges::any_of(*scenario.events, is_of_server))
      refuse("cluster.failure_share",
             fmt::format("{} beside events of servers (allowed: 0 with such [[events]])",
                         *scenario.cluster.failure_share));
    try {
      auto const queues = read_queues(scenario.queues);
      changes_of(*scenario.events, {server_count(scenario.cluster), user_count(scenario), queues});
    } catch (EventError const& error) {
      refuse(fmt::format("events.{}.{}", error.event, error.key), error.what());
    }
    for (std::size_t i = 0; i < scenario.events->size(); ++i)
      if (auto const& policy = (*scenario.events)[i].policy)
        policy_event(fmt::format("events.{}.policy", i), *policy);
  }

  void policy_event(std::string const& key, std::string const& policy) const {
    if (scenario.policies.size() > 1)
      refuse(key, fmt::format("another policy beside {} (allowed: with one in policies)",
                              scenario.policies.size()));
    suited(key, policy);
  }

  void workload() const {
    Scenario::Workload const& w = scenario.workload;
    if (w.kind == Scenario::Kind::synthetic) synthetic();
    if (w.is_trace()) traced();
    needs();
    if (w.kind == Scenario::Kind::alibaba && w.users > w.jobs)
      refuse("workload.users",
             fmt::format("{} users of {} jobs (allowed: at most as many as workload.jobs)", w.users,
                         w.jobs));
    bool const own = scenario.workload.kind == Scenario::Kind::inline_jobs;
    if (own && scenario.users.empty())
      refuse("users",
             "there are none (allowed: at least one [[users]] with workload.kind = \"inline\")");
    bool const draws = scenario.cluster.fails();
    if (own && scenario.samples > 1 && !draws && !draws_lots())
      refuse("samples",
             fmt::format("{} samples of jobs that are written out are all the same under policies "
                         "that draw no lots (allowed: 1 with workload.kind = \"inline\", a policy "
                         "with ties=random or order=random, or a cluster.failure_share)",
                         scenario.samples));
    if (own && scenario.seed != Scenario{}.seed && !draws)
      refuse("seed",
             fmt::format("{} changes nothing of jobs that are written out, which are not "
                         "drawn (allowed: {}, the default, with workload.kind = \"inline\" and no "
                         "cluster.failure_share)",
                         scenario.seed, Scenario{}.seed));
    auto const queues = read_queues(scenario.queues);
    std::int64_t const servers = server_count(scenario.cluster);
    for (std::size_t u = 0; u < scenario.users.size(); ++u) {
      queue(u, queues);
      if (scenario.users[u].own)
        listed(fmt::format("users.{}", u), "own", *scenario.users[u].own, servers);
      for (std::size_t j = 0; j < scenario.users[u].jobs.size(); ++j) job(u, j, servers);
    }
  }

  void synthetic() const {
    Scenario::Workload const& w = scenario.workload;
    std::size_t const resources = scenario.cluster.resources.size();
    if (w.demands.size() != resources)
      refuse("workload.demands", fmt::format("{} distributions (allowed: {}, one a resource)",
                                             w.demands.size(), resources));
    auto const draws_0 = [](std::string const& text) {
      return distributions::Distribution(text).least() == 0;
    };
    if (std::ranges::all_of(w.demands, draws_0))
      refuse("workload.demands",
             "a task may need nothing (allowed: least=1 or more of one resource)");
    if (w.load > 0 && asks_for_nothing_there())
      refuse("workload.load", fmt::format("{} of a cluster that has nothing of what tasks need "
                                          "(allowed: 0, or servers with some)",
                                          w.load));
    if (w.load > 0 && w.users == 0)
      refuse("workload.users",
             fmt::format("0 with workload.load = {} (allowed: 1 .. {}, or 0, a user a job, with "
                         "workload.load = 0)",
                         w.load, most_jobs));
    arrivals();
  }

  bool asks_for_nothing_there() const {
    if (scenario.cluster.groups.empty()) return false;
    for (std::size_t r = 0; r < scenario.workload.demands.size(); ++r) {
      auto const has = [r](Scenario::Group const& group) {
        return r < group.capacity.size() && group.capacity[r] > 0;
      };
      if (distributions::Distribution(scenario.workload.demands[r]).most() > 0 &&
          std::ranges::any_of(scenario.cluster.groups, has))
        return false;
    }
    return true;
  }

  void arrivals() const {
    constexpr std::size_t hours = 24;
    constexpr std::int64_t most_slots = 10'000'000;
    Scenario::Workload const& w = scenario.workload;
    bool const diurnal = w.arrivals == Scenario::Arrivals::diurnal;
    if (diurnal && w.hourly_rates.size() != hours)
      refuse("workload.hourly_rates",
             fmt::format("{} numbers (allowed: {}, one an hour)", w.hourly_rates.size(), hours));
    if (diurnal && !some_slot_has_a_rate())
      refuse("workload.hourly_rates",
             fmt::format("all 0 in slots 1 .. {} (allowed: at least one positive number there)",
                         w.submit_slots));
    if (w.arrivals != Scenario::Arrivals::poisson && w.submit_slots > most_slots)
      refuse("workload.submit_slots", fmt::format("{} (allowed: at most {}, or more with "
                                                  "workload.arrivals = \"poisson\")",
                                                  w.submit_slots, most_slots));
  }

  bool some_slot_has_a_rate() const {
    constexpr std::int64_t most_different = 86'400;  // they repeat themselves
    Scenario::Workload const& w = scenario.workload;
    for (std::int64_t slot = 1; slot <= std::min(w.submit_slots, most_different); ++slot)
      if (w.mean_rate(slot) > 0) return true;
    return false;
  }

  void needs() const {
    std::set<std::string_view> known;
    for (Scenario::Group const& group : scenario.cluster.groups)
      known.insert(group.attributes.begin(), group.attributes.end());
    for (auto const& [name, probability] : scenario.workload.needs) {
      if (known.contains(name)) continue;
      std::string const nearest = nearest_name(name, known);
      refuse(fmt::format("workload.needs.{}", name),
             fmt::format("no server has it (allowed: attributes of cluster.groups{}{}){}",
                         known.empty() ? ", of which there are none" : ": ", fmt::join(known, ", "),
                         nearest.empty() ? "" : fmt::format("; did you mean {}?", nearest)));
    }
  }

  /// Some policy, of those that are swept, too, takes another seed in each sample.
  bool draws_lots() const {
    std::vector<std::string> names = scenario.policies;
    for (GivenEvent const& event : *scenario.events)
      if (event.policy) names.push_back(*event.policy);
    for (Scenario::Sweep const& sweep : scenario.sweep)
      for (std::string const& value : sweep.values) {
        if (!is_within(sweep.key, "policies") && !sweep.key.ends_with(".policy")) continue;
        Value const swept = parse_assignment("value=" + value, "").second;
        if (auto const* const text = std::get_if<std::string>(&swept.data)) names.push_back(*text);
      }
    return std::ranges::any_of(names, draws_lots_of);
  }
  static bool draws_lots_of(std::string const& policy) try {
    CommonOptions const options = common_options(parse_policy(policy));
    return options.random_ties || options.order == ServerOrder::random;
  } catch (PolicyError const&) {
    return false;  // refused with its point
  }

  void queue(std::size_t u, std::vector<Queue> const& queues) const {
    std::string const& name = scenario.users[u].queue;
    try {
      if (!name.empty()) find_queue(queues, name);
    } catch (QueueError const& error) {
      refuse(fmt::format("users.{}.queue", u), error.what());
    }
  }

  void job(std::size_t u, std::size_t j, std::int64_t servers) const {
    Scenario::Job const& job = scenario.users[u].jobs[j];
    auto const refuse_its = [&](std::string_view key, std::string const& problem) {
      refuse(fmt::format("users.{}.jobs.{}.{}", u, j, key), problem);
    };
    std::size_t const resources = scenario.cluster.resources.size();
    if (job.demand.size() != resources)
      refuse_its("demand", fmt::format("{} numbers (allowed: {}, one a resource)",
                                       job.demand.size(), resources));
    if (std::ranges::all_of(job.demand, [](std::int64_t d) { return d == 0; }))
      refuse_its("demand", "all 0 (allowed: at least one positive number)");
    if (job.servers)
      listed(fmt::format("users.{}.jobs.{}", u, j), "servers", *job.servers, servers);
  }

  /// `who` names servers by number.
  void listed(std::string const& who, std::string_view key,
              std::vector<std::int64_t> const& numbers, std::int64_t servers) const {
    if (numbers.empty()) return;
    if (scenario.cluster.servers)
      refuse("cluster.servers",
             fmt::format("{} makes other servers of those that {} names (allowed: 0, as listed, "
                         "where jobs or users name servers)",
                         scenario.cluster.servers, who));
    refuse_renumbering(who);
    for (std::int64_t const server : numbers)
      if (server >= servers)
        refuse(fmt::format("{}.{}", who, key),
               fmt::format("{} is no server (allowed: 0 .. {})", server, servers - 1));
  }

  /// Swept, the number of servers in a group gives those of the groups after it other numbers.
  void refuse_renumbering(std::string const& who) const {
    std::size_t const groups = scenario.cluster.groups.size();
    std::string const last = fmt::format("cluster.groups.{}.count", groups - 1);
    for (std::size_t i = 0; i < scenario.sweep.size(); ++i) {
      std::string const& key = scenario.sweep[i].key;
      if (is_within(key, "cluster.groups") && key.ends_with(".count") && key != last)
        refuse(fmt::format("sweep.{}.key", i),
               fmt::format("{} gives other numbers to servers after that group, and {} names "
                           "servers by number (allowed: the count of the last group)",
                           shown(key), who));
    }
  }

  /// Columns of slots, and rows beside theirs.
  void record() const {
    Scenario::Record const& record = scenario.record;
    if (record.slots) return;
    for (auto const& [key, asked] :
         {std::pair{"record.every", record.every.has_value()},
          std::pair{"record.shares", record.shares}, std::pair{"record.dfe", !record.dfe.empty()},
          std::pair{"record.fragmentation", record.fragmentation}})
      if (asked) refuse(key, "has a meaning only with record.slots = true");
  }
};

}  // namespace

bool changes_weights(Scenario const& scenario) {
  auto const sets_weight = [](GivenEvent const& event) { return event.weight.has_value(); };
  return std::ranges::any_of(*scenario.events, sets_weight) ||
         any_job(scenario, [](Scenario::Job const& job) { return job.weight.has_value(); });
}

bool servers_change(Scenario const& scenario) {
  auto const is_of_server = [](GivenEvent const& event) { return event.server.has_value(); };
  return scenario.cluster.fails() || std::ranges::any_of(*scenario.events, is_of_server);
}

bool policies_change(Scenario const& scenario) {
  auto const names_policy = [](GivenEvent const& event) { return event.policy.has_value(); };
  return std::ranges::any_of(*scenario.events, names_policy);
}

bool guarantees_change(Scenario const& scenario) {
  auto const is_of_queue = [](GivenEvent const& event) { return event.queue.has_value(); };
  return std::ranges::any_of(*scenario.events, is_of_queue);
}

std::int64_t user_count(Scenario const& scenario) {
  Scenario::Workload const& w = scenario.workload;
  if (w.kind == Scenario::Kind::inline_jobs)
    return static_cast<std::int64_t>(scenario.users.size());
  if (w.is_trace()) return static_cast<std::int64_t>(w.log->weight.size());
  return w.users > 0 ? w.users : w.jobs;
}

bool limits_servers(Scenario const& scenario) {
  Scenario::Workload const& w = scenario.workload;
  if (w.is_trace())
    return std::ranges::any_of(w.log->per_server, [](std::int32_t most) { return most > 0; });
  return any_job(scenario, [](Scenario::Job const& job) {
    return job.per_server && is_limit(*job.per_server);
  });
}

void check(Scenario& scenario, Value const& root) {
  Checker const checker{scenario, root};
  checker.trace();
  checker.cluster();
  checker.policies();
  checker.audits();
  checker.workload();
  checker.events();
  checker.record();
}

}  // namespace fairslot::scenario
