#include "host/pool/property_study.hpp"

#include <fmt/format.h>

#include <functional>

#include "host/interrupt.hpp"
#include "host/pool/draws.hpp"
#include "host/pool/in_order.hpp"

namespace fairslot::pool {
namespace {

using scenario::Value;

constexpr std::int64_t most_instances = 1'000'000, most_users = 8, instances_a_block = 25;
constexpr std::int64_t least_capacity_drawn = 20, most_capacity_drawn = 40, most_demand_drawn = 8;
constexpr Numbers capacities{1e-9, 1e9}, demands{1e-9, 1e9, true};

Cell cell_of(Divide const& divide, Property const& property, std::int64_t number,
             Instance const& in, Answer const& answer) {
  auto const shortfall = property.shortfall(divide, in, answer);
  if (!shortfall) return {};
  Cell cell{1, 0, std::max(0.0, shortfall->part()), {}};
  if (shortfall->part() <= least_shortfall) return cell;
  cell.broken = 1;
  cell.smallest = Witness{number, in, *shortfall};
  return cell;
}

Instance drawn(Random const& random, std::int64_t number, std::int64_t users) {
  Draws draws(random, Draw::problem, static_cast<std::uint32_t>(number), 1);
  auto const N = static_cast<std::size_t>(draws.from(least_users_drawn, users));
  std::vector<double> capacity(resources_drawn), demand(N * resources_drawn);
  for (double& own : capacity)
    own = static_cast<double>(draws.from(least_capacity_drawn, most_capacity_drawn));
  for (double& own : demand) own = static_cast<double>(draws.from(1, most_demand_drawn));
  return one_pool(std::move(capacity), std::move(demand));
}

}  // namespace

Instance Subject::seen(Instance in) const {
  if (!of_one_resource) return in;
  std::vector<double> demand;
  for (std::size_t i = 0; i < in.N(); ++i) demand.push_back(in.demand_of(i)[0]);
  return one_pool({in.capacity[0]}, std::move(demand));
}
Answer Subject::operator()(Instance const& in) const {
  if (!on_servers) return solver.solve(in, Steps::none);
  Instance server = in;
  server.servers = in.capacity;
  server.permitted.resize(in.N());
  return solver.solve(server, Steps::none);
}

PropertyStudy::PropertyStudy(Document const& document, std::string name) {
  Keys keys(document.root, "");
  head_ = head_of(keys, document, std::move(name));
  head_.seed = seed_of(keys);
  instances_ = integer_or(keys, "instances", 1, most_instances, instances_);
  most_users_ = integer_or(keys, "users", least_users_drawn, most_users, most_users_);
  read_mechanisms(keys.get("mechanisms", "a list of mechanisms"));
  if (Value const* const examples = keys.find("examples"))
    for (Value const& own : list(*examples, "examples", "tables"))
      examples_.push_back(example_of(own, fmt::format("examples.{}", examples_.size())));
  keys.refuse_others();
  cells_.resize(subjects_.size() * properties().size());
}

void PropertyStudy::read_mechanisms(Value const& given) {
  std::vector<std::string> texts;
  auto const& elements = list(given, "mechanisms", "mechanisms");
  auto const refuse_one = [&elements](std::size_t i, std::string const& problem) {
    scenario::fail(elements[i].place, fmt::format("mechanisms.{}", i), problem);
  };
  for (Value const& own : elements)
    texts.push_back(text(own, fmt::format("mechanisms.{}", texts.size())));
  if (texts.empty()) refuse(given, "mechanisms", "at least one mechanism");
  for (Solver const& solver : solvers_of(texts, refuse_one)) {
    subjects_.emplace_back(solver);
    try {
      subjects_.back()(one_pool({1}, {1}));
    } catch (Unfit const& unfit) {
      refuse_one(subjects_.size() - 1, fmt::format("{}: {}", unfit.key, unfit.what()));
    }
  }
}

Example PropertyStudy::example_of(Value const& given, std::string const& key) {
  Keys keys(given, key);
  std::vector<std::string> texts;
  for (Subject const& own : subjects_) texts.push_back(own.solver.text());
  std::vector<std::string_view> const mechanisms(texts.begin(), texts.end());
  std::vector<std::string_view> names;
  for (Property const& own : properties()) names.push_back(own.name);
  auto const subject =
      name(keys.get("mechanism", "one of mechanisms"), keys.full("mechanism"), mechanisms);
  auto const property = name(keys.get("property", "the name of one"), keys.full("property"), names);
  Value const& pool = keys.get("capacity", "a list of numbers");
  auto capacity = numbers(pool, keys.full("capacity"), capacities);
  std::size_t const most = subjects_[subject].of_one_resource ? 1 : most_resources_of_lies;
  if (capacity.empty() || capacity.size() > most)
    refuse(pool, keys.full("capacity"), fmt::format("1 to {} resources", most));
  Value const& users = keys.get("demand", "a list of demands, one a user");
  std::vector<double> demand;
  for (Value const& own : list(users, keys.full("demand"), "lists")) {
    std::string const of =
        fmt::format("{}.{}", keys.full("demand"), demand.size() / capacity.size());
    auto const one = numbers(own, of, demands);
    require_length(own, of, one.size(), capacity.size(), "one a resource");
    if (std::ranges::count(one, 0.0) == std::ssize(one)) refuse(own, of, "a positive demand");
    demand.insert(demand.end(), one.begin(), one.end());
  }
  if (demand.empty() || demand.size() > capacity.size() * static_cast<std::size_t>(most_users))
    refuse(users, keys.full("demand"), fmt::format("1 to {} users", most_users));
  keys.refuse_others();
  return {subject, property, one_pool(std::move(capacity), std::move(demand))};
}

Cells PropertyStudy::cells_of(std::int64_t first, std::int64_t end) const {
  Random const random(head_.seed, 0);
  Cells cells(cells_.size());
  for (std::int64_t number = first; number < end; ++number) {
    Instance const pool = drawn(random, number, most_users_);
    for (std::size_t s = 0; s < subjects_.size(); ++s) try {
        Subject const& subject = subjects_[s];
        Instance const in = subject.seen(pool);
        Answer const answer = subject(in);
        for (std::size_t p = 0; p < properties().size(); ++p)
          cells[s * properties().size() + p].add(
              cell_of(subject, properties()[p], number, in, answer));
      } catch (NotConverged const& error) {
        throw NotConverged(fmt::format("instance {}: {}: {}", number, name_of(s), error.what()));
      }
  }
  return cells;
}

void PropertyStudy::run(int threads) {
  std::int64_t next = 0;
  InOrder<std::int64_t, Cells> blocks(
      threads,
      [&]() -> std::optional<std::int64_t> {
        if (next >= instances_) return std::nullopt;
        return std::exchange(next, next + instances_a_block);
      },
      [this](std::int64_t&& first) {
        return cells_of(first, std::min(first + instances_a_block, instances_));
      });
  while (auto cells = blocks.pop()) {
    stop_if_interrupted();
    for (std::size_t c = 0; c < cells_.size(); ++c) cells_[c].add(std::move((*cells)[c]));
  }
  for (Example& own : examples_) {
    Subject const& subject = subjects_[own.subject];
    own.found = cell_of(subject, properties()[own.property], -1, own.in, subject(own.in));
  }
}

std::unique_ptr<Experiment> property_study(Document const& document, std::string name) {
  return std::make_unique<PropertyStudy>(document, std::move(name));
}

}  // namespace fairslot::pool
