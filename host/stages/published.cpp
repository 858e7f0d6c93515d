#include "host/stages/published.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "host/scenario/describe.hpp"
#include "host/sha256.hpp"

namespace fairslot::stages {
namespace {

using Compare = Scenario::Compare;
using Points = std::vector<SweptScenario>;

/// A point without what may differ between points of one world.
Scenario world_of(Scenario point) {
  Scenario const plain;
  point.name = plain.name, point.description = plain.description;
  point.schedulers = plain.schedulers;
  point.samples = plain.samples, point.seed = plain.seed;
  point.by_worker = plain.by_worker;
  point.compare = plain.compare;
  return point;
}

std::vector<Scenario> worlds_of(Points const& points) {
  std::vector<Scenario> worlds;
  for (SweptScenario const& point : points) worlds.push_back(world_of(point.scenario));
  return worlds;
}

class Settling {
 public:
  Settling(ScenarioFile& now, Points const& of_file, scenario::Value const& root)
      : now_(now), of_file_(of_file), root_(root) {}

  void settle() {
    for (std::size_t i = 0; i < now_.scenario.compare.size(); ++i)
      if (!now_.scenario.compare[i].published.empty())
        settle(now_.scenario.compare.change()[i], fmt::format("compare.{}.published", i));
    now_.left_out.assign(reasons_.begin(), reasons_.end());
  }

 private:
  void settle(Compare& compare, std::string const& key) {
    std::size_t const count = compare.published.size();
    if (count > 1 && !of_file_.empty() && count != of_file_.size())
      fail(scenario::place_of(root_, key), key,
           fmt::format("{} values (allowed: 1, or {}, one a point of the sweep)", count,
                       of_file_.size()));
    if (!of_file_.empty() && !compare.world.empty() && compare.world != world_of_file()) {
      reasons_.insert(
          fmt::format("published numbers are left out: they are of the world {}, this one is {}",
                      compare.world, world_of_file()));
      return drop(compare);
    }
    std::vector<std::optional<Published>> now;
    for (auto const& like : likes())
      now.push_back(like ? compare.published[count == 1 ? 0 : *like] : std::nullopt);
    if (std::ranges::none_of(now, [](auto const& one) { return one.has_value(); })) {
      reasons_.insert(
          "published numbers are left out: they are of the scenario as the file has it");
      return drop(compare);
    }
    compare.published = std::move(now);
    if (!compare.world.empty()) compare.world = world();
  }

  static void drop(Compare& compare) {
    compare.published.clear();
    compare.source = compare.world = "";
  }

  /// Of each point that of the file which is of the same world, at its own place first.
  std::vector<std::optional<std::size_t>> const& likes() {
    if (!likes_.empty()) return likes_;
    auto const file = worlds_of(of_file_), now = worlds_of(now_.points);
    for (std::size_t p = 0; p < now.size(); ++p) {
      auto const at = p < file.size() && file[p] == now[p] ? file.begin() + std::ptrdiff_t(p)
                                                           : std::ranges::find(file, now[p]);
      likes_.push_back(at == file.end()
                           ? std::nullopt
                           : std::optional(static_cast<std::size_t>(at - file.begin())));
    }
    return likes_;
  }

  std::string const& world() {
    if (world_.empty()) world_ = world_name(now_.points);
    return world_;
  }
  std::string const& world_of_file() {
    if (world_of_file_.empty()) world_of_file_ = world_name(of_file_);
    return world_of_file_;
  }

  ScenarioFile& now_;
  Points const& of_file_;
  scenario::Value const& root_;
  std::vector<std::optional<std::size_t>> likes_;  ///< once asked for
  std::string world_, world_of_file_;              ///< once asked for
  std::set<std::string> reasons_;
};

}  // namespace

bool is_same_world(std::string_view key) {
  constexpr std::string_view free[] = {"name", "description", "schedulers", "samples",
                                       "seed", "by_worker",   "compare"};
  return std::ranges::any_of(free, [&](auto outer) { return scenario::is_within(key, outer); });
}

std::string world_name(Points const& points) {
  std::string hashes;
  for (Scenario const& world : worlds_of(points)) hashes += hash_of(world);
  return sha256(hashes).substr(0, scenario::world_digits);
}

void settle_published(ScenarioFile& now, Points const& of_file, scenario::Value const& root) {
  Settling(now, of_file, root).settle();
}

}  // namespace fairslot::stages
