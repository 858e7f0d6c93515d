// Experiment "ddrf_properties": what is claimed of dynamic DRF, tried on random instances.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <span>
#include <utility>

#include "host/interrupt.hpp"
#include "host/pool/document.hpp"
#include "host/pool/draws.hpp"
#include "host/pool/experiment.hpp"
#include "host/pool/mechanisms/ddrf.hpp"
#include "host/pool/random_arrivals.hpp"

namespace fairslot::pool {
namespace {

constexpr std::string_view properties[] = {"sharing_incentives", "pareto_optimality",
                                           "envy_freeness", "strategy_proofness"};
enum Property : std::size_t { sharing, pareto, envy, strategy };
constexpr std::int64_t most_instances = 1'000'000, most_users = 100, most_lies = 100;
constexpr double rounding = 1e-9;

struct Count {
  std::int64_t checks = 0, violations = 0;
  double worst = -std::numeric_limits<double>::infinity();  ///< by how much it is broken, if > 0
  std::int64_t at = -1;                                     ///< the instance where it is worst
};

/// [steps] tasks of those who have come.
std::vector<std::vector<double>> after_arrivals(Instance const& in) {
  std::vector<std::vector<double>> all;
  for (Step& step : mechanisms::Ddrf().solve(in, Steps::all).steps)
    all.push_back(std::move(step.tasks));
  return all;
}

/// What x bundles of `held` are worth to who needs `demand`.
double worth(std::span<double const> demand, std::span<double const> held, double x) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t r = 0; r < demand.size(); ++r)
    if (demand[r] > 0) least = std::min(least, x * held[r] / demand[r]);
  return least;
}

class DdrfProperties final : public Experiment {
 public:
  DdrfProperties(Document const& document, std::string name) {
    Keys keys(document.root, "");
    head_ = head_of(keys, document, std::move(name));
    head_.seed = seed_of(keys);
    instances_ = integer_or(keys, "instances", 1, most_instances, instances_);
    users_ = integer_or(keys, "users", 1, most_users, users_);
    resources_ = integer_or(keys, "resources", 1, most_resources, resources_);
    misreports_ = integer_or(keys, "misreports", 1, most_lies, misreports_);
    if (auto const* const given = keys.find("zeros")) zeros_ = number(*given, "zeros", {0, 0.9});
    keys.refuse_others();
  }

  void run(int) override {
    Random const random(head_.seed, 0);
    for (std::int64_t i = 0; i < instances_; ++i) {
      stop_if_interrupted();
      try_one(random, i);
    }
  }

  std::string table() const override {
    std::string text = fmt::format(
        "{}: ddrf, {} instances of up to {} users and {} resources, {} misreports of each user\n"
        "  {:<20}{:>12}{:>12}{:>14}\n",
        head_.name, instances_, users_, resources_, misreports_, "property", "checks", "violations",
        "worst");
    for (std::size_t p = 0; p < std::size(properties); ++p)
      text += fmt::format("  {:<20}{:>12}{:>12}{:>14.3g}\n", properties[p], counts_[p].checks,
                          counts_[p].violations, counts_[p].worst);
    return text;
  }

  std::string json() const override {
    using json = nlohmann::ordered_json;
    json all = json::array();
    for (std::size_t p = 0; p < std::size(properties); ++p)
      all.push_back({{"property", properties[p]},
                     {"checks", counts_[p].checks},
                     {"violations", counts_[p].violations},
                     {"worst", counts_[p].worst},
                     {"instance", counts_[p].at}});
    return json{{"experiment", head_.name}, {"properties", all}}.dump(2) + "\n";
  }

  record::Published write(std::string const& path) const override {
    using enum record::ColumnType;
    record::Sink const sink{
        "ddrf_properties",
        {std::begin(properties), std::end(properties)},
        {{"counts",
          record::after_point_and_sample(
              {{"checks", i64}, {"violations", i64}, {"worst", f64}, {"instance", i64}})}}};
    std::vector<std::vector<record::Rows>> groups;
    for (Count const& count : counts_) {
      record::Rows& table = groups.emplace_back(1)[0];
      table.put(std::int32_t{0}, std::int32_t{0});
      table.put(count.checks, count.violations);
      table.put(count.worst);
      table.put(count.at);
    }
    return write_tables(path, head_, {}, sink, groups);
  }

 private:
  void found(Property property, std::int64_t instance, double excess) {
    Count& count = counts_[property];
    ++count.checks;
    count.violations += excess > rounding;
    if (excess <= count.worst) return;
    count.worst = excess;
    count.at = instance;
  }

  void try_one(Random const& random, std::int64_t number) {
    Draws draws(random, Draw::arriving, 0, static_cast<std::uint32_t>(number));
    auto const K = static_cast<std::size_t>(draws.from(1, resources_));
    auto const N = static_cast<std::size_t>(draws.from(1, users_));
    Instance const in = draw_arrivals(draws, N, K, zeros_);
    auto const x = after_arrivals(in);
    for (std::size_t k = 0; k < N; ++k) check(in, x, k, number);
    for (std::size_t i = 0; i < N; ++i)
      for (std::int64_t lie = 0; lie < misreports_; ++lie) {
        Instance told = in;
        std::ranges::copy(draw_demand(draws, K, zeros_),
                          told.demand.begin() + static_cast<std::ptrdiff_t>(i * K));
        auto const then = after_arrivals(told);
        for (std::size_t k = i; k < N; ++k)
          found(strategy, number, worth(in.demand_of(i), told.demand_of(i), then[k][i]) - x[k][i]);
      }
  }

  /// After the arrival of user k.
  void check(Instance const& in, std::vector<std::vector<double>> const& x, std::size_t k,
             std::int64_t number) {
    double brought = 0;
    for (std::size_t i = 0; i <= k; ++i) brought += in.contribution[i];
    std::vector<double> left(in.K(), brought);
    for (std::size_t i = 0; i <= k; ++i)
      for (std::size_t r = 0; r < in.K(); ++r) left[r] -= in.demand_of(i)[r] * x[k][i];
    for (std::size_t i = 0; i <= k; ++i) {
      found(sharing, number, in.contribution[i] - x[k][i]);
      // Of what i needs something has ended.
      double room = brought;
      for (std::size_t r = 0; r < in.K(); ++r)
        if (in.demand_of(i)[r] > 0) room = std::min(room, left[r]);
      found(pareto, number, room);
      for (std::size_t j = 0; j <= k; ++j) {
        // i may envy those who came before it and have got nothing since.
        if (j < i && x[k][j] <= x[i - 1][j]) continue;
        found(envy, number,
              worth(in.demand_of(i), in.demand_of(j), x[k][j] / in.contribution[j]) -
                  x[k][i] / in.contribution[i]);
      }
    }
  }

  ExperimentHead head_;
  std::int64_t instances_ = 1000, users_ = 8, resources_ = 4, misreports_ = 6;
  double zeros_ = 0;
  Count counts_[std::size(properties)];
};

}  // namespace

std::unique_ptr<Experiment> ddrf_properties(Document const& document, std::string name) {
  return std::make_unique<DdrfProperties>(document, std::move(name));
}

}  // namespace fairslot::pool
