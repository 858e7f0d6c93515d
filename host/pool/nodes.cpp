#include "host/pool/nodes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace fairslot::pool {
namespace {

constexpr std::int64_t most_nodes = 10'000, most_demand = 1'000'000, most_slots = 10'000,
                       most_seeds = 10'000, most_steps = 10'000;
constexpr Numbers capacities{1e-9, 1e15}, chances{0, 1};

void chance_of(Keys& keys, std::string_view name, double& into) {
  if (auto const* const given = keys.find(name)) into = number(*given, keys.full(name), chances);
}

std::uint32_t word(std::int64_t number) { return static_cast<std::uint32_t>(number); }

}  // namespace

NodeSystem node_system_of(Keys& keys) {
  NodeSystem system;
  auto const& capacity = keys.get("capacity", "a list of numbers");
  system.capacity = numbers(capacity, "capacity", capacities);
  if (system.capacity.empty() || system.capacity.size() > most_resources)
    refuse(capacity, "capacity", fmt::format("1 to {} resources", most_resources));
  system.nodes = integer_or(keys, "nodes", 1, most_nodes, system.nodes);
  if (auto const* const demand = keys.find("demand")) {
    auto const& ends = list(*demand, "demand", "two integers");
    require_length(*demand, "demand", ends.size(), 2, "the least and the most");
    system.least = integer(ends[0], "demand.0", 0, most_demand);
    system.most =
        integer(ends[1], "demand.1", std::max<std::int64_t>(1, system.least), most_demand);
  }
  chance_of(keys, "birth", system.birth);
  chance_of(keys, "death", system.death);
  system.slots = integer_or(keys, "slots", 1, most_slots, system.slots);
  system.seeds = integer_or(keys, "seeds", 1, most_seeds, system.seeds);
  return system;
}

Nodes::Nodes(NodeSystem const& system, std::uint64_t seed, std::int64_t run)
    : system_(system),
      random_(seed, static_cast<std::uint64_t>(run)),
      nodes_(static_cast<std::size_t>(system.nodes)),
      died_(nodes_) {
  draw();
}

void Nodes::step() {
  auto const at = word(++slot_);
  died_ = nodes_;
  if (nodes_ > 0 && happens(random_.bits(Draw::node_death, 0, at, 0), system_.death)) {
    died_ = static_cast<std::size_t>(scaled(random_.bits(Draw::node_death, 0, at, 1), nodes_));
    --nodes_;
  }
  born_ = happens(random_.bits(Draw::node_birth, 0, at), system_.birth);
  if (born_) ++nodes_;
  draw();
}

void Nodes::draw() {
  auto const at = word(slot_);
  std::size_t const K = system_.capacity.size();
  auto const width = static_cast<std::uint64_t>(system_.most - system_.least + 1);
  demand_.clear();
  for (std::uint32_t node = 0; node < nodes_; ++node)
    for (std::uint32_t r = 0; r < K; ++r)
      demand_.push_back(
          static_cast<double>(system_.least) +
          static_cast<double>(scaled(random_.bits(Draw::node_demand, node, at, r), width)));
}

std::vector<std::size_t> Nodes::asking() const {
  std::vector<std::size_t> all;
  for (std::size_t node = 0; node < nodes_; ++node)
    if (std::ranges::any_of(demand_of(node), [](double d) { return d > 0; })) all.push_back(node);
  return all;
}

Instance Nodes::instance() const {
  std::vector<double> demand;
  for (std::size_t const node : asking()) {
    auto const own = demand_of(node);
    demand.insert(demand.end(), own.begin(), own.end());
  }
  return one_pool(system_.capacity, std::move(demand));
}

std::vector<double> grid(Keys& keys, std::string_view key, std::vector<double> otherwise,
                         Numbers const& range) {
  auto const* const given = keys.find(key);
  std::vector<double> const ends =
      given ? numbers(*given, keys.full(key), range) : std::move(otherwise);
  if (given) require_length(*given, keys.full(key), ends.size(), 3, "from, to, step");
  double const steps = std::floor((ends[1] - ends[0]) / ends[2] + 1e-6);
  if (given && !(steps >= 0 && steps <= most_steps))
    refuse(*given, keys.full(key), fmt::format("from, to, step with at most {} steps", most_steps));
  std::vector<double> all;
  for (std::int64_t i = 0; i <= static_cast<std::int64_t>(steps); ++i)
    all.push_back(std::round((ends[0] + static_cast<double>(i) * ends[2]) * 1e9) / 1e9);
  return all;
}

Band::Band(std::vector<double> numbers)
    : mean(std::numeric_limits<double>::quiet_NaN()),
      low(mean),
      median(mean),
      high(mean),
      count(static_cast<std::int64_t>(numbers.size())) {
  if (numbers.empty()) return;
  mean = std::accumulate(numbers.begin(), numbers.end(), 0.0) / static_cast<double>(count);
  std::sort(numbers.begin(), numbers.end());
  auto const at = [&](double part) {
    return numbers[static_cast<std::size_t>(part * static_cast<double>(count - 1))];
  };
  low = at(0.05);
  median = at(0.5);
  high = at(0.95);
}

}  // namespace fairslot::pool
