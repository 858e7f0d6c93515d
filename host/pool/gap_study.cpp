#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>
#include <utility>

#include "host/interrupt.hpp"
#include "host/pool/document.hpp"
#include "host/pool/experiment.hpp"
#include "host/pool/gap.hpp"
#include "host/pool/random_problem.hpp"

namespace fairslot::pool {
namespace {

using scenario::Value;

struct GapStudy {
  ExperimentHead head;
  std::int64_t instances = 200;
  ProblemSize most;
  std::vector<Policy> policies;
};

struct GapRow {
  int servers, users;
  std::int64_t slots;
  std::vector<Scheduled> schedules;  // the optimum first
  double share(std::size_t schedule) const { return schedules[schedule].share.value(); }
  double gap(std::size_t policy) const { return share(0) - share(1 + policy); }
};

constexpr std::int64_t most_instances = 1'000'000, most_of_problem = 12;

std::vector<Policy> policies_of(Value const& given) {
  std::vector<Policy> policies;
  std::vector<std::string> names;
  for (Value const& element : list(given, "policies", "policies")) {
    std::string const key = fmt::format("policies.{}", policies.size());
    try {
      policies.push_back(parse_policy(text(element, key)));
    } catch (SpecError const& error) {
      scenario::fail(element.place, key, error.what());
    }
    names.push_back(canonical_name(policies.back()));
    if (std::ranges::count(names, names.back()) > 1)
      scenario::fail(element.place, key, names.back() + " is there twice");
  }
  if (policies.empty())
    scenario::fail(given.place, "policies", "an empty list (allowed: at least one policy)");
  return policies;
}

/// Of a policy's gaps, ascending.
struct Spread {
  explicit Spread(std::vector<double> gaps) : sorted(std::move(gaps)) { std::ranges::sort(sorted); }
  double at(double part) const {
    return sorted[static_cast<std::size_t>(part * static_cast<double>(sorted.size() - 1))];
  }
  double mean() const {
    return std::accumulate(sorted.begin(), sorted.end(), 0.0) / static_cast<double>(sorted.size());
  }
  std::int64_t optimal() const { return std::ranges::count(sorted, 0.0); }
  std::vector<double> sorted;
};

Spread spread_of(std::vector<GapRow> const& rows, std::size_t policy) {
  std::vector<double> gaps;
  for (GapRow const& row : rows) gaps.push_back(row.gap(policy));
  return Spread(std::move(gaps));
}

record::Sink sink_of(std::vector<std::string> const& policies) {
  using enum record::ColumnType;
  return {"gaps",
          policies,
          {{"instances", record::after_point_and_sample({{"instance", i32},
                                                         {"servers", i32},
                                                         {"users", i32},
                                                         {"slots", i64},
                                                         {"optimum", f64},
                                                         {"share", f64},
                                                         {"gap", f64}})}}};
}

std::vector<std::string> names_of(GapStudy const& study) {
  std::vector<std::string> names;
  for (Policy const& policy : study.policies) names.push_back(canonical_name(policy));
  return names;
}

GapStudy gap_study_of(Document const& document, std::string name) {
  Keys keys(document.root, "");
  GapStudy study;
  study.head = head_of(keys, document, std::move(name));
  study.instances = integer_or(keys, "instances", 1, most_instances, study.instances);
  study.head.seed = seed_of(keys);
  study.most.servers = integer_or(keys, "servers", 1, most_of_problem, study.most.servers);
  study.most.users = integer_or(keys, "users", 1, most_of_problem, study.most.users);
  study.most.slots = integer_or(keys, "slots", 1, most_of_problem, study.most.slots);
  study.policies = policies_of(keys.get("policies", "a list of policies"));
  keys.refuse_others();
  return study;
}

std::vector<GapRow> run(GapStudy const& study) {
  Random const random(study.head.seed, 0);
  std::vector<GapRow> rows;
  for (std::int64_t i = 0; i < study.instances; ++i) {
    stop_if_interrupted();
    Problem const p = random_problem(random, static_cast<std::uint32_t>(i), study.most);
    rows.push_back({p.servers, p.users(), p.horizon, schedules_of(p, study.policies)});
  }
  return rows;
}

std::string to_table(GapStudy const& study, std::vector<GapRow> const& rows) {
  std::string text = fmt::format(
      "{}: gaps to program (10), {} instances of up to {} servers, {} users, {} slots\n"
      "  {:<24}{:>8}{:>12}{:>12}{:>12}{:>12}\n",
      study.head.name, rows.size(), study.most.servers, study.most.users, study.most.slots,
      "policy", "optimal", "mean", "median", "95 %", "largest");
  std::vector<std::string> const names = names_of(study);
  for (std::size_t policy = 0; policy < names.size(); ++policy) {
    Spread const gaps = spread_of(rows, policy);
    text += fmt::format("  {:<24}{:>8}{:>12.6f}{:>12.6f}{:>12.6f}{:>12.6f}\n", names[policy],
                        gaps.optimal(), gaps.mean(), gaps.at(0.5), gaps.at(0.95), gaps.at(1));
  }
  return text;
}

std::string to_json(GapStudy const& study, std::vector<GapRow> const& rows) {
  using json = nlohmann::ordered_json;
  json policies = json::array();
  std::vector<std::string> const names = names_of(study);
  for (std::size_t policy = 0; policy < names.size(); ++policy) {
    json gaps = json::array();
    for (GapRow const& row : rows) gaps.push_back(row.gap(policy));
    policies.push_back({{"policy", names[policy]}, {"gaps", gaps}});
  }
  json optima = json::array();
  for (GapRow const& row : rows) optima.push_back(row.share(0));
  json const document = {
      {"experiment", study.head.name}, {"optima", optima}, {"policies", policies}};
  return document.dump(2) + "\n";
}

/// Tables /gaps/POLICY/instances.
record::Published write_results(std::string const& path, GapStudy const& study,
                                std::vector<GapRow> const& rows) {
  std::vector<std::vector<record::Rows>> groups;
  for (std::size_t policy = 0; policy < study.policies.size(); ++policy) {
    record::Rows& table = groups.emplace_back(1)[0];
    for (std::size_t i = 0; i < rows.size(); ++i) {
      GapRow const& row = rows[i];
      table.put(std::int32_t{0}, std::int32_t{0}, static_cast<std::int32_t>(i), row.servers,
                row.users);
      table.put(row.slots);
      table.put(row.share(0), row.share(1 + policy), row.gap(policy));
    }
  }
  return write_tables(path, study.head, {}, sink_of(names_of(study)), groups);
}

/// How far from the optimum schedules are on many small random problems.
class GapExperiment final : public Experiment {
 public:
  explicit GapExperiment(GapStudy study) : study_(std::move(study)) {}
  void run(int) override { rows_ = pool::run(study_); }
  std::string table() const override { return to_table(study_, rows_); }
  std::string json() const override { return to_json(study_, rows_); }
  record::Published write(std::string const& path) const override {
    return write_results(path, study_, rows_);
  }

 private:
  GapStudy study_;
  std::vector<GapRow> rows_;
};

}  // namespace

std::unique_ptr<Experiment> gap_study(Document const& document, std::string name) {
  return std::make_unique<GapExperiment>(gap_study_of(document, std::move(name)));
}

}  // namespace fairslot::pool
