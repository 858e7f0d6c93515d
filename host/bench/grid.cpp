#include "host/bench/grid.hpp"

#include <algorithm>
#include <functional>
#include <string>

namespace fairslot::bench {
namespace {

/// A value of a dimension: its part of a case's name, and what it makes of the case.
struct Value {
  std::string name;
  std::function<void(Case&)> set;
};
/// The first value is the middle's.
using Dimension = std::vector<Value>;

constexpr int most_classes = 1'000;  ///< distinct demands

/// The window is long enough for a million picks where most of a cluster is used.
Value servers(std::string name, int count, int end) {
  return {std::move(name), [=](Case& c) { set_cluster(c, count, end); }};
}
Value types(int count) {
  return {"t" + std::to_string(count), [=](Case& c) { c.types = count; }};
}
Value used(int percent) {
  return {"used" + std::to_string(percent),
          [=](Case& c) { c.load = Load::light, c.used = percent / 100.0; }};
}
Value constrained(std::string name, Constraint constraint) {
  return {std::move(name), [=](Case& c) { c.constraint = constraint; }};
}
Value tasks(int mean) {
  return {"j" + std::to_string(mean), [=](Case& c) { c.mean_tasks = mean; }};
}
Value users(std::string name, int count) {
  return {std::move(name),
          [=](Case& c) { c.users = count, c.classes = std::min(count, most_classes); }};
}
Value resources(int count) {
  return {"k" + std::to_string(count), [=](Case& c) { c.resources = count; }};
}

std::vector<Dimension> const& dimensions() {
  static std::vector<Dimension> const all = {
      {servers("s10k", 10'000, 460), servers("s1k", 1'000, 1'060), servers("s100k", 100'000, 100)},
      {types(10), types(1), types(100)},
      {used(80),
       used(5),
       used(20),
       used(50),
       used(95),
       {"over", [](Case& c) { c.load = Load::overload; }}},
      {constrained("bytype", Constraint::each_type), constrained("free", Constraint::anywhere),
       constrained("bysets", Constraint::sets)},
      {tasks(10), tasks(1), tasks(1'000)},
      {users("u100", 100), users("u10k", 10'000)},
      {resources(2), resources(3), resources(4)},
  };
  return all;
}

/// Number chosen[d] of each dimension.
Case case_of(std::vector<std::size_t> const& chosen) {
  Case c{.name = "dc", .servers = 0, .users = 0, .classes = 0, .extent = Extent::full};
  for (std::size_t d = 0; d < chosen.size(); ++d) {
    Value const& value = dimensions()[d][chosen[d]];
    c.name += "-" + value.name;
    value.set(c);
  }
  return c;
}

}  // namespace

std::vector<Case> datacenter_star() {
  std::vector<std::size_t> chosen(dimensions().size(), 0);
  std::vector<Case> cases = {case_of(chosen)};
  for (std::size_t d = 0; d < chosen.size(); ++d, chosen[d - 1] = 0)
    for (chosen[d] = 1; chosen[d] < dimensions()[d].size(); ++chosen[d])
      cases.push_back(case_of(chosen));
  return cases;
}

std::vector<Case> datacenter_grid() {
  std::vector<std::vector<std::size_t>> all = {{}};
  for (Dimension const& dimension : dimensions()) {
    std::vector<std::vector<std::size_t>> longer;
    for (auto const& chosen : all)
      for (std::size_t i = 0; i < dimension.size(); ++i) {
        longer.push_back(chosen);
        longer.back().push_back(i);
      }
    all = std::move(longer);
  }
  std::vector<Case> cases;
  for (auto const& chosen : all) cases.push_back(case_of(chosen));
  return cases;
}

}  // namespace fairslot::bench
