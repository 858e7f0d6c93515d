// Experiment "dfe_alpha": between the equal split and max-min of one resource, by the DFE metric.
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "host/dfe.hpp"
#include "host/interrupt.hpp"
#include "host/pool/experiment.hpp"
#include "host/pool/nodes.hpp"
#include "host/pool/solver.hpp"

namespace fairslot::pool {
namespace {

constexpr std::string_view between[] = {"power", "linear"};
constexpr Numbers amounts{0, 1e15}, printed{-1e15, 1e15};

class DfeAlpha final : public Experiment {
 public:
  DfeAlpha(Document const& document, std::string name) {
    Keys keys(document.root, "");
    head_ = head_of(keys, document, std::move(name));
    system_ = node_system_of(keys);
    if (system_.capacity.size() != 1)
      refuse(keys.get("capacity", ""), "capacity", "one resource in this experiment");
    head_.seed = seed_of(keys);
    alphas_ = grid(keys, "alpha", {0, 1, 0.05}, {0, 1});
    betas_ = {5};
    if (auto const* const beta = keys.find("beta")) {
      betas_ = numbers(*beta, "beta", {1e-3, 1000});
      for (double const own : betas_)
        if (own == 1) refuse(*beta, "beta", "other numbers than 1, where F jumps");
    }
    if (auto const* const given = keys.find("allocations"))
      for (auto const& one : list(*given, "allocations", "lists of amounts")) {
        std::string const key = fmt::format("allocations.{}", given_.size());
        given_.push_back(numbers(one, key, amounts));
        double sum = 0;
        for (double const own : given_.back()) sum += own;
        if (!(sum > 0)) refuse(one, key, "a positive amount");
      }
    if (auto const* const published = keys.find("published")) require_published(*published);
    keys.refuse_others();
  }

  void run(int) override;
  std::string table() const override;
  std::string json() const override;
  record::Published write(std::string const& path) const override;

 private:
  /// For figures: what a paper prints of F at alpha 0 and 1 of each given allocation.
  void require_published(scenario::Value const& published) const {
    std::size_t index = 0;
    for (auto const& one : list(published, "published", "lists of two numbers")) {
      std::string const key = fmt::format("published.{}", index++);
      require_length(one, key, numbers(one, key, printed).size(), 2, "F at alpha 0 and 1");
    }
    require_length(published, "published", index, given_.size(), "a pair a given allocation");
  }

  std::size_t slots() const { return static_cast<std::size_t>(system_.slots) + 1; }
  std::size_t at(std::size_t slot, std::size_t alpha, std::size_t beta) const {
    return (slot * alphas_.size() + alpha) * betas_.size() + beta;
  }
  /// Of dominant shares between the equal split and the allocation: one an alpha.
  std::vector<Dfe> along(std::vector<Solver> const&, std::vector<double> const& allocation) const;

  ExperimentHead head_;
  NodeSystem system_;
  std::vector<double> alphas_, betas_;
  std::vector<std::vector<double>> given_;
  std::vector<std::vector<double>> values_[2];  ///< [slots × alphas × betas] of the runs
  std::vector<double> of_given_[2];             ///< [given × alphas × betas]
};

std::vector<Dfe> DfeAlpha::along(std::vector<Solver> const& solvers,
                                 std::vector<double> const& allocation) const {
  Instance in = one_pool(system_.capacity, std::vector<double>(allocation.size(), 1.0));
  in.given_allocation = allocation;
  std::vector<Dfe> all;
  for (Solver const& solver : solvers) all.emplace_back(solver.solve(in, Steps::none).share);
  return all;
}

void DfeAlpha::run(int) {
  std::vector<Solver> solvers[std::size(between)];
  for (std::size_t own = 0; own < std::size(between); ++own) {
    for (double const alpha : alphas_)
      solvers[own].emplace_back(fmt::format("{}:alpha={}", between[own], alpha));
    values_[own].resize(slots() * alphas_.size() * betas_.size());
    for (auto const& allocation : given_)
      for (Dfe const& dfe : along(solvers[own], allocation))
        for (double const beta : betas_) of_given_[own].push_back(dfe.at(beta));
  }
  Solver const max_min("mmf_recycle");
  for (std::int64_t seed = 0; seed < system_.seeds; ++seed)
    for (Nodes nodes(system_, head_.seed, seed);; nodes.step()) {
      stop_if_interrupted();
      Instance const in = nodes.instance();
      auto const slot = static_cast<std::size_t>(nodes.slot());
      if (in.N() > 0) {
        auto const allocation = max_min.solve(in, Steps::none).allocation;
        for (std::size_t own = 0; own < std::size(between); ++own) {
          auto const all = along(solvers[own], allocation);
          for (std::size_t a = 0; a < alphas_.size(); ++a)
            for (std::size_t b = 0; b < betas_.size(); ++b)
              values_[own][at(slot, a, b)].push_back(all[a].at(betas_[b]));
        }
      }
      if (nodes.slot() == system_.slots) break;
    }
}

std::string DfeAlpha::table() const {
  std::string text =
      fmt::format("{}: DFE from the equal split (alpha 0) to an allocation (1)\n", head_.name);
  for (std::size_t own = 0; own < 2; ++own)
    for (std::size_t g = 0; g < given_.size(); ++g)
      for (std::size_t b = 0; b < betas_.size(); ++b) {
        text += fmt::format("  {:<8}allocation {}, beta {:<5}", between[own], g, betas_[b]);
        for (double const shown : {0.0, 0.25, 0.5, 0.75, 1.0})
          for (std::size_t a = 0; a < alphas_.size(); ++a)
            if (alphas_[a] == shown) text += fmt::format("{:>12.3f}", of_given_[own][at(g, a, b)]);
        text += "\n";
      }
  return text;
}

std::string DfeAlpha::json() const {
  using json = nlohmann::ordered_json;
  json all = json::array();
  for (std::size_t own = 0; own < 2; ++own)
    for (std::size_t g = 0; g < given_.size(); ++g)
      for (std::size_t a = 0; a < alphas_.size(); ++a)
        for (std::size_t b = 0; b < betas_.size(); ++b)
          all.push_back({{"mechanism", between[own]},
                         {"allocation", g},
                         {"alpha", alphas_[a]},
                         {"beta", betas_[b]},
                         {"f", of_given_[own][at(g, a, b)]}});
  return json{{"experiment", head_.name}, {"given", all}}.dump(2) + "\n";
}

record::Published DfeAlpha::write(std::string const& path) const {
  using enum record::ColumnType;
  record::Sink const sink{
      "dfe_alpha",
      {std::begin(between), std::end(between)},
      {{"given",
        record::after_point_and_sample(
            {{"allocation", i32}, {"nodes", i32}, {"alpha", f64}, {"beta", f64}, {"f", f64}})},
       {"surface", record::after_point_and_sample({{"slot", i32},
                                                   {"alpha", f64},
                                                   {"beta", f64},
                                                   {"mean", f64},
                                                   {"p5", f64},
                                                   {"median", f64},
                                                   {"p95", f64},
                                                   {"runs", i64}})}}};
  std::int32_t const zero = 0;
  std::vector<std::vector<record::Rows>> groups;
  for (std::size_t own = 0; own < 2; ++own) {
    auto& tables = groups.emplace_back(2);
    for (std::size_t a = 0; a < alphas_.size(); ++a)
      for (std::size_t b = 0; b < betas_.size(); ++b) {
        for (std::size_t g = 0; g < given_.size(); ++g) {
          tables[0].put(zero, zero, static_cast<std::int32_t>(g),
                        static_cast<std::int32_t>(given_[g].size()));
          tables[0].put(alphas_[a], betas_[b], of_given_[own][at(g, a, b)]);
        }
        for (std::size_t slot = 0; slot < slots(); ++slot) {
          Band const band(values_[own][at(slot, a, b)]);
          tables[1].put(zero, zero, static_cast<std::int32_t>(slot));
          tables[1].put(alphas_[a], betas_[b], band.mean, band.low, band.median, band.high);
          tables[1].put(band.count);
        }
      }
  }
  return write_tables(path, head_, {"r0"}, sink, groups);
}

}  // namespace

std::unique_ptr<Experiment> dfe_alpha(Document const& document, std::string name) {
  return std::make_unique<DfeAlpha>(document, std::move(name));
}

}  // namespace fairslot::pool
