// Kubernetes: nodes and pods as kubectl get -o json writes them.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "host/error.hpp"
#include "host/json_reason.hpp"
#include "host/traces/formats/all.hpp"

namespace fairslot::traces::formats {
namespace {

using nlohmann::json;
using Amounts = std::array<std::int32_t, max_resources>;

/// The bytes of an input one by one.
class Bytes {
 public:
  explicit Bytes(Input& input) : input_(input) { fill(); }
  bool is_done() const { return size_ == 0; }
  char byte() const { return block_[at_]; }
  void next() {
    line_ += ends_line_;
    ends_line_ = block_[at_] == '\n';
    if (++at_ == size_) fill();
  }
  std::int64_t line() const { return line_; }  ///< of the byte before

 private:
  void fill() { size_ = input_.read(block_.data(), block_.size()), at_ = 0; }

  Input& input_;
  std::vector<char> block_ = std::vector<char>(std::size_t{1} << 18);
  std::size_t size_ = 0, at_ = 0;
  std::int64_t line_ = 1;
  bool ends_line_ = false;  ///< the byte before
};

/// The same for the library.
class ByteIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = char const*;
  using reference = char;

  explicit ByteIterator(Bytes* bytes) : bytes_(bytes) {}
  char operator*() const { return bytes_->byte(); }
  ByteIterator& operator++() {
    bytes_->next();
    return *this;
  }
  bool operator!=(ByteIterator const& other) const { return is_end() != other.is_end(); }
  bool operator==(ByteIterator const& other) const { return is_end() == other.is_end(); }

 private:
  bool is_end() const { return !bytes_ || bytes_->is_done(); }
  Bytes* bytes_;
};

/// Calls body(item) for each of a list's items, of which one is kept at a time, without what is
/// long and not looked at.
template <class Body>
void for_each_item(Import& importing, Input& input, Body const& body) {
  constexpr int of_item = 2, deepest = 100;
  constexpr std::array<std::string_view, 6> dropped = {
      "managedFields", "annotations", "volumes", "conditions", "images", "tolerations"};
  Bytes bytes(input);
  std::int64_t items = 0, first_line = 1;
  auto const callback = [&](int depth, json::parse_event_t event, json& parsed) {
    using Event = json::parse_event_t;
    if (depth > deepest)
      throw InputError(fmt::format("{}:{}: nested too deep", input.name(), bytes.line()));
    if (event == Event::key && depth == 1) return parsed == "items";
    if (event == Event::key && depth == of_item + 2)
      return !std::ranges::count(dropped, parsed.get_ref<std::string const&>());
    if (event == Event::object_start && depth == of_item) first_line = bytes.line();
    if (event != Event::object_end || depth != of_item) return true;
    ++items;
    importing.row(first_line, [&] {
      try {
        body(parsed);
      } catch (json::exception const&) {
        throw BadRow("not as kubectl writes it");
      }
    });
    return false;
  };
  try {
    json const rest = json::parse(ByteIterator(&bytes), ByteIterator(nullptr), callback);
  } catch (json::exception const& error) {
    throw InputError(fmt::format("{}:{}: no JSON ({})", input.name(), bytes.line(),
                                 shown(json_reason(error), 160)));
  }
  if (items == 0)
    throw InputError(
        fmt::format("{}: no items (allowed: what kubectl get -o json writes)", input.name()));
}

/// What lies at keys in keys; nullptr: nothing.
template <class... Keys>
json const* find(json const& value, std::string const& key, Keys const&... inner) {
  auto const at = value.is_object() ? value.find(key) : value.end();
  if (!value.is_object() || at == value.end()) return nullptr;
  if constexpr (sizeof...(inner) == 0)
    return &*at;
  else
    return find(*at, inner...);
}

/// Whether something lies there that is not empty.
template <class... Keys>
bool has(json const& value, Keys const&... keys) {
  json const* const at = find(value, keys...);
  return at && !at->empty();
}

/// Empty: there is none.
template <class... Keys>
std::string text_at(json const& value, Keys const&... keys) {
  json const* const at = find(value, keys...);
  if (!at || at->is_null()) return "";
  return at->is_string() ? at->get<std::string>() : at->dump();
}

/// "250m", "1.5Gi": a number and what it is times, 10^exponent * 2^power.
struct Quantity {
  Decimal number;
  int power = 0;
};
Quantity parse_quantity(Field field) {
  static std::map<std::string_view, std::pair<int, int>> const suffixes = {
      {"n", {-9, 0}},  {"u", {-6, 0}},  {"m", {-3, 0}},  {"k", {3, 0}},   {"M", {6, 0}},
      {"G", {9, 0}},   {"T", {12, 0}},  {"P", {15, 0}},  {"E", {18, 0}},  {"Ki", {0, 10}},
      {"Mi", {0, 20}}, {"Gi", {0, 30}}, {"Ti", {0, 40}}, {"Pi", {0, 50}}, {"Ei", {0, 60}}};
  std::size_t const end = field.text.find_last_of("0123456789.") + 1;
  auto const suffix = suffixes.find(field.text.substr(end));
  if (suffix == suffixes.end()) return {number(field)};
  Quantity quantity{number({field.name, field.text.substr(0, end)}), suffix->second.second};
  quantity.number.exponent += suffix->second.first;
  return quantity;
}

constexpr std::array<std::string_view, 3> resource_names = {"cpu", "memory", "nvidia.com/gpu"};

/// Of a table like {cpu: "250m", memory: "1Gi"} in milli-cores, MiB and milli-GPUs; what a task
/// needs is rounded up, what a node has down.
Amounts amounts_of(json const* table, bool up) {
  constexpr std::array<std::int64_t, 3> factors = {1000, 1, 1000};
  constexpr std::array<int, 3> powers = {0, 20, 0};  // of two, in a unit
  constexpr int most = 50;                           // beyond it everything is too much
  Amounts amounts{};
  for (std::size_t r = 0; r < resource_names.size(); ++r) {
    std::string const text = table ? text_at(*table, std::string(resource_names[r])) : "";
    if (text.empty()) continue;
    auto const [number, power] = parse_quantity({resource_names[r], text});
    int const above = std::min(power - powers[r], most);
    std::int64_t const factor = factors[r] << std::max(above, 0);
    std::int64_t const divisor = std::int64_t{1} << std::max(-above, 0);
    std::int64_t const units = up ? number.up_by(factor, divisor) : number.down_by(factor, divisor);
    amounts[r] = amount_of(resource_names[r], number.negative ? -1 : units, text);
  }
  return amounts;
}

/// Of its containers together, or of the init container that needs most.
Amounts demand_of(json const& pod) {
  auto const requests = [&](char const* list, auto const& join) {
    Amounts all{};
    json const* const containers = find(pod, "spec", list);
    if (!containers) return all;
    for (json const& container : *containers) {
      Amounts const own = amounts_of(find(container, "resources", "requests"), true);
      for (std::size_t r = 0; r < own.size(); ++r)
        all[r] = amount_of("requests", join(std::int64_t{all[r]}, own[r]), "");
    }
    return all;
  };
  Amounts demand = requests("containers", [](std::int64_t a, std::int64_t b) { return a + b; });
  Amounts const most =
      requests("initContainers", [](std::int64_t a, std::int64_t b) { return std::max(a, b); });
  for (std::size_t r = 0; r < demand.size(); ++r) demand[r] = std::max(demand[r], most[r]);
  return demand;
}

/// To the end of its last container; -1: some have not ended.
std::int64_t duration_of(json const& pod, std::int64_t start) {
  json const* const containers = find(pod, "status", "containerStatuses");
  if (!containers || containers->empty()) return -1;
  std::int64_t last = std::numeric_limits<std::int64_t>::min();
  for (json const& container : *containers) {
    std::string const end = text_at(container, "state", "terminated", "finishedAt");
    if (end.empty()) return -1;
    last = std::max(last, timestamp({"finishedAt", end}));
  }
  return duration(start, last, "");
}

/// Nodes, and which of them selectors fit.
class Nodes {
 public:
  void add(json const& item) {
    TracedNode node{.name = text_at(item, "metadata", "name"), .of_class = 0, .capacity = {}};
    name({"name", node.name});
    node.capacity = amounts_of(find(item, "status", "allocatable"), false);
    json const* const labels = find(item, "metadata", "labels");
    labels_.push_back(labels ? *labels : json::object());
    nodes_.push_back(std::move(node));
  }

  /// The number of a selector; -1: none.
  std::int32_t number_of(json const* selector) {
    if (!selector || selector->empty()) return -1;
    auto const known = selectors_.find(*selector);
    if (known != selectors_.end()) return known->second;
    std::vector<bool> fits;
    for (json const& labels : labels_)
      fits.push_back(std::ranges::all_of(selector->items(), [&](auto const& want) {
        json const* const has = find(labels, want.key());
        return has && *has == want.value();
      }));
    if (!std::ranges::count(fits, true))
      throw BadRow("nodeSelector fits no node", selector->dump());
    fits_.push_back(std::move(fits));
    return selectors_[*selector] = static_cast<std::int32_t>(fits_.size()) - 1;
  }

  /// Nodes that the same selectors fit are a class; a selector's set is those it fits.
  void hand_over(Draft& draft) {
    draft.allowed.resize(fits_.size());
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
      std::vector<bool> fitting;
      for (auto const& fits : fits_) fitting.push_back(fits[n]);
      auto const next = static_cast<std::int32_t>(classes_.size());
      auto const [own, fresh] = classes_.try_emplace(fitting, next);
      if (fresh) draft.classes.number(fmt::format("c{}", next));
      for (std::size_t s = 0; fresh && s < fits_.size(); ++s)
        if (fitting[s]) draft.allowed[s].push_back(next);
      nodes_[n].of_class = own->second;
    }
    draft.nodes = std::move(nodes_);
  }

 private:
  std::vector<TracedNode> nodes_;
  std::vector<json> labels_;
  std::map<json, std::int32_t> selectors_;
  std::vector<std::vector<bool>> fits_;  // [selectors][nodes]
  std::map<std::vector<bool>, std::int32_t> classes_;
};

void require_kind(json const& item, std::string const& kind) {
  std::string const own = text_at(item, "kind");
  if (!own.empty() && own != kind) throw BadRow("kind is not " + kind, own);
}

void add_pod(Import& importing, Nodes& nodes, json const& pod) {
  require_kind(pod, "Pod");
  std::string const started = text_at(pod, "status", "startTime");
  std::string const created = text_at(pod, "metadata", "creationTimestamp");
  TracedJob job;
  job.submit = started.empty() ? timestamp({"creationTimestamp", created})
                               : timestamp({"startTime", started});
  job.duration = duration_of(pod, job.submit);
  job.demand = demand_of(pod);
  job.allowed = nodes.number_of(find(pod, "spec", "nodeSelector"));
  std::string const space = text_at(pod, "metadata", "namespace");
  std::string const own = text_at(pod, "metadata", "name");
  importing.add(job, {"namespace", space.empty() ? "default" : space}, {"name", own});
  if (has(pod, "spec", "affinity")) importing.not_followed("pods with affinity");
  if (has(pod, "spec", "topologySpreadConstraints"))
    importing.not_followed("pods with topologySpreadConstraints");
}

void add_node(Import& importing, Nodes& nodes, json const& item) {
  require_kind(item, "Node");
  nodes.add(item);
  if (has(item, "spec", "taints")) importing.not_followed("nodes with taints");
}

void read_kubectl(Import& importing) {
  Nodes nodes;
  importing.draft().resources = {"cpu_milli", "mem_mib", "gpu_milli"};
  importing.read(0, [&](Input& input) {
    for_each_item(importing, input, [&](json const& item) { add_node(importing, nodes, item); });
  });
  importing.read(1, [&](Input& input) {
    for_each_item(importing, input, [&](json const& item) { add_pod(importing, nodes, item); });
  });
  nodes.hand_over(importing.draft());
}

}  // namespace

Format const kubectl = {.name = "kubectl",
                        .inputs = "kubectl get nodes -o json, kubectl get pods -A -o json",
                        .least = 2,
                        .most = 2,
                        .resources = "cpu_milli, mem_mib, gpu_milli",
                        .user = "a namespace",
                        .job = "a pod",
                        .settings = {},
                        .read = read_kubectl};

}  // namespace fairslot::traces::formats
