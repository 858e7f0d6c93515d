// Experiment "slot_ratios": every server is cut into so many equal slots, and a task takes one,
// whatever it demands of it (Ghodsi et al. 2011, the motivation of DRF). Counted are pairs of a
// task and a server that it may use, in integers.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "host/pool/document.hpp"
#include "host/pool/experiment.hpp"
#include "host/scenario/cluster.hpp"
#include "host/scenario/named_trace.hpp"
#include "kernels/problem.hpp"

namespace fairslot::pool {
namespace {

using scenario::Value;
using Cluster = scenario::Scenario::Cluster;
using ClusterName = scenario::Scenario::ClusterName;
using Units = std::vector<std::int64_t>;  // [K]

constexpr std::int64_t most_slots = 1'000'000;
constexpr std::int64_t most_pairs = std::int64_t{1} << 53;      // exact as double
constexpr std::int64_t least_percent = 95, most_percent = 105;  // of a slot: a match
constexpr std::string_view of_all;                              // resource of the row of all

/// Of pairs: demands below what a slot holds, as much, above, and below of one resource and above
/// of another.
struct Fits {
  std::int64_t below = 0, match = 0, above = 0, mixed = 0;
  void add(bool is_below, bool is_above, std::int64_t pairs) {
    (is_below ? is_above ? mixed : below : is_above ? above : match) += pairs;
  }
};

bool is_below(std::int64_t demand, std::int64_t slots, std::int64_t capacity) {
  return 100 * demand * slots < least_percent * capacity;
}
bool is_above(std::int64_t demand, std::int64_t slots, std::int64_t capacity) {
  return 100 * demand * slots > most_percent * capacity;
}

/// By what a task demands and what a server has.
using Pairs = std::map<std::pair<Units, Units>, std::int64_t>;

bool may_use(traces::Trace const& trace, std::int32_t allowed, std::string const& of_class) {
  return allowed < 0 ||
         std::ranges::any_of(trace.sets[static_cast<std::size_t>(allowed)], [&](std::int32_t c) {
           return trace.classes[static_cast<std::size_t>(c)] == of_class;
         });
}

Pairs pairs_of(traces::Trace const& trace, std::vector<scenario::ServerType> const& types) {
  std::map<std::pair<Units, std::int32_t>, std::int64_t> tasks;  // by demand and permitted set
  for (std::size_t job = 0; job < trace.jobs(); ++job) {
    std::int32_t const* const demand = trace.demand_of(job);
    tasks[{Units(demand, demand + trace.resources.size()), trace.allowed[job]}] += trace.tasks[job];
  }
  std::map<std::pair<Units, std::string>, std::int64_t> servers;
  for (scenario::ServerType const& type : types)
    servers[{type.capacity, type.of_class}] += type.count;
  Pairs pairs;
  for (auto const& [wanted, count] : tasks)
    for (auto const& [server, servers_alike] : servers)
      if (may_use(trace, wanted.second, server.second))
        pairs[{wanted.first, server.first}] += count * servers_alike;
  return pairs;
}

/// Those of Table 3, each with the resources of the trace in their order.
std::vector<scenario::ServerType> table3_of(traces::Trace const& trace, Value const& given) {
  auto types = scenario::server_types(Cluster{});
  auto const& names = scenario::table3_resources;
  for (std::string const& resource : trace.resources)
    if (!std::ranges::count(names, resource))
      refuse(given, "servers",
             fmt::format("servers with {}, which the trace's tasks ask for; those of Table 3 have "
                         "{}",
                         resource, fmt::join(names, ", ")));
  for (scenario::ServerType& type : types) {
    Units own;
    for (std::string const& resource : trace.resources)
      own.push_back(type.capacity[static_cast<std::size_t>(std::ranges::find(names, resource) -
                                                           names.begin())]);
    type.capacity = std::move(own);
  }
  return types;
}

std::vector<scenario::ServerType> listed(Value const& given, std::size_t resources) {
  std::vector<scenario::ServerType> types;
  for (Value const& server : list(given, "servers", "tables, \"table3\" or \"trace\"")) {
    Keys keys(server, fmt::format("servers.{}", types.size()));
    Value const& capacity = keys.get("capacity", "a list of integers");
    auto& type = types.emplace_back();
    for (Value const& amount : list(capacity, keys.full("capacity"), "integers"))
      type.capacity.push_back(
          integer(amount, fmt::format("{}.{}", keys.full("capacity"), type.capacity.size()), 0,
                  limits::capacity));
    require_length(capacity, keys.full("capacity"), type.capacity.size(), resources,
                   "one a resource of the trace");
    type.count = integer_or(keys, "count", 1, limits::count, 1);
    keys.refuse_others();
  }
  if (types.empty()) fail(given.place, "servers", "an empty list (allowed: at least one server)");
  return types;
}

std::vector<scenario::ServerType> servers_of(std::shared_ptr<traces::Trace const> const& trace,
                                             Value const& given) {
  bool const is_list = std::holds_alternative<scenario::Array>(given.data);
  constexpr std::string_view names[] = {"table3", "trace"};
  bool const own = !is_list && name(given, "servers", names) == 1;
  if (own && trace->nodes() == 0)
    fail(given.place, "servers",
         "the trace has no nodes (allowed: \"table3\", or a list of servers)");
  if (own) {
    Cluster cluster;
    cluster.name = ClusterName::trace;
    cluster.nodes = trace;
    return scenario::server_types(cluster);
  }
  if (!trace->sets.empty())
    fail(given.place, "servers",
         "the trace's jobs are allowed classes of servers, and these are of none (allowed: "
         "\"trace\")");
  return is_list ? listed(given, trace->resources.size()) : table3_of(*trace, given);
}

std::vector<std::int64_t> slots_of(Value const& given) {
  if (!std::holds_alternative<scenario::Array>(given.data))
    return {integer(given, "slots", 1, most_slots)};
  std::vector<std::int64_t> slots;
  for (Value const& element : list(given, "slots", "integers")) {
    std::string const key = fmt::format("slots.{}", slots.size());
    std::int64_t const one = integer(element, key, 1, most_slots);
    if (std::ranges::count(slots, one))
      fail(element.place, key, fmt::format("{} is there twice", one));
    slots.push_back(one);
  }
  if (slots.empty()) fail(given.place, "slots", "an empty list (allowed: at least one number)");
  return slots;
}

class SlotRatios final : public Experiment {
 public:
  SlotRatios(Document const& document, std::string name) {
    Keys keys(document.root, "");
    head_ = head_of(keys, document, std::move(name));
    Value const& trace = keys.get("trace", "a trace file, fairslot import makes it");
    Value const* const given = keys.find("servers");
    slots_ = slots_of(keys.get("slots", "slots a server, an integer or a list of them"));
    keys.refuse_others();
    trace_ = scenario::named_trace(trace.place, "trace", text(trace, "trace"));
    head_.text += fmt::format("\n# trace {}\n", trace_->hash);
    std::string const usual = trace_->nodes() > 0 ? "trace" : "table3";
    Value const servers = given ? *given : Value{document.root.place, usual};
    servers_ = servers_of(trace_, servers);
    std::int64_t tasks = 0, count = 0;
    for (std::int32_t const own : trace_->tasks) tasks += own;
    for (scenario::ServerType const& type : servers_) count += type.count;
    if (count > most_pairs / tasks)
      fail(servers.place, "servers",
           fmt::format("{} servers are too many for {} tasks (allowed: {} pairs)", count, tasks,
                       most_pairs));
    tasks_ = tasks;
    server_count_ = count;
    pairs_ = pairs_of(*trace_, servers_);
    if (pairs_.empty())
      fail(servers.place, "servers", "none is of a class that some task is allowed");
  }

  void run(int) override {
    fits_.resize(slots_.size() * (K() + 1));
    for (std::size_t s = 0; s < slots_.size(); ++s)
      for (auto const& [pair, count] : pairs_) {
        bool some_below = false, some_above = false;
        for (std::size_t r = 0; r < K(); ++r) {
          bool const below = is_below(pair.first[r], slots_[s], pair.second[r]);
          bool const above = is_above(pair.first[r], slots_[s], pair.second[r]);
          fits_[s * (K() + 1) + r].add(below, above, count);
          some_below |= below;
          some_above |= above;
        }
        fits_[s * (K() + 1) + K()].add(some_below, some_above, count);
      }
  }

  std::string table() const override;
  std::string json() const override;
  record::Published write(std::string const& path) const override;

 private:
  std::size_t K() const { return trace_->resources.size(); }
  std::int64_t pairs() const {
    std::int64_t all = 0;
    for (auto const& [pair, count] : pairs_) all += count;
    return all;
  }
  std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> pairs_of_resource(
      std::size_t r) const;
  std::string_view resource(std::size_t r) const { return r < K() ? trace_->resources[r] : of_all; }

  ExperimentHead head_;
  std::shared_ptr<traces::Trace const> trace_;
  std::vector<scenario::ServerType> servers_;
  std::vector<std::int64_t> slots_;
  std::int64_t tasks_ = 0, server_count_ = 0;
  Pairs pairs_;
  std::vector<Fits> fits_;  // [slots][K + 1]
};

std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> SlotRatios::pairs_of_resource(
    std::size_t r) const {
  std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> own;
  for (auto const& [pair, count] : pairs_) own[{pair.first[r], pair.second[r]}] += count;
  return own;
}

std::string SlotRatios::table() const {
  std::string text = fmt::format(
      "{}: what {} tasks demand over what a slot holds, on {} servers: {} pairs\n"
      "  {:>8}  {:<12}{:>12}{:>14}{:>12}{:>12}\n",
      head_.name, tasks_, server_count_, pairs(), "slots", "resource", "below 0.95", "0.95 .. 1.05",
      "above 1.05", "below/above");
  auto const all = static_cast<double>(pairs());
  for (std::size_t i = 0; i < fits_.size(); ++i) {
    Fits const& own = fits_[i];
    std::size_t const r = i % (K() + 1);
    auto const share = [all](std::int64_t count) { return static_cast<double>(count) / all; };
    text += fmt::format("  {:>8}  {:<12}{:>12.6f}{:>14.6f}{:>12.6f}{:>12}\n", slots_[i / (K() + 1)],
                        r < K() ? shown(resource(r)) : "all", share(own.below), share(own.match),
                        share(own.above), r < K() ? "" : fmt::format("{:.6f}", share(own.mixed)));
  }
  return text;
}

std::string SlotRatios::json() const {
  using json = nlohmann::ordered_json;
  json all = json::array();
  for (std::size_t s = 0; s < slots_.size(); ++s) {
    json resources = json::array();
    Fits const* const own = fits_.data() + s * (K() + 1);
    for (std::size_t r = 0; r < K(); ++r)
      resources.push_back({{"resource", resource(r)},
                           {"below", own[r].below},
                           {"match", own[r].match},
                           {"above", own[r].above}});
    all.push_back({{"slots", slots_[s]},
                   {"resources", resources},
                   {"all",
                    {{"below", own[K()].below},
                     {"match", own[K()].match},
                     {"above", own[K()].above},
                     {"mixed", own[K()].mixed}}}});
  }
  return json{{"experiment", head_.name},
              {"tasks", tasks_},
              {"servers", server_count_},
              {"pairs", pairs()},
              {"fits", all}}
             .dump(2) +
         "\n";
}

/// Tables /slot_ratios/tasks/fits and ratios.
record::Published SlotRatios::write(std::string const& path) const {
  using enum record::ColumnType;
  std::size_t const length = record::longest(trace_->resources);
  record::Sink const sink{
      "slot_ratios",
      {"tasks"},
      {{"fits", record::after_point_and_sample({{"slots", i32},
                                                record::text_column("resource", length),
                                                {"below", i64},
                                                {"match", i64},
                                                {"above", i64},
                                                {"mixed", i64}})},
       {"ratios", record::after_point_and_sample({record::text_column("resource", length),
                                                  {"demand", i64},
                                                  {"capacity", i64},
                                                  {"pairs", i64}})}}};
  std::int32_t const zero = 0;
  std::vector<std::vector<record::Rows>> groups(1);
  auto& tables = groups[0];
  tables.resize(2);
  for (std::size_t i = 0; i < fits_.size(); ++i) {
    tables[0].put(zero, zero, static_cast<std::int32_t>(slots_[i / (K() + 1)]));
    tables[0].put_text(resource(i % (K() + 1)), length);
    tables[0].put(fits_[i].below, fits_[i].match, fits_[i].above, fits_[i].mixed);
  }
  for (std::size_t r = 0; r < K(); ++r)
    for (auto const& [ratio, count] : pairs_of_resource(r)) {
      tables[1].put(zero, zero);
      tables[1].put_text(resource(r), length);
      tables[1].put(ratio.first, ratio.second, count);
    }
  return write_tables(path, head_, trace_->resources, sink, groups);
}

}  // namespace

std::unique_ptr<Experiment> slot_ratios(Document const& document, std::string name) {
  return std::make_unique<SlotRatios>(document, std::move(name));
}

}  // namespace fairslot::pool
