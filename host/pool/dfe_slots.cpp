// Experiment "dfe": DRF, equal split and max-min of nodes that come and go, by the DFE metric.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "host/dfe.hpp"
#include "host/interrupt.hpp"
#include "host/pool/experiment.hpp"
#include "host/pool/nodes.hpp"
#include "host/pool/solver.hpp"

namespace fairslot::pool {
namespace {

// Three without the demand as a limit, then the same three with it.
constexpr std::size_t avg = 1, max_min = 2, kind = 3, allocators = 2 * kind;
constexpr std::string_view names[allocators] = {"drf_uncapped",         "equal_split",
                                                "mmf_recycle",          "drf_uncapped:capped=1",
                                                "equal_split:capped=1", "mmf_recycle:capped=1"};
constexpr double shown_betas[] = {1.5, 5, 10, 15, 20};
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t most_values = 200'000'000;  // 8 bytes each

// What is as large but for rounding counts as large.
constexpr double share_rounding = 1e-9;
bool at_least(double a, double b) { return a >= b - share_rounding * std::abs(b); }

/// How many slots there are in which an allocator's F is so.
struct Claims {
  std::int64_t slots = 0, as_avg = 0, as_max_min = 0, above_minus_n = 0, minus_n = 0, falls = 0;
};

/// Of an allocator in a slot of a run. Amounts [K].
struct SlotRow {
  std::int32_t run, slot, nodes;
  double total;  ///< M
  std::vector<double> occupied, returned, added;
};

struct Found {
  std::vector<std::vector<double>> values;  ///< [slots × betas] F of the runs that have the slot
  std::vector<Claims> claims;               ///< [betas]
  std::vector<SlotRow> slots;
};

std::vector<double> needed(Instance const& in, Answer const& answer) {
  std::vector<double> all(in.K());
  for (std::size_t i = 0; i < in.N(); ++i)
    for (std::size_t r = 0; r < in.K(); ++r) all[r] += in.demand_of(i)[r] * answer.tasks[i];
  return all;
}

/// What the one of this index needs for its tasks; zeros where it asks for nothing.
std::vector<double> needed_by(Instance const& in, Answer const& answer,
                              std::vector<std::size_t> const& asking, std::size_t node) {
  std::vector<double> own(in.K());
  auto const at = std::ranges::find(asking, node);
  if (at == asking.end()) return own;
  auto const i = static_cast<std::size_t>(at - asking.begin());
  for (std::size_t r = 0; r < in.K(); ++r) own[r] = in.demand_of(i)[r] * answer.tasks[i];
  return own;
}

class DfeSlots final : public Experiment {
 public:
  DfeSlots(Document const& document, std::string name) {
    Keys keys(document.root, "");
    head_ = head_of(keys, document, std::move(name));
    system_ = node_system_of(keys);
    head_.seed = seed_of(keys);
    for (double const beta : grid(keys, "beta", {0.1, 20, 0.1}, {1e-3, 1000}))
      if (std::abs(beta - 1) >= 1e-6) betas_.push_back(beta);
    keys.refuse_others();
    if (values() > most_values)
      scenario::fail(document.root.place, "seeds",
                     fmt::format("{} values of F are too many (allowed: {}; fewer seeds, slots or "
                                 "values of beta)",
                                 values(), most_values));
    for (double const beta : shown_betas)
      if (std::ranges::count(betas_, beta)) shown_.push_back(index(beta));
  }

  void run(int) override {
    for (Found& found : found_) {
      found.values.resize(slots() * betas_.size());
      found.claims.resize(betas_.size());
    }
    for (std::string_view const name : names) solvers_.emplace_back(name);
    for (std::int64_t seed = 0; seed < system_.seeds; ++seed) run_of(seed);
  }

  std::string table() const override;
  std::string json() const override;
  record::Published write(std::string const& path) const override;

 private:
  std::size_t slots() const { return static_cast<std::size_t>(system_.slots) + 1; }
  std::size_t values() const {
    return slots() * betas_.size() * static_cast<std::size_t>(system_.seeds) * allocators;
  }
  std::size_t index(double beta) const {
    return static_cast<std::size_t>(std::ranges::find(betas_, beta) - betas_.begin());
  }
  void run_of(std::int64_t seed);
  void evaluate(std::size_t slot, std::vector<Answer> const&);
  std::vector<double> all_of(std::size_t allocator, std::size_t beta) const;

  ExperimentHead head_;
  NodeSystem system_;
  std::vector<double> betas_;
  std::vector<std::size_t> shown_;
  std::vector<Solver> solvers_;
  Found found_[allocators];
};

void DfeSlots::run_of(std::int64_t seed) {
  Instance before;
  std::vector<std::size_t> asked;
  std::vector<Answer> had;
  for (Nodes nodes(system_, head_.seed, seed);; nodes.step()) {
    stop_if_interrupted();
    Instance const in = nodes.instance();
    auto const asking = nodes.asking();
    std::vector<Answer> answers;
    for (std::size_t a = 0; a < allocators; ++a) {
      answers.push_back(in.N() > 0 ? solvers_[a].solve(in, Steps::none) : Answer());
      std::vector<double> const none(in.K());
      SlotRow row{static_cast<std::int32_t>(seed),
                  static_cast<std::int32_t>(nodes.slot()),
                  static_cast<std::int32_t>(in.N()),
                  0,
                  in.N() > 0 ? needed(in, answers[a]) : none,
                  had.empty() ? none : needed_by(before, had[a], asked, nodes.died()),
                  nodes.born() ? needed_by(in, answers[a], asking, nodes.size() - 1) : none};
      for (double const share : answers[a].share) row.total += share;
      double bound = 0;
      for (std::size_t r = 0; r < in.K(); ++r) bound += row.occupied[r] / in.capacity[r];
      if (!at_least(bound, row.total))
        throw std::logic_error("dominant shares are more than all that is occupied");
      found_[a].slots.push_back(std::move(row));
    }
    if (in.N() > 0) evaluate(static_cast<std::size_t>(nodes.slot()), answers);
    if (nodes.slot() == system_.slots) return;
    before = in;
    asked = asking;
    had = std::move(answers);
  }
}

void DfeSlots::evaluate(std::size_t slot, std::vector<Answer> const& answers) {
  std::vector<Dfe> dfe;
  for (Answer const& answer : answers) dfe.emplace_back(answer.share);
  double const minus_n = -static_cast<double>(answers[0].share.size());
  double last[allocators] = {};
  for (std::size_t b = 0; b < betas_.size(); ++b) {
    double f[allocators];
    for (std::size_t a = 0; a < allocators; ++a) f[a] = dfe[a].at(betas_[b]);
    for (std::size_t a = 0; a < allocators; ++a) {
      std::size_t const of_kind = a / kind * kind;
      Claims& claims = found_[a].claims[b];
      ++claims.slots;
      claims.as_avg += at_least(f[a], f[of_kind + avg]);
      claims.as_max_min += at_least(f[a], f[of_kind + max_min]);
      claims.above_minus_n += at_least(f[a], minus_n);
      claims.minus_n += at_least(f[a], minus_n) && at_least(minus_n, f[a]);
      claims.falls += b > 0 && at_least(last[a], f[a]);
      last[a] = f[a];
      found_[a].values[slot * betas_.size() + b].push_back(f[a]);
    }
  }
}

std::vector<double> DfeSlots::all_of(std::size_t allocator, std::size_t beta) const {
  std::vector<double> all;
  for (std::size_t slot = 0; slot < slots(); ++slot) {
    auto const& own = found_[allocator].values[slot * betas_.size() + beta];
    all.insert(all.end(), own.begin(), own.end());
  }
  return all;
}

double share(std::int64_t part, Claims const& claims) {
  return claims.slots ? static_cast<double>(part) / static_cast<double>(claims.slots)
                      : not_a_number;
}

std::string DfeSlots::table() const {
  std::string text = fmt::format(
      "{}: DFE of {} runs of {} slots; shares of slots in which F is at least another's\n"
      "  {:<24}{:>8}{:>10}{:>10}{:>10}{:>10}{:>10}{:>10}\n",
      head_.name, system_.seeds, slots(), "mechanism", "beta", "mean F", ">= Avg", ">= Maxmin",
      ">= -n", "= -n", "falls");
  for (std::size_t a = 0; a < allocators; ++a)
    for (std::size_t const b : shown_) {
      Claims const& c = found_[a].claims[b];
      text += fmt::format("  {:<24}{:>8}{:>10.3f}{:>10.4f}{:>10.4f}{:>10.4f}{:>10.4f}{:>10.4f}\n",
                          names[a], betas_[b], Band(all_of(a, b)).mean, share(c.as_avg, c),
                          share(c.as_max_min, c), share(c.above_minus_n, c), share(c.minus_n, c),
                          share(c.falls, c));
    }
  return text;
}

std::string DfeSlots::json() const {
  using json = nlohmann::ordered_json;
  json mechanisms = json::array();
  for (std::size_t a = 0; a < allocators; ++a) {
    json betas = json::array();
    for (std::size_t b = 0; b < betas_.size(); ++b) {
      Claims const& c = found_[a].claims[b];
      Band const band(all_of(a, b));
      betas.push_back({{"beta", betas_[b]},
                       {"slots", c.slots},
                       {"mean", band.mean},
                       {"p5", band.low},
                       {"p95", band.high},
                       {"at_least_equal_split", share(c.as_avg, c)},
                       {"at_least_mmf_recycle", share(c.as_max_min, c)},
                       {"at_least_minus_n", share(c.above_minus_n, c)},
                       {"equals_minus_n", share(c.minus_n, c)},
                       {"falls", share(c.falls, c)}});
    }
    mechanisms.push_back({{"mechanism", names[a]}, {"betas", betas}});
  }
  return json{{"experiment", head_.name}, {"mechanisms", mechanisms}}.dump(2) + "\n";
}

record::Published DfeSlots::write(std::string const& path) const {
  using enum record::ColumnType;
  record::Columns slot_columns{
      {"run", i32}, {"slot", i32}, {"nodes", i32}, {"dominant_shares", f64}};
  std::size_t const K = system_.capacity.size();
  auto const resources = resource_names(K);
  for (std::string const& r : resources)
    for (char const* const what : {"occupied_", "free_", "k_", "returned_", "added_"})
      slot_columns.push_back({what + r, f64});
  record::Sink const sink{"dfe",
                          {std::begin(names), std::end(names)},
                          {{"slots", record::after_point_and_sample(std::move(slot_columns))},
                           {"surface", record::after_point_and_sample({{"slot", i32},
                                                                       {"beta", f64},
                                                                       {"mean", f64},
                                                                       {"p5", f64},
                                                                       {"median", f64},
                                                                       {"p95", f64},
                                                                       {"runs", i64}})},
                           {"claims", record::after_point_and_sample({{"beta", f64},
                                                                      {"slots", i64},
                                                                      {"at_least_equal_split", f64},
                                                                      {"at_least_mmf_recycle", f64},
                                                                      {"at_least_minus_n", f64},
                                                                      {"equals_minus_n", f64},
                                                                      {"falls", f64}})}}};
  std::int32_t const zero = 0;
  std::vector<std::vector<record::Rows>> groups;
  for (Found const& found : found_) {
    auto& tables = groups.emplace_back(3);
    for (SlotRow const& row : found.slots) {
      tables[0].put(zero, zero, row.run, row.slot, row.nodes);
      tables[0].put(row.total);
      for (std::size_t r = 0; r < K; ++r) {
        double const left = system_.capacity[r] - row.occupied[r];
        bool const full = left <= saturation * system_.capacity[r];
        double const k = full ? std::numeric_limits<double>::infinity() : row.occupied[r] / left;
        tables[0].put(row.occupied[r], full ? 0.0 : left, k, row.returned[r], row.added[r]);
      }
    }
    for (std::size_t slot = 0; slot < slots(); ++slot)
      for (std::size_t b = 0; b < betas_.size(); ++b) {
        Band const band(found.values[slot * betas_.size() + b]);
        tables[1].put(zero, zero, static_cast<std::int32_t>(slot));
        tables[1].put(betas_[b], band.mean, band.low, band.median, band.high);
        tables[1].put(band.count);
      }
    for (std::size_t b = 0; b < betas_.size(); ++b) {
      Claims const& c = found.claims[b];
      tables[2].put(zero, zero);
      tables[2].put(betas_[b]);
      tables[2].put(c.slots);
      tables[2].put(share(c.as_avg, c), share(c.as_max_min, c), share(c.above_minus_n, c),
                    share(c.minus_n, c), b > 0 ? share(c.falls, c) : not_a_number);
    }
  }
  return write_tables(path, head_, resources, sink, groups);
}

}  // namespace

std::unique_ptr<Experiment> dfe_slots(Document const& document, std::string name) {
  return std::make_unique<DfeSlots>(document, std::move(name));
}

}  // namespace fairslot::pool
