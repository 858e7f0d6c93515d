#include "host/problem/problem_json.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "host/error.hpp"
#include "host/events.hpp"
#include "host/input_file.hpp"
#include "host/problem/strict_json.hpp"
#include "host/queues.hpp"
#include "kernels/suggest.hpp"

namespace fairslot::problem {
namespace {

using nlohmann::json;

/// What a value looks like in a message.
std::string text_of(json const& value) {
  return shown(value.dump(-1, ' ', true, json::error_handler_t::replace));
}

/// One value of the document and where it is.
class Node {
 public:
  Node(std::string const& file, json const& value) : file_(file), value_(value) {}

  [[noreturn]] void refuse(std::string const& problem) const {
    throw InputError(
        fmt::format("{}: {}: {}", shown_path(file_), place_.empty() ? "/" : place_, problem));
  }

  bool is_null() const { return value_.is_null(); }
  std::size_t size() const { return value_.size(); }

  /// An object with no other keys than these.
  void require_object(std::vector<std::string_view> const& keys) const {
    if (!value_.is_object()) refuse(fmt::format("{} is no object", text_of(value_)));
    for (auto const& [key, item] : value_.items()) {
      if (std::find(keys.begin(), keys.end(), key) != keys.end()) continue;
      std::string const nearest = nearest_name(key, keys);
      refuse(fmt::format("unknown key {} (allowed: {}{})", text_of(json(key)),
                         fmt::join(keys, ", "),
                         nearest.empty() ? "" : "; did you mean \"" + nearest + "\"?"));
    }
  }
  void require_array(std::string_view of) const {
    if (!value_.is_array())
      refuse(fmt::format("{} is no array (expected: {})", text_of(value_), of));
  }

  void require_map(std::string_view of) const {
    if (!value_.is_object())
      refuse(fmt::format("{} is no object (expected: {})", text_of(value_), of));
  }
  /// Of an object, ascending.
  std::vector<std::string> keys() const {
    std::vector<std::string> keys;
    for (auto const& [key, item] : value_.items()) keys.push_back(key);
    std::ranges::sort(keys);
    return keys;
  }

  bool has(std::string const& key) const { return value_.contains(key); }
  Node at(std::string const& key) const {
    if (!has(key)) refuse(fmt::format("\"{}\" is missing", key));
    return {file_, value_.at(key), place_ + "/" + escaped(key)};
  }
  Node at(std::size_t index) const {
    return {file_, value_.at(index), place_ + "/" + std::to_string(index)};
  }

  std::int64_t integer(std::int64_t least, std::int64_t most) const {
    bool const fits = value_.is_number_integer() &&
                      !(value_.is_number_unsigned() &&
                        value_.get<std::uint64_t>() > static_cast<std::uint64_t>(most)) &&
                      value_.get<std::int64_t>() >= least && value_.get<std::int64_t>() <= most;
    if (!fits)
      refuse(fmt::format("{} (allowed: an integer, {} to {})", text_of(value_), least, most));
    return value_.get<std::int64_t>();
  }
  double number(double least, double most) const {
    double const x = value_.is_number() ? value_.get<double>() : 0.0;
    if (!(value_.is_number() && x >= least && x <= most))
      refuse(fmt::format("{} (allowed: a number, {} to {})", text_of(value_), least, most));
    return x;
  }
  /// Of a whole.
  double part() const {
    double const x = value_.is_number() ? value_.get<double>() : 0.0;
    if (!(x > 0 && x <= 1))
      refuse(fmt::format("{} (allowed: a number above 0, at most 1)", text_of(value_)));
    return x;
  }
  bool boolean() const {
    if (!value_.is_boolean()) refuse(fmt::format("{} (allowed: true or false)", text_of(value_)));
    return value_.get<bool>();
  }
  std::string string() const {
    if (!value_.is_string()) refuse(fmt::format("{} is no string", text_of(value_)));
    return value_.get<std::string>();
  }

 private:
  Node(std::string const& file, json const& value, std::string place)
      : file_(file), value_(value), place_(std::move(place)) {}

  /// As RFC 6901 writes a key in a place; cut and escaped for a terminal.
  static std::string escaped(std::string const& key) {
    std::string text;
    for (char const c : shown(key)) text += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
    return text;
  }

  std::string const& file_;
  json const& value_;
  std::string place_;
};

/// K integers 0 .. 2^30.
std::vector<std::int32_t> read_vector(Node const& node, int resources) {
  node.require_array("an amount of each resource");
  if (node.size() != static_cast<std::size_t>(resources))
    node.refuse(fmt::format("has {} amounts (K is {})", node.size(), resources));
  std::vector<std::int32_t> vector;
  for (std::size_t r = 0; r < node.size(); ++r)
    vector.push_back(static_cast<std::int32_t>(node.at(r).integer(0, limits::capacity)));
  return vector;
}

constexpr std::size_t longest_name = 64;  // as in scenarios

std::vector<std::string> read_names(Node const& root, int resources) {
  std::vector<std::string> names;
  if (!root.has("resources")) {
    for (int r = 0; r < resources; ++r) names.push_back(fmt::format("resource_{}", r));
    return names;
  }
  Node const node = root.at("resources");
  node.require_array("a name of each resource");
  if (node.size() != static_cast<std::size_t>(resources))
    node.refuse(fmt::format("has {} names (K is {})", node.size(), resources));
  for (std::size_t r = 0; r < node.size(); ++r) {
    names.push_back(node.at(r).string());
    if (names.back().empty() || shown(names.back(), longest_name) != names.back())
      node.at(r).refuse(fmt::format("{} (allowed: 1 to {} bytes, no control characters)",
                                    text_of(json(names.back())), longest_name));
    if (std::count(names.begin(), names.end(), names.back()) > 1)
      node.at(r).refuse(fmt::format("{} is listed twice", text_of(json(names.back()))));
  }
  return names;
}

std::vector<double> read_speeds(Node const& root, std::size_t servers) {
  if (!root.has("speeds")) return std::vector<double>(servers, 1.0);
  Node const node = root.at("speeds");
  node.require_array("a speed of each server");
  if (node.size() != servers)
    node.refuse(fmt::format("has {} speeds for {} servers", node.size(), servers));
  std::vector<double> speeds;
  for (std::size_t m = 0; m < servers; ++m)
    speeds.push_back(node.at(m).number(limits::min_speed, limits::max_speed));
  return speeds;
}

void require_count(Node const& node, std::string_view what) {
  if (node.size() > static_cast<std::size_t>(limits::count))
    node.refuse(fmt::format("{} {} (allowed: at most {})", node.size(), what, limits::count));
}

void read_servers(Node const& root, int resources, ProblemBuilder& builder) {
  Node const servers = root.at("servers");
  servers.require_array("a capacity vector of each server");
  require_count(servers, "servers");
  std::vector<double> const speeds = read_speeds(root, servers.size());
  List<std::int64_t> totals(std::size_t(resources), 0);
  for (std::size_t m = 0; m < servers.size(); ++m) {
    List<std::int32_t> const capacity = read_vector(servers.at(m), resources);
    for (int r = 0; r < resources; ++r) totals[r] += capacity[r];
    builder.add_server(capacity, speeds[m]);
  }
  for (int r = 0; r < resources; ++r)
    if (totals[r] > limits::total_capacity)
      servers.refuse(fmt::format("resource {} adds up to {} (allowed: at most {})", r, totals[r],
                                 limits::total_capacity));
}

int read_set(Node const& node, std::string_view what, std::size_t servers,
             ProblemBuilder& builder) {
  node.require_array(what);
  std::vector<std::int32_t> permitted;
  for (std::size_t i = 0; i < node.size(); ++i) {
    if (servers == 0) node.at(i).refuse("there are no servers");
    permitted.push_back(
        static_cast<std::int32_t>(node.at(i).integer(0, static_cast<std::int64_t>(servers) - 1)));
  }
  return builder.placement(permitted);
}

int read_placement(Node const& job, std::size_t servers, ProblemBuilder& builder) {
  if (!job.has("servers") || job.at("servers").is_null()) return builder.placement(std::nullopt);
  return read_set(job.at("servers"), "indices of the permitted servers", servers, builder);
}

double read_weight(Node const& node) { return node.number(limits::min_weight, limits::max_weight); }

JobTerms read_terms(Node const& job) {
  JobTerms terms;
  if (job.has("weight")) terms.weight = read_weight(job.at("weight"));
  if (job.has("per_server"))
    terms.per_server = static_cast<std::int32_t>(job.at("per_server").integer(1, limits::count));
  return terms;
}

void read_job(Node const& job, int user, int resources, std::size_t servers,
              ProblemBuilder& builder) {
  job.require_object({"submit", "tasks", "demand", "duration", "servers", "weight", "per_server"});
  std::int64_t const submit = job.at("submit").integer(1, limits::count);
  std::int64_t const tasks = job.at("tasks").integer(1, limits::count);
  std::int64_t const duration = job.at("duration").integer(1, limits::count);
  auto const demand = read_vector(job.at("demand"), resources);
  if (std::all_of(demand.begin(), demand.end(), [](std::int32_t d) { return d == 0; }))
    job.at("demand").refuse("asks for nothing (allowed: at least one positive amount)");
  builder.add_job(user, submit, tasks, duration, demand, read_placement(job, servers, builder),
                  std::nullopt, read_terms(job));
}

std::vector<Queue> read_queues(Node const& root) {
  if (!root.has("queues")) return {};
  Node const node = root.at("queues");
  node.require_map("guarantees by name");
  std::map<std::string, double> parts;
  for (std::string const& name : node.keys()) parts[name] = node.at(name).part();
  try {
    return fairslot::read_queues(parts);
  } catch (QueueError const& error) {
    node.at(error.name).refuse(error.what());
  }
}

int read_queue(Node const& user, std::vector<Queue> const& queues) {
  if (!user.has("queue")) return -1;
  Node const node = user.at("queue");
  try {
    return find_queue(queues, node.string());
  } catch (QueueError const& error) {
    node.refuse(error.what());
  }
}

void read_users(Node const& root, int resources, ProblemBuilder& builder) {
  std::vector<Queue> const queues = read_queues(root);
  for (Queue const& queue : queues) builder.add_queue(queue.part, queue.outer);
  std::size_t const servers = root.at("servers").size();
  Node const users = root.at("users");
  users.require_array("users");
  require_count(users, "users");
  std::size_t total_jobs = 0;
  for (std::size_t u = 0; u < users.size(); ++u) {
    Node const user = users.at(u);
    user.require_object({"weight", "queue", "min", "leave", "own", "jobs"});
    double const weight = user.has("weight") ? read_weight(user.at("weight")) : 1.0;
    double const minimum = user.has("min") ? user.at("min").number(0.0, 1.0) : 0.0;
    int const index = builder.add_user(weight, read_queue(user, queues), minimum);
    if (user.has("leave")) builder.set_leave(index, user.at("leave").integer(1, limits::count));
    if (user.has("own"))
      builder.set_own(
          index, read_set(user.at("own"), "indices of the servers that belong to the user", servers,
                          builder));
    Node const jobs = user.at("jobs");
    jobs.require_array("jobs");
    total_jobs += jobs.size();
    if (total_jobs > static_cast<std::size_t>(limits::count))
      jobs.refuse(fmt::format("more than {} jobs", limits::count));
    for (std::size_t j = 0; j < jobs.size(); ++j)
      read_job(jobs.at(j), index, resources, servers, builder);
  }
}

GivenEvent read_event(Node const& node) {
  node.require_object({"slot", "server", "up", "user", "weight", "queue", "guarantee", "policy"});
  GivenEvent event;
  if (node.has("slot")) event.slot = node.at("slot").integer(1, limits::count);
  if (node.has("server")) event.server = node.at("server").integer(0, limits::count);
  if (node.has("up")) event.up = node.at("up").boolean();
  if (node.has("user")) event.user = node.at("user").integer(0, limits::count);
  if (node.has("weight")) event.weight = read_weight(node.at("weight"));
  if (node.has("queue")) event.queue = node.at("queue").string();
  if (node.has("guarantee")) event.guarantee = node.at("guarantee").part();
  if (node.has("policy")) event.policy = node.at("policy").string();
  return event;
}

/// Returns which of them name a policy.
std::vector<std::size_t> read_events(Node const& root, ProblemBuilder& builder) {
  if (!root.has("events")) return {};
  Node const node = root.at("events");
  node.require_array("events");
  require_count(node, "events");
  std::vector<GivenEvent> events;
  for (std::size_t i = 0; i < node.size(); ++i) events.push_back(read_event(node.at(i)));
  auto const count = [&](char const* what) {
    return static_cast<std::int64_t>(root.at(what).size());
  };
  try {
    std::vector<Queue> const queues = read_queues(root);
    Changes const changes = changes_of(events, {count("servers"), count("users"), queues});
    for (Policy const& policy : changes.policies) builder.add_policy(policy);
    for (Change const& change : changes.by_slot) builder.add_change(change);
  } catch (EventError const& error) {
    Node const event = node.at(error.event);
    (event.has(error.key) ? event.at(error.key) : event).refuse(error.what());
  }
  std::vector<std::size_t> of_policies;
  for (std::size_t i = 0; i < events.size(); ++i)
    if (events[i].policy) of_policies.push_back(i);
  return of_policies;
}

/// `at`: the place in the file, "" for none.
void require_policy(std::string const& path, std::string const& at, Policy const& policy,
                    Problem const& problem) {
  try {
    require_suited(policy, problem);
  } catch (PolicyError const& error) {
    throw InputError(fmt::format("{}: {}{}", shown_path(path), at, error.what()));
  }
}

std::string place_of_event(std::size_t event) { return fmt::format("/events/{}/policy: ", event); }

}  // namespace

void require_policies(std::string const& path, std::vector<Policy> const& policies,
                      File const& file) {
  for (Policy const& policy : policies) require_policy(path, "", policy, file.problem);
  if (file.policy_events.empty() || policies.size() <= 1) return;
  throw InputError(fmt::format("{}: {}another policy beside {} (allowed: with one --policy)",
                               shown_path(path), place_of_event(file.policy_events.front()),
                               policies.size()));
}

File read_problem(std::string const& path) {
  constexpr std::size_t most = std::size_t{1} << 30;
  return parse_problem(path, read_input(path, most));
}

File parse_problem(std::string const& path, std::string text) {
  File file;
  file.text = std::move(text);
  json const document = parse_strict_json(path, file.text);
  Node const root(path, document);
  root.require_object({"K", "T", "resources", "servers", "speeds", "queues", "users", "events"});
  auto const resources = static_cast<int>(root.at("K").integer(1, max_resources));
  bool const bounded = root.has("T") && !root.at("T").is_null();
  ProblemBuilder builder(resources, bounded ? root.at("T").integer(0, limits::count) : 0);
  file.resources = read_names(root, resources);
  read_servers(root, resources, builder);
  read_users(root, resources, builder);
  file.policy_events = read_events(root, builder);
  file.problem = std::move(builder).build();
  for (std::size_t i = 0; i < file.policy_events.size(); ++i)
    require_policy(path, place_of_event(file.policy_events[i]), file.problem.policies[i],
                   file.problem);
  return file;
}

}  // namespace fairslot::problem
