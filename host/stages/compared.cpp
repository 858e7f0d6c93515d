#include "host/stages/compared.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace fairslot::stages {
namespace {

using Compare = Scenario::Compare;
using Names = std::vector<std::string>;

constexpr std::string_view ours = scheduler_names[static_cast<std::size_t>(SchedulerName::fgm)];

class Settling {
 public:
  Settling(ScenarioFile& file, bool by_hand, scenario::Value const& root)
      : file_(file), by_hand_(by_hand), root_(root) {
    for (SchedulerName const name : file.scenario.schedulers)
      running_.emplace_back(scheduler_names[static_cast<std::size_t>(name)]);
  }

  void settle() {
    std::vector<Compare> kept;
    for (std::size_t i = 0; i < file_.scenario.compare.size(); ++i) {
      Compare compare = file_.scenario.compare[i];
      std::string const key = fmt::format("compare.{}", i);
      require_sense(compare, key);
      if (!by_hand_) require_running(compare, key);
      if (take_out(compare)) kept.push_back(std::move(compare));
    }
    file_.scenario.compare = scenario::Shared(std::move(kept));
    if (!left_out_.empty())
      file_.left_out.push_back(
          fmt::format("not compared, as they do not all run: {}", fmt::join(left_out_, "; ")));
  }

 private:
  [[noreturn]] void refuse(std::string const& key, std::string const& problem) const {
    fail(scenario::place_of(root_, key), key, problem);
  }
  bool runs(std::string_view name) const { return std::ranges::count(running_, name) > 0; }

  static Names everyone_else() {
    Names names(scheduler_names.begin(), scheduler_names.end());
    std::erase(names, ours);
    return names;
  }

  /// Nothing is compared with itself or, by one metric, twice.
  void require_sense(Compare const& compare, std::string const& key) {
    for (std::string const& name : compare.against.empty() ? everyone_else() : compare.against) {
      if (name == ours) refuse(key + ".against", fmt::format("{} against itself", name));
      auto const metric = static_cast<std::size_t>(compare.metric);
      if (!seen_.emplace(metric, name).second)
        refuse(key + (compare.against.empty() ? "" : ".against"),
               fmt::format("{} is compared with {} by {} twice", ours, name, metric_names[metric]));
    }
  }

  void require_running(Compare const& compare, std::string const& key) const {
    std::string const allowed = fmt::format("(allowed: {})", fmt::join(running_, ", "));
    for (std::size_t a = 0; a < compare.against.size(); ++a)
      if (!runs(compare.against[a]))
        refuse(fmt::format("{}.against.{}", key, a),
               fmt::format("{} is none of the schedulers {}", compare.against[a], allowed));
    if (!runs(ours))
      refuse(key,
             fmt::format("{} does not run (allowed: where it is one of the schedulers)", ours));
    if (running_.size() == 1)
      refuse(key, fmt::format("{} runs alone (allowed: where another scheduler runs, too)", ours));
  }

  /// What is left of it; false: nothing.
  bool take_out(Compare& compare) {
    bool const of_all = compare.against.empty();
    if (of_all && runs(ours) && running_.size() > 1) return true;
    Names missing;
    for (std::string const& name : of_all ? everyone_else() : compare.against)
      if (!runs(ours) || !runs(name)) missing.push_back(name);
    for (std::string const& name : missing) {
      left_out_.insert(fmt::format("{} against {}", ours, name));
      std::erase(compare.against, name);
    }
    return !compare.against.empty();
  }

  ScenarioFile& file_;
  bool by_hand_;
  scenario::Value const& root_;
  Names running_;
  std::set<std::pair<std::size_t, std::string>> seen_;  ///< metrics and whom
  std::set<std::string> left_out_;                      ///< comparisons, in words
};

}  // namespace

void settle_compared(ScenarioFile& file, bool schedulers_by_hand, scenario::Value const& root) {
  if (!file.scenario.compare.empty()) Settling(file, schedulers_by_hand, root).settle();
}

}  // namespace fairslot::stages
