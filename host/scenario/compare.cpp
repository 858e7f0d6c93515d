// What a scenario compares: policies that run, and published gains beside the points that they are
// of.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "host/error.hpp"
#include "host/scenario/build.hpp"
#include "host/scenario/describe.hpp"
#include "host/sha256.hpp"
#include "kernels/suggest.hpp"

namespace fairslot::scenario {
namespace {

using Compare = Scenario::Compare;
using Policies = std::vector<std::string>;

constexpr std::size_t most_comparisons = 1'000'000;  // over all points

/// A point without what may differ between points of one world.
Scenario world_of(Scenario point) {
  Scenario const plain;
  point.name = plain.name, point.description = plain.description;
  point.policies = plain.policies;
  point.samples = plain.samples, point.seed = plain.seed;
  point.record = plain.record;
  point.audit = plain.audit, point.audit_users = plain.audit_users;
  return point;
}

std::vector<Scenario> worlds_of(std::vector<Point> const& points) {
  std::vector<Scenario> worlds;
  for (Point const& point : points) worlds.push_back(world_of(point.scenario));
  return worlds;
}

void add_missing(Policies const& names, Policies& to) {
  for (std::string const& name : names)
    if (!std::ranges::count(to, name)) to.push_back(name);
}

class Settling {
 public:
  Settling(Scenario& scenario, Value const& root, std::vector<Point> const& points,
           ByHand const& by_hand)
      : scenario_(scenario), root_(root), points_(points), by_hand_(by_hand) {
    for (Point const& point : points)
      if (lists_.insert(point.scenario.policies).second)
        add_missing(point.scenario.policies, running_);
  }

  void settle() {
    std::vector<Compare> kept;
    for (std::size_t i = 0; i < scenario_.compare.size(); ++i) {
      Compare compare = scenario_.compare[i];
      require_sense(compare, i);
      settle_published(compare, i);
      settle_policies(compare, i);
      if (!compare.ours.empty()) kept.push_back(std::move(compare));
    }
    require_few(kept);
    scenario_.compare = Shared(std::move(kept));
    tell();
  }

 private:
  [[noreturn]] void refuse(std::string const& key, std::string const& problem) const {
    fail(place_of(root_, key), key, problem);
  }

  /// Nothing is compared with itself or twice.
  void require_sense(Compare const& compare, std::size_t i) {
    Policies against = compare.against;
    std::ranges::sort(against);
    for (std::string const& ours : compare.ours) {
      if (std::ranges::count(against, ours))
        refuse(fmt::format("compare.{}.against", i), fmt::format("{} against itself", ours));
      for (int metric = 1; metric <= 3; ++metric)
        if (compares_by(compare, metric) && !seen_.emplace(ours, against, metric).second)
          refuse(
              fmt::format("compare.{}.ours", i),
              fmt::format("{} is compared with the same policies by the same metric twice", ours));
    }
  }

  static bool compares_by(Compare const& compare, int metric) {
    return compare.metric == Compare::Metric::all || static_cast<int>(compare.metric) == metric;
  }

  /// Gives each point the value of its like in the file.
  void settle_published(Compare& compare, std::size_t i) {
    auto& published = compare.published;
    if (published.empty()) return;
    bool const of_file = !by_hand_.keys.empty() && !is_set_by_hand(i);
    auto const& of = of_file ? by_hand_.points : points_;
    if (!of.empty() && published.size() != of.size())
      refuse(fmt::format("compare.{}.published", i),
             fmt::format("{} values (allowed: {}, one a point of the sweep)", published.size(),
                         of.size()));
    if (is_set_by_hand(i)) return name_world(compare);
    if (is_of_another_world(compare, of_file && !of.empty())) return drop_published(compare);
    if (!of_file) return;
    if (!likes_) likes_ = find_likes();
    bool const other = is_other_by_hand(i);
    std::vector<std::optional<double>> now;
    for (auto const& like : *likes_)
      now.push_back(like && !other ? published[*like] : std::nullopt);
    published = std::move(now);
    name_world(compare);
    if (std::ranges::any_of(published, [](auto const& gain) { return gain.has_value(); })) return;
    drop_published(compare);
    unpublished_ = true;
  }

  bool is_of_another_world(Compare const& compare, bool of_file) {
    if (compare.world.empty()) return false;
    std::string const& here = of_file ? world_of_file() : world();
    if (compare.world == here) return false;
    other_worlds_.insert(
        fmt::format("they are of the world {}, this one is {}", compare.world, here));
    return true;
  }

  /// What stays published is of what runs.
  void name_world(Compare& compare) const {
    if (!compare.world.empty()) compare.world = world();
  }

  std::string const& world() const {
    if (world_.empty()) world_ = world_name(points_);
    return world_;
  }
  std::string const& world_of_file() const {
    if (world_of_file_.empty()) world_of_file_ = world_name(by_hand_.points);
    return world_of_file_;
  }

  static void drop_published(Compare& compare) {
    compare.published.clear();
    compare.source = compare.world = "";
  }

  bool is_set_by_hand(std::size_t i) const {
    std::string const own = fmt::format("compare.{}.published", i);
    return std::ranges::any_of(by_hand_.keys, [&](std::string const& key) {
      return is_within(own, key) || is_within(key, own);
    });
  }

  /// Whether it compares something else than in the file.
  bool is_other_by_hand(std::size_t i) const {
    return std::ranges::any_of(by_hand_.keys, [&](std::string const& key) {
      return is_within(key, fmt::format("compare.{}", i)) &&
             !is_within(key, fmt::format("compare.{}.source", i));
    });
  }

  /// Of each point that of the file which is of the same world, at its own place first; none of
  /// more points than may have published gains.
  std::vector<std::optional<std::size_t>> find_likes() const {
    auto const file = worlds_of(by_hand_.points), now = worlds_of(points_);
    std::vector<std::optional<std::size_t>> likes(now.size());
    if (now.size() > most_published) return likes;
    for (std::size_t p = 0; p < now.size(); ++p) {
      auto const at = p < file.size() && file[p] == now[p] ? file.begin() + std::ptrdiff_t(p)
                                                           : std::ranges::find(file, now[p]);
      if (at != file.end()) likes[p] = static_cast<std::size_t>(at - file.begin());
    }
    return likes;
  }

  /// Keeps those of `ours` that run at some point together with all of `against`.
  void settle_policies(Compare& compare, std::size_t i) {
    bool const by_hand = std::ranges::any_of(by_hand_.keys, [](std::string const& key) {
      return is_within(key, "policies") || is_within(key, "sweep");
    });
    if (!by_hand) require_running(compare.ours, fmt::format("compare.{}.ours", i));
    if (!by_hand) require_running(compare.against, fmt::format("compare.{}.against", i));
    Policies kept;
    for (std::string const& ours : compare.ours) {
      if (run_together(ours, compare.against))
        kept.push_back(ours);
      else if (!by_hand)
        refuse(fmt::format("compare.{}.against", i),
               fmt::format("no point has {} and all of {} (allowed: policies that run together)",
                           ours, fmt::join(compare.against, ", ")));
      else
        leave_out(ours, compare.against);
    }
    compare.ours = std::move(kept);
  }

  void require_running(Policies const& names, std::string const& key) const {
    auto const missing = std::ranges::find_if(
        names, [&](std::string const& name) { return !std::ranges::count(running_, name); });
    if (missing == names.end()) return;
    std::string const nearest = nearest_name(*missing, running_);
    refuse(fmt::format("{}.{}", key, missing - names.begin()),
           fmt::format("{} is none of the policies (allowed: {}){}", *missing,
                       fmt::join(running_, ", "),
                       nearest.empty() ? "" : fmt::format("; did you mean {}?", nearest)));
  }

  bool run_together(std::string const& ours, Policies const& against) const {
    return std::ranges::any_of(lists_, [&](Policies const& list) {
      return std::ranges::count(list, ours) > 0 &&
             std::ranges::all_of(against, [&](std::string const& name) {
               return std::ranges::count(list, name) > 0;
             });
    });
  }

  void leave_out(std::string const& ours, Policies const& against) {
    left_out_.insert(fmt::format("{} against {}", ours, fmt::join(against, "/")));
  }

  void require_few(std::vector<Compare> const& all) const {
    std::size_t count = 0;
    for (Compare const& compare : all)
      count += compare.ours.size() * (compare.metric == Compare::Metric::all ? 3 : 1);
    if (count * points_.size() > most_comparisons)
      refuse("compare", fmt::format("{} comparisons at each of {} points (allowed: {} in all)",
                                    count, points_.size(), most_comparisons));
  }

  void tell() {
    if (!left_out_.empty())
      scenario_.left_out.push_back(
          fmt::format("not compared, as they do not all run: {}", fmt::join(left_out_, "; ")));
    if (unpublished_)
      scenario_.left_out.push_back(
          "published gains are left out: they are of the scenario as the file has it");
    for (std::string const& why : other_worlds_)
      scenario_.left_out.push_back("published gains are left out: " + why);
  }

  Scenario& scenario_;
  Value const& root_;
  std::vector<Point> const& points_;
  ByHand const& by_hand_;
  std::set<Policies> lists_;        ///< of policies, different ones that points have
  Policies running_;                ///< policies, at any point
  std::set<std::string> left_out_;  ///< comparisons, in words
  std::set<std::string> other_worlds_;
  mutable std::string world_, world_of_file_;  ///< once asked for
  std::set<std::tuple<std::string, Policies, int>> seen_;
  std::optional<std::vector<std::optional<std::size_t>>> likes_;
  bool unpublished_ = false;
};

}  // namespace

std::string world_name(std::vector<Point> const& points) {
  std::string hashes;
  for (Scenario const& world : worlds_of(points)) hashes += hash_of(world);
  return sha256(hashes).substr(0, world_digits);
}

bool is_same_world(std::string_view key) {
  constexpr std::string_view free[] = {"name", "description", "policies",    "samples",
                                       "seed", "audit",       "audit_users", "record"};
  return std::ranges::any_of(free, [&](auto outer) { return is_within(key, outer); });
}

void settle_comparisons(Scenario& scenario, Value const& root, std::vector<Point> const& points,
                        ByHand const& by_hand) {
  if (!scenario.compare.empty()) Settling(scenario, root, points, by_hand).settle();
}

}  // namespace fairslot::scenario
